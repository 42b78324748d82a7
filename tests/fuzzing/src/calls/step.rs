//! System calls on files as a fuzzer makes them up.

/// Where a path starts from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Base {
    Here,
    Descriptor(i32),
}

/// One system call with arguments that mean the same to both kernels.
#[derive(Clone, Debug)]
pub(super) enum Step {
    Open(Base, Vec<u8>, u32, u32),
    Close(i32),
    Read(i32, usize),
    Write(i32, Vec<u8>),
    ReadAt(i32, usize, u64),
    WriteAt(i32, Vec<u8>, u64),
    Seek(i32, i64, u8),
    Duplicate(i32),
    DuplicateTo(i32, i32),
    DuplicateFrom(i32, i32, bool),
    DescriptorFlags(i32),
    SetDescriptorFlags(i32, u32),
    StatusFlags(i32),
    SetStatusFlags(i32, u32),
    Pipe(u32),
    MakeDirectory(Base, Vec<u8>, u32),
    Remove(Base, Vec<u8>, bool),
    Rename(Base, Vec<u8>, Base, Vec<u8>, bool),
    Link(Base, Vec<u8>, Base, Vec<u8>, bool),
    SymbolicLink(Vec<u8>, Base, Vec<u8>),
    ReadLink(Base, Vec<u8>),
    Status(Base, Vec<u8>, bool),
    DescriptorStatus(i32),
    Truncate(Vec<u8>, u64),
    TruncateDescriptor(i32, u64),
    List(i32),
    Access(Base, Vec<u8>, u32),
    ChangeDirectory(Vec<u8>),
    ChangeToDescriptor(i32),
    WorkingDirectory,
    Mask(u32),
    ChangeMode(Base, Vec<u8>, u32),
    ChangeDescriptorMode(i32, u32),
    Allocate(i32, u64, u64),
    Synchronise(i32),
}

/// Flags of `open` that both kernels have, by the bits of the input.
const OPEN_FLAGS: [u32; 12] = [
    0o1, 0o2, 0o100, 0o100, 0o200, 0o1000, 0o2000, 0o4000, 0o200000, 0o400000, 0o2000000,
    0o10000000,
];
const CREATE: u32 = 0o100;
const DIRECTORY: u32 = 0o200000;
/// `O_NONBLOCK`, which every pipe has so that no call waits.
pub(super) const NONBLOCK: u32 = 0o4000;
/// Lowest descriptor of the files that the calls open: the three streams are left alone.
pub(super) const FIRST_DESCRIPTOR: i32 = 3;

/// The bytes of the input, then zeros.
pub(super) struct Bytes<'a>(pub &'a [u8]);

