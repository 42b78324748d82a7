//! A plan is read, the same each time, or refused by a message that names its file; what is read can be followed.

use std::collections::BTreeSet;

use batch::Plan;

use crate::scratch;

pub(crate) fn body(data: &[u8]) -> bool {
    let path = scratch::file("plan.toml", data);
    let plan = match Plan::read(&path) {
        Ok(plan) => plan,
        Err(error) => {
            assert!(error.to_string().contains("plan.toml"), "{error}");
            return false;
        }
    };
    assert_eq!(Plan::read(&path).ok().as_ref(), Some(&plan));
    assert!(!plan.configs.is_empty() && !plan.workloads.is_empty());
    let names: BTreeSet<&str> = plan.workloads.iter().map(|w| w.name.as_str()).collect();
    assert_eq!(
        names.len(),
        plan.workloads.len(),
        "reports would replace each other"
    );
    for name in names {
        let mut parts = plan.directory.join(name);
        assert!(
            parts.pop() && parts == plan.directory,
            "{name} is no name of a folder"
        );
    }
    for config in &plan.configs {
        let path = plan.config_path(config);
        assert!(config::is_path(&path) == config::is_path(config));
    }
    true
}
