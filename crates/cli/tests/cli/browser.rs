//! A browser without a window, driven by the DevTools protocol over a pipe.

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

use crate::support::Running;

/// Debian's name and those of others.
const NAMES: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// A page in a browser.
pub(crate) struct Browser {
    commands: File,
    answers: BufReader<File>,
    next: u64,
    session: Option<String>,
    /// What the console got: errors, warnings, violations of the page's policy.
    pub complaints: Vec<String>,
    /// Addresses that were asked for.
    pub requests: Vec<String>,
    loaded: bool,
    process: Running,
}

/// The browser ends by itself, within ten seconds: one that is killed leaves processes that still write into its folder.
impl Drop for Browser {
    fn drop(&mut self) {
        let command = json!({"id": self.next + 1, "method": "Browser.close"});
        if write!(self.commands, "{command}\0").is_err() {
            return;
        }
        for _ in 0..100 {
            if !matches!(self.process.0.try_wait(), Ok(None)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(100));
        }
    }
}

impl Browser {
    /// Opens a page, with what the browser leaves in `folder`; `None` when there is no browser.
    pub(crate) fn open(folder: &Path, page: &Path) -> Option<Self> {
        let found = |name: &&&str| {
            let tried = Command::new("sh")
                .args(["-c", "command -v \"$0\" >/dev/null", name])
                .status();
            tried.is_ok_and(|status| status.success())
        };
        let Some(name) = NAMES.iter().find(found) else {
            skipped!("there is no chromium (Debian: apt-get install chromium)");
            return None;
        };
        let pipes = ["commands", "answers"].map(|name| folder.join(name));
        assert!(
            Command::new("mkfifo")
                .args(&pipes)
                .status()
                .unwrap()
                .success()
        );
        let line = "exec timeout 300 \"$0\" --headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run \
                    --user-data-dir=\"$3\" --remote-debugging-pipe about:blank 3<\"$1\" 4>\"$2\"";
        let process = Command::new("sh")
            .args(["-c", line, name])
            .args(&pipes)
            .arg(folder.join("profile"))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut browser = Self {
            commands: File::options().write(true).open(&pipes[0]).unwrap(),
            answers: BufReader::new(File::open(&pipes[1]).unwrap()),
            next: 0,
            session: None,
            complaints: Vec::new(),
            requests: Vec::new(),
            loaded: false,
            process: Running(process),
        };
        let target = browser.call("Target.createTarget", json!({"url": "about:blank"}));
        let attach = json!({"targetId": target["targetId"], "flatten": true});
        let attached = browser.call("Target.attachToTarget", attach);
        browser.session = Some(attached["sessionId"].as_str().unwrap().to_owned());
        for domain in ["Page", "Runtime", "Log", "Network"] {
            browser.call(&format!("{domain}.enable"), json!({}));
        }
        browser.loaded = false;
        browser.call(
            "Page.navigate",
            json!({"url": format!("file://{}", page.display())}),
        );
        while !browser.loaded {
            let message = browser.receive();
            browser.note(&message);
        }
        Some(browser)
    }

    /// Sends a command and waits for its answer.
    pub(crate) fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.next += 1;
        let mut command = json!({"id": self.next, "method": method, "params": parameters});
        if let Some(session) = &self.session {
            command["sessionId"] = json!(session);
        }
        self.commands
            .write_all(format!("{command}\0").as_bytes())
            .unwrap();
        loop {
            let mut message = self.receive();
            if message["id"] == self.next {
                assert!(message["error"].is_null(), "{method}: {message}");
                return message["result"].take();
            }
            self.note(&message);
        }
    }

    fn receive(&mut self) -> Value {
        let mut bytes = Vec::new();
        self.answers.read_until(0, &mut bytes).unwrap();
        assert_eq!(bytes.pop(), Some(0), "the browser has ended");
        serde_json::from_slice(&bytes).unwrap()
    }

    fn note(&mut self, message: &Value) {
        let parameters = &message["params"];
        match message["method"].as_str().unwrap_or_default() {
            "Page.loadEventFired" => self.loaded = true,
            "Runtime.exceptionThrown" | "Runtime.consoleAPICalled" | "Log.entryAdded" => {
                self.complaints.push(parameters.to_string());
            }
            "Network.requestWillBeSent" => {
                let address = parameters["request"]["url"].as_str();
                self.requests.push(address.unwrap_or_default().to_owned());
            }
            _ => {}
        }
    }

    /// The value of an expression in the page.
    pub(crate) fn value(&mut self, expression: &str) -> Value {
        let parameters = json!({"expression": expression, "returnByValue": true});
        let mut result = self.call("Runtime.evaluate", parameters);
        assert!(
            result["exceptionDetails"].is_null(),
            "{expression}: {result}"
        );
        result["result"]["value"].take()
    }

    /// Presses Enter where the focus is.
    pub(crate) fn press_enter(&mut self) {
        self.press("Enter");
    }

    /// Presses a key where the focus is.
    pub(crate) fn press(&mut self, key: &str) {
        for kind in ["keyDown", "keyUp"] {
            let mut event = json!({"type": kind, "key": key, "code": key});
            if key == "Enter" {
                event["windowsVirtualKeyCode"] = json!(13);
                event["text"] = json!("\r");
            }
            self.call("Input.dispatchKeyEvent", event);
        }
    }
}
