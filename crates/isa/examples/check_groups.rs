//! Reports dependency violations inside the instruction groups of a program.
//!
//! usage: check_groups [--strict] FILE

use std::error::Error;

use isa::decode;
use isa::dependencies::Checker;
use object::{Object, ObjectSection, SectionKind};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let strict = args
        .iter()
        .position(|a| a == "--strict")
        .map(|n| args.remove(n))
        .is_some();
    let [path] = args.as_slice() else {
        return Err("usage: check_groups [--strict] FILE".into());
    };
    let data = std::fs::read(path)?;
    let file = object::File::parse(data.as_slice())?;
    let mut count = 0;
    for section in file.sections().filter(|s| s.kind() == SectionKind::Text) {
        let mut checker = Checker::new(strict);
        let code = section.data()?;
        for (n, bytes) in code.as_chunks().0.iter().enumerate() {
            let address = section.address() + 16 * n as u64;
            checker.bundle(
                address,
                &decode(u128::from_le_bytes(*bytes)),
                &mut |violation| {
                    println!("{violation}");
                    count += 1;
                },
            );
        }
    }
    println!("{count} violations");
    Ok(())
}
