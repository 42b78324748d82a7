//! The JSON Schema of a file that describes a machine, for editors.

use serde_json::{Map, Value, json};

use crate::keys::{BASE, machine_schema};

/// A number with an optional unit, as [`crate::number`] reads it.
const NUMBER: &str = "^[0-9]+(_[0-9]+)*[KMGTkmgt]?$";

/// The JSON Schema of a file: every key of [`machine_schema`] and `base`, all of them optional, because a base gives the rest. An integer may
/// be text with a unit.
#[must_use]
pub fn file_schema() -> Value {
    let mut schema = machine_schema().clone();
    relax(&mut schema);
    let properties = schema.get_mut("properties").and_then(Value::as_object_mut);
    if let Some(properties) = properties {
        let base = json!({"type": "string", "description": BASE});
        properties.insert("base".into(), base);
    }
    schema
}

/// Makes the keys of all tables optional, and lets text stand for their integers.
fn relax(at: &mut Value) {
    match at {
        Value::Object(schema) => {
            schema.remove("required");
            for (keyword, inner) in schema {
                match (keyword.as_str(), inner) {
                    ("properties", Value::Object(keys)) => {
                        for key in keys.values_mut() {
                            allow_text(key);
                            relax(key);
                        }
                    }
                    ("$defs", Value::Object(schemas)) => schemas.values_mut().for_each(relax),
                    (_, inner) => relax(inner),
                }
            }
        }
        Value::Array(schemas) => schemas.iter_mut().for_each(relax),
        _ => {}
    }
}

/// Lets text with a unit stand for the integer of a key. The words about the key stay beside both forms.
fn allow_text(key: &mut Value) {
    let Value::Object(schema) = key else { return };
    if schema.get("type") != Some(&json!("integer")) {
        return;
    }
    let (words, integer): (Map<_, _>, Map<_, _>) = std::mem::take(schema)
        .into_iter()
        .partition(|(name, _)| ["description", "errorMessage"].contains(&name.as_str()));
    *schema = words;
    let text = json!({"type": "string", "pattern": NUMBER});
    schema.insert("anyOf".into(), json!([integer, text]));
}
