//! Branch prediction: a folder for each direction predictor, and what all of them share: the
//! target cache, the return stack and the staging of the front end.
//!
//! One prediction is made for each branch bundle: the first branch predicted taken, its target, the
//! stage that chose, and the bubbles that this stage costs (`docs/timing.md`, "Branch prediction"). How to add a predictor is said there
//! ("Adding a predictor or a policy"); `tests.rs` says what each predictor can do.

mod bimodal;
mod bundle;
mod gshare;
mod itanium;
mod local;
mod return_stack;
mod staging;
mod table;
mod tage;

use bundle::TableUse;
pub(crate) use bundle::{BranchBundle, BranchSlot};

use checkpoint::{Damage, Source, State};
use config::model::{Branch as Parameters, BranchPredictor};
use events::{Prediction, Stage};
use isa::{BranchKind, WhetherHint};
use itanium::Itanium;
use staging::Staging;
pub(crate) use staging::{Seen, Settled};

/// The outcome of a branch bundle: the slot (0 to 2) of the taken branch and its target; `None`: no branch was taken.
pub(crate) type BranchOutcome = Option<(u8, u64)>;

/// A prediction for a branch bundle: two words, so that it is returned in registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Predicted {
    /// Target, or [`NO_TARGET`].
    pub target: u64,
    /// From the low end: slot of the branch predicted taken, or [`NO_SLOT`], in two bits; the stage in
    /// two; bubbles.
    pub how: u64,
}

/// In place of a target, which is the address of a bundle: there is none.
pub(crate) const NO_TARGET: u64 = u64::MAX;
/// In place of the slot of a taken branch: there is none.
pub(crate) const NO_SLOT: u8 = 3;

impl Predicted {
    #[inline(always)]
    const fn new(slot: u8, target: u64, stage: Stage, bubbles: u32) -> Self {
        Self {
            target,
            how: (slot & 3) as u64 | (stage as u64) << 2 | (bubbles as u64) << 4,
        }
    }

    /// The same prediction with another target and other bubbles.
    pub(crate) fn redirected(self, target: u64, bubbles: u32) -> Self {
        Self {
            target,
            how: self.how & 15 | u64::from(bubbles) << 4,
        }
    }

    /// The prediction that no branch will be taken.
    #[inline(always)]
    pub(crate) const fn not_taken(stage: Stage, bubbles: u32) -> Self {
        Self::new(NO_SLOT, NO_TARGET, stage, bubbles)
    }

    /// The prediction that the branch in a slot will be taken, to `target` if a structure supplies one.
    #[inline(always)]
    pub(crate) fn taken(slot: u8, target: Option<u64>, stage: Stage, bubbles: u32) -> Self {
        Self::new(slot, target.unwrap_or(NO_TARGET), stage, bubbles)
    }

    /// No prediction: a short form did not apply and has changed nothing.
    pub(crate) const UNSAID: Self = Self {
        target: NO_TARGET,
        how: u64::MAX,
    };

    /// Whether this is [`UNSAID`](Self::UNSAID).
    #[inline(always)]
    pub(crate) fn is_unsaid(&self) -> bool {
        self.how == u64::MAX
    }

    /// Slot of the branch predicted taken; `None`: none is.
    pub(crate) fn slot(&self) -> Option<u8> {
        let slot = self.how as u8 & 3;
        (slot != NO_SLOT).then_some(slot)
    }

    /// Its target; `None`: no structure supplies one.
    pub(crate) fn target(&self) -> Option<u64> {
        (self.target != NO_TARGET).then_some(self.target)
    }

    /// The stage that chose the path.
    #[inline(always)]
    pub(crate) fn stage(&self) -> Stage {
        match self.how >> 2 & 3 {
            0 => Stage::First,
            1 => Stage::Second,
            _ => Stage::Third,
        }
    }

    /// Front-end bubbles of the resteer.
    #[inline(always)]
    pub(crate) fn bubbles(&self) -> u32 {
        (self.how >> 4) as u32
    }

