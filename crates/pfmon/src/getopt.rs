//! Option parsing with the semantics of getopt_long and a leading `+`: parsing stops at the first
//! argument that is not an option, long options may be abbreviated as long as they stay unambiguous.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt as _;

/// Whether an option takes an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Takes {
    /// No argument.
    Nothing,
    /// An argument, glued or as the next word.
    Argument,
    /// An argument only when glued to the option.
    Glued,
}

/// An option.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Spec<I> {
    /// One-letter form.
    pub short: Option<char>,
    /// Long form; empty when there is none.
    pub long: &'static str,
    /// Argument.
    pub takes: Takes,
    /// What it is.
    pub id: I,
}

/// Result of parsing: options in order with their arguments, then everything else.
pub(crate) type Parsed<I> = (Vec<(I, Option<OsString>)>, Vec<OsString>);

/// Parses `args` (without the program name).
///
/// # Errors
///
/// The text that getopt prints, without the program name.
pub(crate) fn parse<I: Copy + PartialEq>(
    specs: &[Spec<I>],
    args: &[OsString],
) -> Result<Parsed<I>, String> {
    let owned = |bytes: &[u8]| OsStr::from_bytes(bytes).to_owned();
    let mut options = Vec::new();
    let mut rest = args.iter();
    while let Some(arg) = rest.as_slice().first() {
        let arg = arg.as_bytes();
        if arg == b"--" {
            rest.next();
            break;
        }
        if arg == b"-" || !arg.starts_with(b"-") {
            break;
        }
        rest.next();
        if let Some(long) = arg.strip_prefix(b"--") {
            let mut parts = long.splitn(2, |&byte| byte == b'=');
            let name = String::from_utf8_lossy(parts.next().unwrap_or_default());
            let value = parts.next().map(owned);
            let spec = find(specs, &name)?;
            let value = match (spec.takes, value) {
                (Takes::Nothing, Some(_)) => {
                    return Err(format!(
                        "option '--{}' doesn't allow an argument",
                        spec.long
                    ));
                }
                (Takes::Argument, None) => match rest.next() {
                    Some(next) => Some(next.clone()),
                    None => return Err(format!("option '--{}' requires an argument", spec.long)),
                },
                (_, value) => value,
            };
            options.push((spec.id, value));
            continue;
        }
        let mut letters = &arg[1..];
        while let Some((&first, tail)) = letters.split_first() {
            let spec = specs
                .iter()
                .find(|spec| spec.short == Some(char::from(first)))
                .ok_or_else(|| {
                    let letter = String::from_utf8_lossy(letters).chars().next();
                    format!("invalid option -- '{}'", letter.unwrap_or_default())
                })?;
            let value = match spec.takes {
                Takes::Nothing => {
                    options.push((spec.id, None));
                    letters = tail;
                    continue;
                }
                _ if !tail.is_empty() => Some(owned(tail)),
                Takes::Glued => None,
                Takes::Argument => match rest.next() {
                    Some(next) => Some(next.clone()),
                    None => {
                        let letter = char::from(first);
                        return Err(format!("option requires an argument -- '{letter}'"));
                    }
                },
            };
            options.push((spec.id, value));
            break;
        }
    }
    Ok((options, rest.cloned().collect()))
}

