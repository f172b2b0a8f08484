//! Why a tool call gave no answer.

/// Whatever is not an answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ToolError {
    /// No corpus is open yet.
    #[error("no corpus is open")]
    NotOpen,
    /// No tool has this name; the text lists those that exist.
    #[error("{0}")]
    UnknownTool(String),
    /// The arguments are not what the tool takes; the text names the argument.
    #[error("{0}")]
    BadArguments(String),
    /// Understood and refused: unknown id or path, file changed since it was indexed.
    #[error("{0}")]
    Refused(String),
    /// The answer passes the limit on answer size.
    #[error(
        "the answer takes {bytes} bytes, the limit is {limit_bytes}; ask for less or raise the limit on answer size"
    )]
    AnswerTooLarge {
        /// Size of the answer.
        bytes: u64,
        /// The limit.
        limit_bytes: u64,
    },
}
