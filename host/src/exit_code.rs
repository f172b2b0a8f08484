//! What the process says to its caller when it ends. 3 is kept for a gate that finds a regression.

use std::process;

/// An exit code of this program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExitCode {
    /// Everything went well.
    Success,
    /// Something failed that no other code stands for.
    Failure,
    /// The command line cannot be carried out.
    Usage,
    /// Lanes answered the same call differently.
    Disagreement,
    /// A limit or deadline ended the run early.
    Limit,
    /// Ctrl-C: 128 and the number of the signal, as shells have it.
    Interrupted,
}

impl ExitCode {
    /// The number.
    pub(crate) const fn number(self) -> u8 {
        match self {
            Self::Success => 0,
            Self::Failure => 1,
            Self::Usage => 2,
            Self::Disagreement => 4,
            Self::Limit => 5,
            Self::Interrupted => 130,
        }
    }

    /// The one that is told when both hold: a disagreement first, since it voids every figure; then what
    /// cut the run short; then any other failure.
    pub(crate) fn or(self, other: Self) -> Self {
        if self.precedence() >= other.precedence() { self } else { other }
    }

    const fn precedence(self) -> u8 {
        match self {
            Self::Success => 0,
            Self::Failure => 1,
            Self::Usage => 2,
            Self::Limit => 3,
            Self::Interrupted => 4,
            Self::Disagreement => 5,
        }
    }
}

impl From<ExitCode> for process::ExitCode {
    fn from(code: ExitCode) -> Self {
        Self::from(code.number())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_documented() {
        let codes = [
            ExitCode::Success,
            ExitCode::Failure,
            ExitCode::Usage,
            ExitCode::Disagreement,
            ExitCode::Limit,
            ExitCode::Interrupted,
        ];
        assert_eq!(codes.map(ExitCode::number), [0, 1, 2, 4, 5, 130]);
    }

    #[test]
    fn where_several_hold_the_order_is_4_5_1() {
        let (four, five, one) = (ExitCode::Disagreement, ExitCode::Limit, ExitCode::Failure);
        assert_eq!([four.or(five), five.or(four), four.or(one)], [four; 3]);
        assert_eq!([five.or(one), one.or(five), five.or(ExitCode::Success)], [five; 3]);
        assert_eq!(ExitCode::Success.or(ExitCode::Success), ExitCode::Success);
    }
}
