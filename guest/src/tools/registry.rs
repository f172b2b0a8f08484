//! The table of tools, and the strict way to call one.

use serde_json::Value;

use crate::index::Index;
use crate::tools::arguments::Arguments;
use crate::tools::parameter::{Parameter, arguments_schema};
use crate::tools::quote::{Quoted, list_words};
use crate::tools::{
    Reply, ToolError, find_usages, get_callers, get_file_summary, get_repo_outline, get_symbol_source,
    graph_stats, search_symbols, smart_context,
};

/// Answers a call from arguments whose names are checked.
pub(super) type Handler = fn(&Index, &Arguments<'_>, &mut Reply) -> Result<(), ToolError>;

/// A tool: its name, what it takes, and how it answers.
#[derive(Debug)]
pub struct Tool {
    /// Name in calls and reports.
    pub name: &'static str,
    /// What it is for, for the one who chooses among tools.
    pub description: &'static str,
    /// What it takes.
    pub parameters: &'static [Parameter],
    pub(super) handler: Handler,
}

impl Tool {
    /// JSON Schema (2020-12) of its arguments.
    #[must_use]
    pub fn input_schema(&self) -> Value {
        arguments_schema(self.parameters)
    }
}

/// The tools in table order: the order of reports and of the measurement.
pub const TOOLS: [Tool; 8] = [
    graph_stats::TOOL,
    search_symbols::TOOL,
    get_symbol_source::TOOL,
    get_callers::TOOL,
    find_usages::TOOL,
    get_file_summary::TOOL,
    smart_context::TOOL,
    get_repo_outline::TOOL,
];

/// Names of the tools in table order.
pub fn tool_names() -> impl Iterator<Item = &'static str> {
    TABLE.iter().map(|tool| tool.name)
}

/// Finds a tool by its name.
///
/// # Errors
/// [`ToolError::UnknownTool`], listing those that exist.
pub fn find_tool(name: &str) -> Result<&'static Tool, ToolError> {
    TABLE.iter().find(|tool| tool.name == name).ok_or_else(|| {
        let (given, names) = (Quoted(name), list_words(tool_names()));
        ToolError::UnknownTool(format!("there is no tool {given}; there are {names}"))
    })
}

/// Calls a tool: parses the arguments, runs it, writes the answer into `reply`.
///
/// # Errors
/// Whatever is not an answer; `reply` then holds nothing of use.
pub fn call(index: &Index, name: &str, arguments_json: &str, reply: &mut Reply) -> Result<(), ToolError> {
    let tool = find_tool(name)?;
    let arguments = Arguments::parse(arguments_json, tool.parameters)?;
    (tool.handler)(index, &arguments, reply)
}

/// The table as one static, so that a tool's address outlives every call.
static TABLE: &[Tool] = &TOOLS;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::parameter::MAX_PARAMETERS;

    #[test]
    fn names_are_in_table_order_and_unknown_ones_are_refused_with_the_list() {
        let names = "graph_stats search_symbols get_symbol_source get_callers find_usages \
                     get_file_summary smart_context get_repo_outline";
        assert_eq!(tool_names().collect::<Vec<_>>().join(" "), names);
        let error = find_tool("grep\u{7}").unwrap_err().to_string();
        assert!(error.starts_with("there is no tool `grep\\u{7}`; there are `graph_stats`, "), "{error}");
    }

    #[test]
    fn schemas_say_what_the_reader_of_arguments_checks() {
        for tool in &TOOLS {
            assert!(tool.parameters.len() <= MAX_PARAMETERS, "{}", tool.name);
            assert!(tool.description.ends_with('.'), "{}", tool.name);
        }
        let bare = find_tool("graph_stats").unwrap().input_schema();
        assert_eq!(bare.to_string(), r#"{"additionalProperties":false,"type":"object"}"#);
        let callers = find_tool("get_callers").unwrap().input_schema();
        assert_eq!(callers["required"], serde_json::json!(["id"]));
        assert_eq!(callers["properties"]["depth"]["maximum"], 10);
        assert_eq!(callers["properties"]["limit"]["default"], 50);
    }
}