    /// Whether it was right, given the outcome.
    #[inline(always)]
    pub(crate) fn quality(&self, outcome: BranchOutcome) -> Prediction {
        match (self.slot(), outcome) {
            (None, None) => Prediction::Right,
            (Some(slot), Some((taken, target))) if slot == taken => {
                if self.target == target {
                    Prediction::Right
                } else {
                    Prediction::WrongTarget
                }
            }
            _ => Prediction::WrongPath,
        }
    }
}

/// Indices of the table entries in which a bundle was found last. They are guesses: the entry's key is compared before one is used.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TablePositions {
    /// In the predictor's history table.
    history: u32,
    /// In the target cache, by slot.
    targets: [u32; 3],
}

impl TablePositions {
    /// The bundle has not been found yet.
    pub(crate) const NONE: Self = Self {
        history: 0,
        targets: [0; 3],
    };
}

/// A branch bundle that is simple to predict: its single branch is decided by its history, its hint or the loop count. It holds all that is the same
/// whenever the bundle is predicted, looked up once ([`BranchUnit::near`]), so that each prediction is short ([`BranchUnit::run_near`]).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Near {
    /// Key of the bundle in the history table: its address.
    bundle: u64,
    /// Key of the branch in the target cache ([`key`]).
    branch: u64,
    decides: Decides,
    /// Index of the first of the counters from which its history selects one.
    patterns: usize,
    /// [`Predicted::how`] where the target cache has it: predicted not taken, and taken.
    how: [u64; 2],
    /// Its prediction where the target cache does not have it.
    absent: Absent,
    /// What the branch does to the return stack when it is taken.
    stack_effect: StackEffect,
}

impl Near {
    /// The prediction that its branch is not taken.
    #[inline(always)]
    fn not_taken(&self) -> Predicted {
        Predicted {
            target: NO_TARGET,
            how: self.how[0],
        }
    }
}

/// The prediction of a branch that the target cache does not have.
#[derive(Clone, Copy, Debug)]
struct Absent {
    /// The target that the address calculators compute, or [`NO_TARGET`]; a return takes that of the return stack instead.
    target: u64,
    /// [`Predicted::how`], if it is predicted taken.
    how: u64,
    /// The branch enters the target cache when it is taken.
    enters: bool,
}

/// What a branch that is taken does to the return stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StackEffect {
    Nothing,
    Push,
    Pop,
}

/// What decides the predicted direction of a branch.
///
/// `repr(u8)` gives the variant a byte of its own: packed into the unused values of the hint it takes longer to find out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
enum Decides {
    /// Its history.
    History,
    /// Its hint.
    Hint(bool),
    /// The loop count.
    Count,
}

/// A direction predictor: the part of the branch unit that `branch.predictor` selects.
trait Directions {
    /// Whether the target cache and the return stack are used.
    const TARGETS: bool = true;

    /// The target in the target address register that names a bundle; `None`: none does.
    fn target_register(&self, bundle: u64) -> Option<u64> {
        let _ = bundle;
        None
    }

    /// Index of the entry of a bundle, if the predictor keeps entries; counts as a use. `hint`: where it was found last, corrected here.
    fn entry(&mut self, bundle: &BranchBundle, hint: &mut u32) -> Option<usize> {
        let _ = (bundle, hint);
        None
    }

    /// Whether a branch is predicted taken; `None`: the tables have nothing about it.
    fn direction(&mut self, bundle: &BranchBundle, slot: u8, entry: Option<usize>) -> Option<bool>;

    /// Learns the outcome of a branch. If the bundle gets an entry, its index is left in `entry`.
    fn learn(&mut self, bundle: &BranchBundle, slot: u8, entry: &mut Option<usize>, taken: bool);

    /// [`direction`](Self::direction), then [`learn`](Self::learn), for the only branch of a bundle; returns the direction predicted.
    #[inline(always)]
    fn direct_and_learn(
        &mut self,
        bundle: &BranchBundle,
        slot: u8,
        hint: &mut u32,
        taken: bool,
    ) -> Option<bool> {
        let mut entry = self.entry(bundle, hint);
        let direction = self.direction(bundle, slot, entry);
        self.learn(bundle, slot, &mut entry, taken);
        direction
    }

    /// The same where the bundle's history is at index `hint`; `None`: it is not there, and nothing was done.
    #[inline(always)]
    fn direct_near(&mut self, bundle: &BranchBundle, hint: u32, taken: bool) -> Option<bool> {
        let _ = (bundle, hint, taken);
        None
    }
}

