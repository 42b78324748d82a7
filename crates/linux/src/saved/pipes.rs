//! Pipes, and the directions of pairs of sockets.

use std::collections::BTreeMap;

use checkpoint::Damage;
use machine::Frames;

use super::owned::with_owners;
use crate::abi::errno::Errno;
use crate::fs::pipe::{Carries, Ending, Pipe};
use crate::pool::{Id, Pool};

/// A pipe: what it carries, its number and permissions, the bytes of its buffer and the most of them, and what it holds.
#[derive(Default)]
pub(super) struct SavedPipe {
    /// Its place in [`CARRIED`].
    carries: u8,
    inode: u64,
    mode: u32,
    room: u64,
    capacity: u64,
    maker: u32,
    /// How far a direction of a pair of sockets has ended: [`Ending::reading`], `writing` and `severed`; and its error, 0 for none.
    ending: (bool, bool, bool),
    error: u32,
    bytes: Vec<u8>,
    /// Open files that are under way: the range of bytes with which each is passed, and its place.
    pub(super) passed: Vec<(u64, u64, u32)>,
    /// Packets: ranges of bytes.
    packets: Vec<(u64, u64)>,
}

checkpoint::state!(SavedPipe { carries, inode, mode, room, capacity, maker, ending, error } grows { bytes, passed, packets });

/// What pipes carry.
const CARRIED: [Carries; 3] = [Carries::Bytes, Carries::Packets, Carries::Datagrams];

impl SavedPipe {
    pub(super) fn of(pipe: &Pipe) -> Self {
        let (bytes, room) = pipe.contents();
        let ending = pipe.ending;
        let row = |(start, end, file): (u64, u64, Id)| (start, end, file.place());
        let carries = CARRIED.iter().position(|&it| it == pipe.carries);
        Self {
            carries: carries.unwrap_or_default() as u8,
            inode: pipe.inode,
            mode: pipe.mode,
            room,
            capacity: pipe.capacity as u64,
            maker: pipe.maker,
            ending: (ending.reading, ending.writing, ending.severed),
            error: ending.error.map_or(0, |errno| errno.0.into()),
            bytes,
            passed: pipe.passed().map(row).collect(),
            packets: pipe.packets().collect(),
        }
    }
}

/// The pipes in their places. `ends`: by place, how many open files read from each and write to it.
pub(super) fn pipes_again(
    pipes: Vec<Option<SavedPipe>>,
    ends: &BTreeMap<u32, [u32; 2]>,
    frames: &Frames,
) -> Result<Pool<Pipe>, Damage> {
    let mut list = Vec::new();
    for (place, saved) in (0..).zip(pipes) {
        let Some(saved) = saved else {
            list.push(None);
            continue;
        };
        let held = saved.bytes.len();
        let carries = CARRIED.get(usize::from(saved.carries)).copied();
        let carries = carries
            .ok_or_else(|| Damage::new(format!("{:#x} as what a pipe carries", saved.carries)))?;
        let pipe = Pipe::holding(carries, &saved.bytes, saved.room, saved.capacity, frames);
        let mut pipe = pipe.map_err(|errno| {
            let name = errno.name();
            Damage::new(format!("a pipe with {held} bytes is refused ({name})"))
        })?;
        [pipe.readers, pipe.writers] = ends.get(&place).copied().unwrap_or_default();
        (pipe.inode, pipe.mode, pipe.maker) = (saved.inode, saved.mode, saved.maker);
        let (reading, writing, severed) = saved.ending;
        let error = u16::try_from(saved.error).ok().filter(|&error| error != 0);
        pipe.ending = Ending {
            reading,
            writing,
            severed,
            error: error.map(Errno),
        };
        for (start, end, file) in saved.passed {
            if !pipe.pass_again(start, end, Id::at(file)) {
                let what = format!("open files with bytes {start} to {end} of a pipe with {held}");
                return Err(Damage::new(what));
            }
        }
        for (start, end) in saved.packets {
            if !pipe.mark_packet(start, end) {
                let what = format!("a packet of bytes {start} to {end} of a pipe with {held}");
                return Err(Damage::new(what));
            }
        }
        if pipe.packets().next().is_some() && pipe.overflows() {
            let what = format!("more packets than there is room for in a pipe with {held} bytes");
            return Err(Damage::new(what));
        }
        list.push(Some(pipe));
    }
    // A pipe has one owner, whatever the number of its ends, and is released with the last end.
    let owners = ends.keys().map(|&place| (place, 1)).collect();
    with_owners("pipe", list, &owners)
}
