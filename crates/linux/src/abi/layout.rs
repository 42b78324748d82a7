//! Little-endian images of the structures that pass through guest memory.

use crate::clock::NANOSECONDS;

/// Appends fields in order; the caller pads as the C compiler would.
#[derive(Default)]
pub(crate) struct Image(Vec<u8>);

impl Image {
    pub(crate) fn new() -> Image {
        Image::default()
    }

    pub(crate) fn u16(mut self, value: u16) -> Image {
        self.0.extend(value.to_le_bytes());
        self
    }

    pub(crate) fn u32(mut self, value: u32) -> Image {
        self.0.extend(value.to_le_bytes());
        self
    }

    pub(crate) fn i32(self, value: i32) -> Image {
        self.u32(value as u32)
    }

    pub(crate) fn u64(mut self, value: u64) -> Image {
        self.0.extend(value.to_le_bytes());
        self
    }

    pub(crate) fn bytes(mut self, value: &[u8]) -> Image {
        self.0.extend(value);
        self
    }

    /// Zero bytes up to a length of `length`.
    pub(crate) fn pad_to(mut self, length: usize) -> Image {
        self.0.resize(length.max(self.0.len()), 0);
        self
    }

    pub(crate) fn done(self) -> Vec<u8> {
        self.0
    }
}

/// Reads the `u32` at `offset`; missing bytes read as zero.
pub(crate) fn u32_at(bytes: &[u8], offset: usize) -> u32 {
    let mut raw = [0; 4];
    copy_from(bytes, offset, &mut raw);
    u32::from_le_bytes(raw)
}

/// Reads the `u64` at `offset`; missing bytes read as zero.
pub(crate) fn u64_at(bytes: &[u8], offset: usize) -> u64 {
    let mut raw = [0; 8];
    copy_from(bytes, offset, &mut raw);
    u64::from_le_bytes(raw)
}

fn copy_from(bytes: &[u8], offset: usize, to: &mut [u8]) {
    for (i, byte) in to.iter_mut().enumerate() {
        *byte = bytes.get(offset + i).copied().unwrap_or(0);
    }
}

/// What `stat` tells of a file, with nothing of the host in it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Status {
    /// Dense number in order of first sight: equal for two names exactly when the files are the same.
    pub inode: u64,
    pub mode: u32,
    pub links: u32,
    /// Device number of a character device.
    pub device: u64,
    pub size: u64,
    /// Nanoseconds since the epoch: access, modification, change.
    pub times: [u64; 3],
}

impl Status {
    fn blocks(&self) -> u64 {
        self.size.div_ceil(512)
    }

    /// `struct stat` of `asm/stat.h`.
    pub(crate) fn stat(&self) -> Vec<u8> {
        let mut image = Image::new()
            .u64(crate::fs::DEVICE)
            .u64(self.inode)
            .u64(self.links.into())
            .u32(self.mode)
            .u32(crate::process::UID)
            .u32(crate::process::GID)
            .u32(0)
            .u64(self.device)
            .u64(self.size);
        for time in self.times {
            let (seconds, rest) = parts(time);
            image = image.u64(seconds).u64(rest);
        }
        image.u64(4096).u64(self.blocks()).pad_to(144).done()
    }

    /// `struct statx` of `linux/stat.h`, with the basic fields valid.
    pub(crate) fn statx(&self) -> Vec<u8> {
        let mut image = Image::new()
            .u32(0x7ff)
            .u32(4096)
            .u64(0)
            .u32(self.links)
            .u32(crate::process::UID)
            .u32(crate::process::GID)
            .u16(self.mode as u16)
            .u16(0)
            .u64(self.inode)
            .u64(self.size)
            .u64(self.blocks())
            .u64(0);
        for time in [self.times[0], self.times[1], self.times[2], self.times[1]] {
            let (seconds, rest) = parts(time);
            image = image.u64(seconds).u64(rest);
        }
        let (major, minor) = ((self.device >> 8) as u32, (self.device & 0xff) as u32);
        image
            .u32(major)
            .u32(minor)
            .u32(0)
            .u32(crate::fs::DEVICE as u32)
            .pad_to(256)
            .done()
    }
}

/// Seconds and nanoseconds of a time of a file, which may lie before the epoch: nanoseconds in two's complement.
fn parts(time: u64) -> (u64, u64) {
    let (time, second) = (time as i64, NANOSECONDS as i64);
    let parts = [time.div_euclid(second), time.rem_euclid(second)];
    (parts[0] as u64, parts[1] as u64)
}

/// `struct timespec` or, with microseconds as the unit, `struct timeval`.
pub(crate) fn time(seconds: u64, fraction: u64) -> Vec<u8> {
    Image::new().u64(seconds).u64(fraction).done()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stat_has_the_size_and_offsets_of_the_header() {
        let status = Status {
            inode: 7,
            mode: 0o100644,
            links: 1,
            device: 0,
            size: 1000,
            times: [1, 2, 3_000_000_004],
        };
        let image = status.stat();
        assert_eq!(image.len(), 144);
        assert_eq!(u64_at(&image, 8), 7);
        assert_eq!(u32_at(&image, 24), 0o100644);
        assert_eq!(u64_at(&image, 48), 1000);
        assert_eq!((u64_at(&image, 88), u64_at(&image, 96)), (3, 4));
        assert_eq!(u64_at(&image, 112), 2, "blocks of 512 bytes");
        assert_eq!(status.statx().len(), 256);
    }
}