/// The predictor `static`: hints decide, and no table is used.
struct HintOnly;

impl Directions for HintOnly {
    const TARGETS: bool = false;

    fn direction(&mut self, _: &BranchBundle, _: u8, _: Option<usize>) -> Option<bool> {
        None
    }

    fn learn(&mut self, _: &BranchBundle, _: u8, _: &mut Option<usize>, _: bool) {}
}

/// The predictors that know a branch by its [`key`] alone. Each has a line: its name in the configuration, its type, and the section with its
/// sizes.
macro_rules! predictors {
    ($($name:ident: $module:ident::$type:ident, $section:ident;)*) => {
        $(
            impl Directions for $module::$type {
                #[inline(always)]
                fn direction(
                    &mut self,
                    bundle: &BranchBundle,
                    slot: u8,
                    _: Option<usize>,
                ) -> Option<bool> {
                    Some(self.predict(key(bundle.ip, slot)))
                }

                #[inline(always)]
                fn learn(
                    &mut self,
                    bundle: &BranchBundle,
                    slot: u8,
                    _: &mut Option<usize>,
                    taken: bool,
                ) {
                    self.learn(key(bundle.ip, slot), taken);
                }
            }
        )*

        /// The configured direction predictor, matched once for each branch bundle.
        #[derive(Clone, Debug)]
        #[repr(u8)]
        enum Style {
            None,
            Static,
            Perfect,
            Itanium(Box<Itanium>),
            $($name($module::$type),)*
        }

        /// A checkpoint holds the tables of the configured predictor only.
        impl State for Style {
            fn save(&self, out: &mut Vec<u8>) {
                match self {
                    Style::None | Style::Static | Style::Perfect => {}
                    Style::Itanium(tables) => tables.save(out),
                    $(Style::$name(predictor) => predictor.save(out),)*
                }
            }

            fn load(&mut self, from: &mut Source<'_>) -> Result<(), Damage> {
                match self {
                    Style::None | Style::Static | Style::Perfect => Ok(()),
                    Style::Itanium(tables) => tables.load(from),
                    $(Style::$name(predictor) => predictor.load(from),)*
                }
            }
        }

        impl Style {
            /// Cold tables.
            fn new(p: &Parameters) -> Self {
                match p.predictor {
                    BranchPredictor::None => Style::None,
                    BranchPredictor::Static => Style::Static,
                    BranchPredictor::Perfect => Style::Perfect,
                    BranchPredictor::Itanium => Style::Itanium(Box::new(Itanium::new(&p.itanium))),
                    $(BranchPredictor::$name => Style::$name($module::$type::new(&p.$section)),)*
                }
            }

            /// Predicts a branch bundle, then learns its outcome.
            #[inline(always)]
            fn run(
                &mut self,
                staging: &mut Staging,
                bundle: &BranchBundle,
                outcome: BranchOutcome,
                positions: &mut TablePositions,
            ) -> Predicted {
                // Branch prediction 5
                match self {
                    Style::None => Predicted::not_taken(Stage::Third, 0),
                    Style::Perfect => match outcome {
                        Some((slot, target)) => {
                            Predicted::taken(slot, Some(target), Stage::First, 0)
                        }
                        None => Predicted::not_taken(Stage::First, 0),
                    },
                    Style::Static => staging.run(&mut HintOnly, bundle, outcome, positions),
                    Style::Itanium(p) => staging.run(&mut **p, bundle, outcome, positions),
                    $(Style::$name(p) => staging.run(p, bundle, outcome, positions),)*
                }
            }
        }
    };
}

predictors! {
    Bimodal: bimodal::Bimodal, patterns;
    Gshare: gshare::Gshare, patterns;
    TwoLevelLocal: local::Local, patterns;
    Tage: tage::Tage, tage;
}

/// The branch unit.
#[derive(Clone, Debug)]
pub(crate) struct BranchUnit {
    style: Style,
    staging: Staging,
    /// Bundles predicted so far.
    pub predictions: u64,
}

checkpoint::state!(BranchUnit {
    style,
    staging,
    predictions
});

