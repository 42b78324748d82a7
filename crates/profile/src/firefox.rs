//! Profiles in the processed format of the Firefox Profiler.

use events::Cause;
use fxprof_processed_profile::{
    CategoryColor, CategoryHandle, CpuDelta, Frame, FrameFlags, FrameInfo, Profile,
    ReferenceTimestamp, SamplingInterval, Timestamp, WeightType,
};

use crate::form::ProfileFile;
use crate::stacks::stacks;

/// A profile for <https://profiler.firefox.com>: a sample for each call path and class of cycles, with the cycles as its weight and the
/// class as its category.
///
/// # Errors
/// It cannot be written as JSON.
pub fn firefox(profile: &ProfileFile) -> Result<String, serde_json::Error> {
    let nanoseconds = |cycles: u64| {
        let whole = u128::from(cycles) * 1_000_000_000 / u128::from(profile.frequency_hz.max(1));
        u64::try_from(whole).unwrap_or(u64::MAX)
    };
    let start = ReferenceTimestamp::from_millis_since_unix_epoch(0.0);
    let name = format!("{} on {}", profile.workload.name, profile.config.name);
    let interval = SamplingInterval::from_nanos(nanoseconds(1).max(1));
    let mut out = Profile::new(&name, start, interval);
    out.set_symbolicated(true);
    out.set_os_name("Epicycle");
    let begin = Timestamp::from_nanos_since_reference(0);
    let process = out.add_process(&profile.workload.name, 1, begin);
    let thread = out.add_thread(process, 1, begin, true);
    out.set_thread_name(thread, "cycles");
    out.set_thread_samples_weight_type(thread, WeightType::Samples);
    let categories = Cause::ALL.map(|cause| out.add_category(cause.name(), color(cause)));
    let mut at = 0;
    for (stack, path) in stacks(profile).zip(&profile.paths) {
        for (cause, category) in Cause::ALL.into_iter().zip(categories) {
            let of_class = path.cycles_by_cause.iter();
            let of_class = of_class.filter(|(name, _)| class(name) == Some(cause));
            let mut cycles: u64 = of_class.map(|(_, cycles)| *cycles).sum();
            if cycles == 0 {
                continue;
            }
            let mut handle = None;
            for (depth, frame) in stack.iter().enumerate() {
                let is_leaf = depth + 1 == stack.len();
                let category = if is_leaf {
                    category
                } else {
                    CategoryHandle::OTHER
                };
                let label = out.intern_string(frame.function);
                let frame = out.intern_frame(
                    thread,
                    FrameInfo {
                        frame: Frame::Label(label),
                        category_pair: category.into(),
                        flags: FrameFlags::empty(),
                    },
                );
                handle = Some(out.intern_stack(thread, handle, frame));
            }
            // A weight has 31 bits: more cycles take several samples.
            while cycles > 0 {
                let part = i32::try_from(cycles).unwrap_or(i32::MAX);
                let time = Timestamp::from_nanos_since_reference(nanoseconds(at));
                out.add_sample(thread, time, handle, CpuDelta::ZERO, part);
                at += part as u64;
                cycles -= part as u64;
            }
        }
    }
    let end = Timestamp::from_nanos_since_reference(nanoseconds(at.max(1)));
    out.set_thread_end_time(thread, end);
    out.set_process_end_time(process, end);
    serde_json::to_string(&out)
}

/// The class of cycle accounting that a cause belongs to.
pub(crate) fn class(cause: &str) -> Option<Cause> {
    let stall = cause.split(':').next().unwrap_or_default();
    let mut all = events::Stall::ALL.into_iter();
    all.find(|one| one.name() == stall)
        .map(events::Stall::cause)
}

fn color(cause: Cause) -> CategoryColor {
    match cause {
        Cause::Unstalled => CategoryColor::Green,
        Cause::DataAccess => CategoryColor::Orange,
        Cause::Rse => CategoryColor::Purple,
        Cause::Scoreboard => CategoryColor::Yellow,
        Cause::IssueLimit => CategoryColor::LightBlue,
        Cause::InstructionAccess => CategoryColor::Blue,
        Cause::TakenBranch => CategoryColor::Brown,
        Cause::BackendFlush => CategoryColor::Red,
    }
}