fn find<'a, I: Copy + PartialEq>(specs: &'a [Spec<I>], name: &str) -> Result<&'a Spec<I>, String> {
    if let Some(spec) = specs
        .iter()
        .find(|spec| !spec.long.is_empty() && spec.long == name)
    {
        return Ok(spec);
    }
    let candidates: Vec<&Spec<I>> = specs
        .iter()
        .filter(|spec| !spec.long.is_empty() && spec.long.starts_with(name))
        .collect();
    match candidates.as_slice() {
        [] => Err(format!("unrecognized option '--{name}'")),
        [first, others @ ..] if others.iter().all(|spec| spec.id == first.id) => Ok(first),
        _ => {
            let names: Vec<String> = candidates
                .iter()
                .map(|spec| format!("'--{}'", spec.long))
                .collect();
            Err(format!(
                "option '--{name}' is ambiguous; possibilities: {}",
                names.join(" ")
            ))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPECS: &[Spec<u8>] = &[
        Spec {
            short: Some('v'),
            long: "verbose",
            takes: Takes::Nothing,
            id: 1,
        },
        Spec {
            short: Some('V'),
            long: "version",
            takes: Takes::Nothing,
            id: 2,
        },
        Spec {
            short: Some('e'),
            long: "events",
            takes: Takes::Argument,
            id: 3,
        },
        Spec {
            short: None,
            long: "event-thresholds",
            takes: Takes::Argument,
            id: 4,
        },
        Spec {
            short: Some('l'),
            long: "show-events",
            takes: Takes::Glued,
            id: 5,
        },
    ];

    fn run(args: &[&str]) -> Result<Parsed<u8>, String> {
        parse(SPECS, &args.iter().map(OsString::from).collect::<Vec<_>>())
    }

    #[test]
    fn parsing_stops_at_the_command() {
        let (options, rest) = run(&["-v", "ls", "-l"]).expect("valid");
        assert_eq!(options, [(1, None)]);
        assert_eq!(rest, ["ls", "-l"]);
    }

    #[test]
    fn two_dashes_end_the_options_and_disappear() {
        let (options, rest) = run(&["-eA", "--", "-v"]).expect("valid");
        assert_eq!(options, [(3, Some("A".into()))]);
        assert_eq!(rest, ["-v"]);
    }

    #[test]
    fn unambiguous_abbreviations_are_accepted() {
        let (options, _) = run(&["--verb", "--event-threshold=5", "--events", "x"]).expect("valid");
        assert_eq!(
            options,
            [(1, None), (4, Some("5".into())), (3, Some("x".into()))]
        );
        assert_eq!(
            run(&["--ver"]),
            Err("option '--ver' is ambiguous; possibilities: '--verbose' '--version'".to_owned())
        );
    }

    #[test]
    fn an_optional_argument_must_be_glued() {
        assert_eq!(
            run(&["-l_ear_"]).expect("valid").0,
            [(5, Some("_ear_".into()))]
        );
        assert_eq!(
            run(&["-l", "x"]).expect("valid"),
            (vec![(5, None)], vec!["x".into()])
        );
        assert_eq!(
            run(&["--show-events=x"]).expect("valid").0,
            [(5, Some("x".into()))]
        );
    }

    #[test]
    fn what_is_not_utf_8_is_taken_as_an_argument_and_named_as_an_option() {
        let odd = |bytes: &[u8]| OsStr::from_bytes(bytes).to_owned();
        let args = [odd(b"--events=a\xff"), odd(b"-ve\xff"), odd(b"\xfe")];
        let (options, rest) = parse(SPECS, &args).expect("valid");
        let expected = [(3, Some(odd(b"a\xff"))), (1, None), (3, Some(odd(b"\xff")))];
        assert_eq!(
            (options.as_slice(), rest),
            (&expected[..], vec![odd(b"\xfe")])
        );
        let error = |bytes: &[u8]| parse(SPECS, &[odd(bytes)]).unwrap_err();
        assert_eq!(error(b"--\xff"), "unrecognized option '--\u{fffd}'");
        assert_eq!(error(b"-v\xff"), "invalid option -- '\u{fffd}'");
        assert_eq!(error("-é".as_bytes()), "invalid option -- 'é'");
    }

    #[test]
    fn letters_can_be_bundled() {
        assert_eq!(
            run(&["-vVe", "x"]).expect("valid").0,
            [(1, None), (2, None), (3, Some("x".into()))]
        );
    }

    #[test]
    fn mistakes_are_named_as_getopt_names_them() {
        assert_eq!(
            run(&["--nope"]),
            Err("unrecognized option '--nope'".to_owned())
        );
        assert_eq!(run(&["-x"]), Err("invalid option -- 'x'".to_owned()));
        assert_eq!(
            run(&["-e"]),
            Err("option requires an argument -- 'e'".to_owned())
        );
        assert_eq!(
            run(&["--events"]),
            Err("option '--events' requires an argument".to_owned())
        );
        assert_eq!(
            run(&["--verbose=1"]),
            Err("option '--verbose' doesn't allow an argument".to_owned())
        );
    }
}