impl BranchUnit {
    /// Cold tables.
    pub(crate) fn new(parameters: &Parameters) -> Self {
        Self {
            style: Style::new(parameters),
            staging: Staging::new(parameters),
            predictions: 0,
        }
    }

    /// Predicts a branch bundle, then learns its outcome. `positions` are those of this bundle.
    #[inline(always)]
    pub(crate) fn run(
        &mut self,
        bundle: &BranchBundle,
        outcome: BranchOutcome,
        positions: &mut TablePositions,
    ) -> Predicted {
        self.predictions += 1;
        match &mut self.style {
            Style::Itanium(tables) => self.staging.run(&mut **tables, bundle, outcome, positions),
            _ => self.run_other(bundle, outcome, positions),
        }
    }

    /// What is the same whenever a bundle is predicted, with the slot of its only branch and that branch; `None`: the bundle is not that simple.
    /// It is if its branch is decided by its history, its hint or the loop count; a call or return, if it is always predicted taken.
    pub(crate) fn near(&self, bundle: &BranchBundle) -> Option<(Near, u8, BranchSlot)> {
        let Style::Itanium(tables) = &self.style else {
            return None;
        };
        let (slot, branch) = bundle.alone?;
        let is_plain = !branch.clear && !bundle.dynamic;
        let stack_effect = match branch.kind {
            BranchKind::Cond => StackEffect::Nothing,
            BranchKind::Call => StackEffect::Push,
            BranchKind::Ret => StackEffect::Pop,
            _ => StackEffect::Nothing,
        };
        let is_hinted = branch.kind == BranchKind::Cond || stack_effect != StackEffect::Nothing;
        let decides = match bundle.table_use {
            TableUse::HistoryAndTarget => Decides::History,
            TableUse::TargetOfLoop if self.staging.predicts_loop(&branch) && !bundle.dynamic => {
                Decides::Count
            }
            _ if !is_plain || !is_hinted => return None,
            _ if branch.unconditional => Decides::Hint(true),
            _ => Decides::Hint(branch.hinted()?),
        };
        if stack_effect != StackEffect::Nothing && decides != Decides::Hint(true) {
            return None;
        }
        let near = Near {
            bundle: bundle.ip,
            branch: key(bundle.ip, slot),
            decides,
            patterns: tables.patterns_of(bundle.ip),
            how: self.staging.how(slot, decides, stack_effect),
            absent: self.staging.absent(slot, &branch),
            stack_effect,
        };
        Some((near, slot, branch))
    }

    /// The short form of [`run`](Self::run) for such a bundle; `went`: the target to which its branch was taken, or [`NO_TARGET`].
    /// [`Predicted::UNSAID`]: it is not where `positions` say, or needs the full form; nothing was done.
    ///
    /// Not inlined, so that replay's loop, the caller, keeps its values in registers.
    #[inline(never)]
    pub(crate) fn run_near(
        &mut self,
        near: &Near,
        positions: &TablePositions,
        went: u64,
    ) -> Predicted {
        self.run_near_inlined(near, positions, went)
    }

    /// The same, inlined, for warming.
    #[inline(always)]
    pub(crate) fn run_near_inlined(
        &mut self,
        near: &Near,
        positions: &TablePositions,
        went: u64,
    ) -> Predicted {
        let Style::Itanium(tables) = &mut self.style else {
            return Predicted::UNSAID;
        };
        let predicted = self.staging.run_near(tables, near, positions, went);
        self.predictions += u64::from(!predicted.is_unsaid());
        predicted
    }

    #[inline(never)]
    fn run_other(
        &mut self,
        bundle: &BranchBundle,
        outcome: BranchOutcome,
        positions: &mut TablePositions,
    ) -> Predicted {
        self.style
            .run(&mut self.staging, bundle, outcome, positions)
    }

    /// The entries that [`run_near`](Self::run_near) would find, as they are before it; `None`: it would predict nothing, or change more than these
    /// entries.
    pub(crate) fn seen(&self, near: &Near, positions: &TablePositions, went: u64) -> Option<Seen> {
        match &self.style {
            Style::Itanium(tables) => self.staging.seen(tables, near, positions, went),
            _ => None,
        }
    }

