//! The block device, a disk (virtio 1.1, section 5.2).

use machine::AddressSpace;

use super::queue::{Chain, Cursor, Queue};
use super::{Broken, Kind};
use crate::disk::Drive;
use crate::overlay::SECTOR;

/// Feature bits: largest segment, most segments, read-only, flush.
const SIZE_MAX: u64 = 1 << 1;
const SEGMENTS_MAX: u64 = 1 << 2;
const READ_ONLY: u64 = 1 << 5;
const FLUSH: u64 = 1 << 9;

/// Bytes of a segment and segments of a request at most.
const SEGMENT: u32 = 1 << 16;
const SEGMENTS: u32 = 126;
/// Bytes of data of a request at most.
const LARGEST: u64 = 16 << 20;
/// Bytes of the answer to an identity request.
const IDENTITY: usize = 20;

/// Types of requests.
mod request {
    pub(super) const IN: u32 = 0;
    pub(super) const OUT: u32 = 1;
    pub(super) const FLUSH: u32 = 4;
    pub(super) const IDENTITY: u32 = 8;
}

/// How a request ended.
#[derive(Copy, Clone)]
enum Status {
    Done = 0,
    Failed = 1,
    Unsupported = 2,
}

/// The device.
pub(crate) struct Block {
    drive: Drive,
    number: usize,
}

impl Block {
    /// A disk. `number` is a part of its identity.
    pub(crate) fn new(drive: Drive, number: usize) -> Self {
        Self { drive, number }
    }

    /// Carries out a request. `input` is positioned after the header; `output` has room for data and then the status
    /// byte. Returns the status and the bytes of data written.
    fn carry_out(
        &mut self,
        (kind, sector): (u32, u64),
        mut input: Cursor<'_>,
        mut output: Cursor<'_>,
        memory: &mut AddressSpace,
    ) -> (Status, u64) {
        let len = match kind {
            request::IN => output.left() - 1,
            _ => input.left(),
        };
        match kind {
            request::IN | request::OUT => {
                if len > LARGEST || !len.is_multiple_of(SECTOR as u64) {
                    return (Status::Failed, 0);
                }
                for n in 0..len / SECTOR as u64 {
                    let mut bytes = [0; SECTOR];
                    let done = sector.checked_add(n).is_some_and(|at| match kind {
                        request::IN => {
                            self.drive.read(at, &mut bytes) && output.write(memory, &bytes)
                        }
                        _ => input.read(memory, &mut bytes) && self.drive.write(at, &bytes),
                    });
                    if !done {
                        return (
                            Status::Failed,
                            if kind == request::IN {
                                n * SECTOR as u64
                            } else {
                                0
                            },
                        );
                    }
                }
                (Status::Done, if kind == request::IN { len } else { 0 })
            }
            // Every write is complete when its request is: nothing to flush.
            request::FLUSH => (Status::Done, 0),
            request::IDENTITY => {
                let mut name = [0; IDENTITY];
                let text = format!("epicycle{}", self.number);
                name[..text.len()].copy_from_slice(text.as_bytes());
                match output.left() > IDENTITY as u64 && output.write(memory, &name) {
                    true => (Status::Done, IDENTITY as u64),
                    false => (Status::Failed, 0),
                }
            }
            _ => (Status::Unsupported, 0),
        }
    }

    fn request(&mut self, chain: &Chain, memory: &mut AddressSpace) -> Result<u32, Broken> {
        let mut input = Cursor::new(&chain.read);
        let mut header = [0; 16];
        if !input.read(memory, &mut header) {
            return Err(Broken);
        }
        let [kind, _, low, high] = [0, 4, 8, 12].map(|at| {
            let word = [header[at], header[at + 1], header[at + 2], header[at + 3]];
            u32::from_le_bytes(word)
        });
        let sector = u64::from(high) << 32 | u64::from(low);
        // The last byte that the device writes is the status.
        let last = chain.write.iter().rev().find(|buffer| buffer.len != 0);
        let last = last.ok_or(Broken)?;
        let place = last.address.checked_add(u64::from(last.len) - 1);
        let output = Cursor::new(&chain.write);
        let (status, written) = self.carry_out((kind, sector), input, output, memory);
        match place {
            Some(place) if memory.write_physical(place, &[status as u8]) => {
                Ok(u32::try_from(written + 1).unwrap_or(u32::MAX))
            }
            _ => Err(Broken),
        }
    }
}

impl Kind for Block {
    const DEVICE: u32 = 2;
    const QUEUES: usize = 1;

    fn features(&self) -> u64 {
        let read_only = if self.drive.is_read_only() {
            READ_ONLY
        } else {
            0
        };
        SIZE_MAX | SEGMENTS_MAX | FLUSH | read_only
    }

    fn configuration(&self, offset: u64) -> u8 {
        let mut bytes = [0; 16];
        bytes[..8].copy_from_slice(&self.drive.sectors().to_le_bytes());
        bytes[8..12].copy_from_slice(&SEGMENT.to_le_bytes());
        bytes[12..].copy_from_slice(&SEGMENTS.to_le_bytes());
        let place = usize::try_from(offset).unwrap_or(usize::MAX);
        bytes.get(place).copied().unwrap_or(0)
    }

    fn serve(
        &mut self,
        _: usize,
        queue: &mut Queue,
        memory: &mut AddressSpace,
    ) -> Result<bool, Broken> {
        let mut used = false;
        // Bounded, because a request may overwrite the queue itself so that it never empties.
        for _ in 0..queue.size {
            let Some(chain) = queue.take(memory)? else {
                break;
            };
            let written = self.request(&chain, memory)?;
            queue.put(memory, &chain, written)?;
            used = true;
        }
        Ok(used)
    }
}
