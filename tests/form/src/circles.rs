//! Circles between the files of a crate, by what each of them imports.

use crate::Source;
use std::collections::{BTreeMap, BTreeSet};

/// A module as the names on its path; the crate's root has none.
type Module = Vec<String>;

/// What each module needs.
type Needs = BTreeMap<Module, BTreeSet<Module>>;

/// A set of files that need each other.
#[derive(Debug, PartialEq, Eq)]
pub struct Circle {
    /// The folder below `crates` that holds them all.
    pub folder: String,
    /// Their modules.
    pub modules: Vec<String>,
}

/// The circles of all crates.
///
/// # Panics
///
/// A file lies outside of `crates`.
#[must_use]
pub fn circles(sources: &[Source]) -> Vec<Circle> {
    let mut crates: BTreeMap<&str, BTreeMap<Module, String>> = BTreeMap::new();
    for source in sources {
        let mut path = source.path.trim_end_matches(".rs").split('/').skip(1);
        let name = path.next().expect("a file below crates");
        let mut module: Module = path.skip(1).map(str::to_owned).collect();
        if module.iter().any(|part| part.starts_with("test")) {
            continue;
        }
        module.pop_if(|last| ["lib", "main", "mod"].contains(&last.as_str()));
        let files = crates.entry(name).or_default();
        files.insert(module, product(&source.text));
    }
    let of = |(name, files): (&&str, _)| circles_of(name, &needs(files));
    crates.iter().flat_map(of).collect()
}

fn circles_of(name: &str, needs: &Needs) -> Vec<Circle> {
    let reached: BTreeMap<_, _> = needs
        .keys()
        .map(|from| (from, reach(needs, from)))
        .collect();
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for (from, ahead) in &reached {
        let circle: Vec<&Module> = ahead
            .iter()
            .copied()
            .filter(|to| reached[to].contains(from))
            .collect();
        if circle.is_empty() || seen.contains(from) {
            continue;
        }
        seen.extend(circle.iter().copied());
        let shared = |depth: &usize| {
            circle
                .iter()
                .all(|module| module.get(*depth) == from.get(*depth))
        };
        let depth = (0..from.len()).take_while(shared).count();
        let folder: Vec<&str> = std::iter::once(name)
            .chain(from[..depth].iter().map(String::as_str))
            .collect();
        found.push(Circle {
            folder: folder.join("/"),
            modules: circle.iter().map(|module| module.join("::")).collect(),
        });
    }
    found
}

/// What can be reached from a module over what each needs.
fn reach<'a>(needs: &'a Needs, from: &Module) -> BTreeSet<&'a Module> {
    let mut reached = BTreeSet::new();
    let mut open: Vec<&Module> = needs[from].iter().collect();
    while let Some(module) = open.pop() {
        if reached.insert(module) {
            open.extend(&needs[module]);
        }
    }
    reached
}

/// Code without its tests, comments and texts in quotes.
fn product(text: &str) -> String {
    let product = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let mut code = String::new();
    for line in product.lines() {
        code.extend(
            line.split("//")
                .next()
                .unwrap_or_default()
                .split('"')
                .step_by(2),
        );
        code.push('\n');
    }
    code
}

/// The paths that code names, and whether it only passes them on.
fn paths(code: &str) -> Vec<(bool, String)> {
    let mut found = Vec::new();
    let mut open: Option<(bool, String)> = None;
    for line in code.lines().map(str::trim) {
        let begins = line.split_once("use ").filter(|(before, _)| {
            before.is_empty() || before.starts_with("pub") && !before.trim().contains(' ')
        });
        let (passed_on, tree) = match (open.take(), begins) {
            (Some((passed_on, tree)), _) => (passed_on, tree + line),
            (None, Some((before, tree))) => (!before.is_empty(), tree.to_owned()),
            (None, None) => {
                for (at, _) in ["crate::", "super::"]
                    .iter()
                    .flat_map(|root| line.match_indices(root))
                {
                    let path =
                        line[at..].split(|c: char| !c.is_alphanumeric() && c != '_' && c != ':');
                    found.extend(path.take(1).map(|path| (false, path.to_owned())));
                }
                continue;
            }
        };
        match tree.strip_suffix(';') {
            Some(tree) => found.extend(expand(tree).into_iter().map(|path| (passed_on, path))),
            None => open = Some((passed_on, tree)),
        }
    }
    found
}

/// The paths of an import, which may have braces.
fn expand(tree: &str) -> Vec<String> {
    let tree = tree.trim();
    let Some((before, inside)) = tree.strip_suffix('}').and_then(|tree| tree.split_once('{'))
    else {
        return tree.split(" as ").take(1).map(str::to_owned).collect();
    };
    let mut depth = 0;
    let parts = inside.split(|c| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        c == ',' && depth == 0
    });
    let parts = parts.filter(|part| !part.trim().is_empty());
    parts
        .flat_map(expand)
        .map(|path| format!("{before}{path}"))
        .collect()
}

/// What each file of a crate needs.
fn needs(files: &BTreeMap<Module, String>) -> Needs {
    let absolute = |module: &Module, path: &str| -> Option<Module> {
        let names: Vec<&str> = path.split("::").collect();
        let mut base = module.clone();
        if !["crate", "self", "super"].contains(&names[0]) {
            base.push(names[0].to_owned());
            // Else a name of another crate.
            files.contains_key(&base).then(|| base.pop())?;
        }
        for name in names {
            match name {
                "crate" => base.clear(),
                "self" => {}
                "super" => drop(base.pop()),
                name => base.push(name.to_owned()),
            }
        }
        Some(base)
    };
    let mut passed_on = BTreeMap::new();
    let mut named = Vec::new();
    for (module, code) in files {
        for (passes, path) in paths(code) {
            match absolute(module, &path) {
                Some(path) if passes => {
                    let name = path.last().cloned().unwrap_or_default();
                    passed_on.insert((module.clone(), name), path);
                }
                Some(path) => named.push((module, path)),
                None => {}
            }
        }
    }
    let mut needs: Needs = files
        .keys()
        .map(|module| (module.clone(), BTreeSet::new()))
        .collect();
    for (from, mut path) in named {
        // A name may be passed on by several modules.
        for _ in 0..4 {
            let holds = |depth: &usize| files.contains_key(&path[..*depth]);
            let depth = (0..=path.len()).rev().find(holds).unwrap_or(0);
            let rest = path.split_off(depth);
            let origin = rest
                .first()
                .and_then(|name| passed_on.get(&(path.clone(), name.clone())));
            match origin {
                Some(origin) => path = origin.iter().chain(&rest[1..]).cloned().collect(),
                None => break,
            }
        }
        let holds = |depth: &usize| files.contains_key(&path[..*depth]);
        let depth = (0..=path.len()).rev().find(holds).unwrap_or(0);
        path.truncate(depth);
        if path != *from
            && let Some(needs) = needs.get_mut(from)
        {
            needs.insert(path);
        }
    }
    needs
}