    /// [`Predicted::how`], if [`run_near`](Self::run_near) would predict right and change nothing but the order of use in the tables.
    pub(crate) fn idle(&self, near: &Near, positions: &TablePositions, went: u64) -> Option<u64> {
        match &self.style {
            Style::Itanium(tables) => self.staging.idle(tables, near, positions, went),
            _ => None,
        }
    }

    /// All state that decides later predictions, as words: two units with equal words predict and learn alike, whatever places their
    /// tables have given to branches. False, and no words: the predictor is not Itanium's.
    pub(crate) fn picture(&self, words: &mut Vec<u64>) -> bool {
        words.clear();
        let Style::Itanium(tables) = &self.style else {
            return false;
        };
        tables.picture(words);
        self.staging.picture(words);
        true
    }

    /// Adds the words of the return stack alone, at least one.
    pub(crate) fn picture_returns(&self, words: &mut Vec<u64>) {
        self.staging.returns.picture(words);
    }

    /// The prediction and the table entries of a bundle that has settled: predicting and learning it again with this outcome changes nothing but the
    /// order of use in the tables. It holds until another bundle is predicted or a `brp` executes. `None`: it has not settled, or is no bundle with a
    /// single, taken branch that is neither call nor return.
    pub(crate) fn settled(
        &self,
        bundle: &BranchBundle,
        outcome: BranchOutcome,
        positions: &TablePositions,
    ) -> Option<Settled> {
        match &self.style {
            Style::Itanium(tables) => self.staging.settled(tables, bundle, outcome?, positions),
            _ => None,
        }
    }

    /// [`run`](Self::run) for a bundle that has settled.
    #[inline(always)]
    pub(crate) fn run_settled(&mut self, settled: &Settled) {
        self.predictions += 1;
        if let Style::Itanium(tables) = &mut self.style
            && let Some(entry) = settled.entry
        {
            tables.use_again(entry);
        }
        self.staging.use_again(settled);
    }

    /// A `brp`: tells a branch bundle and its target ahead of time. `important`: `.imp`.
    pub(crate) fn hint(&mut self, branch: u64, target: u64, important: bool) {
        match &mut self.style {
            Style::None | Style::Static | Style::Perfect => {}
            Style::Itanium(tables) if important => tables.load_target_register(branch, target),
            _ => self.staging.hint(branch, target),
        }
    }
}

/// Key of a branch in the tables: its bundle's address with the slot in the low bits.
fn key(bundle: u64, slot: u8) -> u64 {
    bundle | u64::from(slot)
}

/// Whether the direction of a branch of this kind follows from ar.lc and ar.ec.
fn is_counted(kind: BranchKind) -> bool {
    matches!(
        kind,
        BranchKind::Cloop | BranchKind::Ctop | BranchKind::Cexit
    )
}

/// Whether a hint says taken, statically or as the start of dynamic prediction.
fn hinted_taken(hint: WhetherHint) -> bool {
    matches!(hint, WhetherHint::StaticTaken | WhetherHint::DynamicTaken)
}

/// The highest value of a two-bit counter.
const MOST: u8 = 3;

/// The next value of a two-bit counter: two bits each, from the low end, for counter 0 not taken, counter 0 taken, counter 1 not taken and so on.
const NEXT: u16 = {
    let (mut all, mut counter) = (0, 0);
    while counter <= MOST {
        let fewer = counter.saturating_sub(1) as u16;
        let more = if counter < MOST { counter + 1 } else { MOST } as u16;
        all |= (fewer | more << 2) << (4 * counter);
        counter += 1;
    }
    all
};

/// Trains a two-bit saturating counter: 0 and 1 predict not taken, 2 and 3 taken. Computed without a branch of the host.
#[inline(always)]
fn train(counter: &mut u8, taken: bool) {
    let place = 4 * (*counter & MOST) + 2 * u8::from(taken);
    *counter = (NEXT >> place) as u8 & MOST;
}

/// The number h of Branch prediction 7, which indexes the tables of the other predictors.
fn hash(key: u64) -> u64 {
    (key >> 4 ^ key >> 17) ^ (key & 3) << 7
}

#[cfg(test)]
mod tests;