impl Bytes<'_> {
    fn next(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else {
            return 0;
        };
        self.0 = rest;
        first
    }

    fn word(&mut self) -> u16 {
        u16::from_le_bytes([self.next(), self.next()])
    }

    /// A descriptor: often one of the first, sometimes none.
    fn descriptor(&mut self) -> i32 {
        match self.next() {
            255 => -1,
            254 => 1000,
            253 => i32::MIN,
            n => FIRST_DESCRIPTOR + i32::from(n % 8),
        }
    }

    fn base(&mut self) -> Base {
        match self.next() {
            n if n < 160 => Base::Here,
            _ => Base::Descriptor(self.descriptor()),
        }
    }

    /// A path of a few names, with the marks that paths may have. `free` paths may begin at the root and go upwards.
    fn path(&mut self, free: bool) -> Vec<u8> {
        let form = self.next();
        let mut path = Vec::new();
        if form & 0x80 != 0 && free {
            path.push(b'/');
        }
        if form == 0x7f {
            return path;
        }
        let count = usize::from(form & 3) + 1;
        for n in 0..count {
            if n > 0 {
                path.push(b'/');
                if form & 0x20 != 0 {
                    path.push(b'/');
                }
            }
            match self.next() {
                byte @ 0..=159 => path.push(b'a' + byte % 8),
                160..=199 if free => path.extend(b".."),
                200..=229 => path.push(b'.'),
                230..=240 => path.extend([b'n'; 255]),
                241..=245 => path.extend([b'n'; 256]),
                246..=248 => path.extend(b"\xff\xfe"),
                _ => path.extend(b"ab"),
            }
        }
        if form & 0x40 != 0 {
            path.push(b'/');
        }
        path
    }

    /// Permissions. The owner keeps his own, so that it does not matter whether the host's user is the superuser.
    fn mode(&mut self) -> u32 {
        u32::from(self.word()) & 0o777 | 0o700
    }

    fn open_flags(&mut self) -> u32 {
        let bits = self.word();
        let set = (0..OPEN_FLAGS.len()).filter(|bit| bits >> bit & 1 != 0);
        let flags = set.fold(0, |flags, bit| flags | OPEN_FLAGS[bit]);
        // Kernels before 6.4 make a file of the two, later ones refuse them.
        if flags & CREATE != 0 {
            flags & !DIRECTORY
        } else {
            flags
        }
    }

    fn data(&mut self) -> Vec<u8> {
        let length = usize::from(self.next());
        vec![self.next(); length]
    }

    /// A length or offset: up to 64 KB, so that neither kernel's bound on disks comes into play.
    fn length(&mut self) -> u64 {
        u64::from(self.word())
    }

    /// The next call; `None` at the end of the input.
    pub(super) fn step(&mut self, free: bool) -> Option<Step> {
        if self.0.is_empty() {
            return None;
        }
        Some(match self.next() % 40 {
            0..=3 => {
                let (base, path) = (self.base(), self.path(free));
                Step::Open(base, path, self.open_flags(), self.mode() & 0o666)
            }
            4 => Step::Close(self.descriptor()),
            5 => Step::Read(self.descriptor(), usize::from(self.next())),
            6 => Step::Write(self.descriptor(), self.data()),
            7 => Step::ReadAt(self.descriptor(), usize::from(self.next()), self.length()),
            8 => Step::WriteAt(self.descriptor(), self.data(), self.length()),
            9 => {
                let by = i64::from(self.word() as i16);
                Step::Seek(self.descriptor(), by, self.next() % 3)
            }
            10 => Step::Duplicate(self.descriptor()),
            11 => Step::DuplicateTo(self.descriptor(), self.descriptor()),
            12 => Step::DuplicateFrom(self.descriptor(), self.descriptor(), self.next() & 1 != 0),
            13 => Step::DescriptorFlags(self.descriptor()),
            14 => Step::SetDescriptorFlags(self.descriptor(), u32::from(self.next() & 1)),
            15 => Step::StatusFlags(self.descriptor()),
            16 => Step::SetStatusFlags(
                self.descriptor(),
                (u32::from(self.next() & 1) * 0o2000) | NONBLOCK,
            ),
            17 => Step::Pipe((u32::from(self.next() & 1) * 0o2000000) | NONBLOCK),
            18 | 36 => Step::MakeDirectory(self.base(), self.path(free), self.mode()),
            19 | 37 => Step::Remove(self.base(), self.path(free), self.next() & 1 != 0),
            20 | 38 => {
                let (from, old) = (self.base(), self.path(free));
                Step::Rename(
                    from,
                    old,
                    self.base(),
                    self.path(free),
                    self.next() & 1 != 0,
                )
            }
            21 => {
                let (from, old) = (self.base(), self.path(free));
                Step::Link(
                    from,
                    old,
                    self.base(),
                    self.path(free),
                    self.next() & 1 != 0,
                )
            }
            22 | 39 => Step::SymbolicLink(self.path(free), self.base(), self.path(free)),
            23 => Step::ReadLink(self.base(), self.path(free)),
            24 => Step::Status(self.base(), self.path(free), self.next() & 1 != 0),
            25 => Step::DescriptorStatus(self.descriptor()),
            26 => Step::Truncate(self.path(free), self.length()),
            27 => Step::TruncateDescriptor(self.descriptor(), self.length()),
            28 => Step::List(self.descriptor()),
            29 => Step::Access(self.base(), self.path(free), u32::from(self.next() & 7)),
            30 => Step::ChangeDirectory(self.path(free)),
            31 => Step::ChangeToDescriptor(self.descriptor()),
            32 => Step::WorkingDirectory,
            33 => Step::Mask(u32::from(self.next() & 0o77)),
            34 => match self.next() & 1 {
                0 => Step::ChangeMode(self.base(), self.path(free), self.mode()),
                _ => Step::ChangeDescriptorMode(self.descriptor(), self.mode()),
            },
            _ => match self.next() & 1 {
                0 => Step::Allocate(self.descriptor(), self.length(), self.length()),
                _ => Step::Synchronise(self.descriptor()),
            },
        })
    }
}
