//! `tools`: what can be called, without a corpus.

use std::io::{self, Write as _};

use anyhow::{Context as _, Result};
use comfy_table::{ContentArrangement, Table, presets};
use guest::tools::{Parameter, TOOLS, Tool};
use serde_json::{Value, json};

use crate::cli::{ToolsArgs, ToolsFormat};
use crate::exit_code::ExitCode;

/// Columns of the text; terminals that are narrower wrap it once more.
const WIDTH: u16 = 110;

/// Prints the list.
pub(super) fn tools(args: &ToolsArgs) -> Result<ExitCode> {
    let text = match args.format {
        ToolsFormat::Text => table(),
        ToolsFormat::Json => serde_json::to_string_pretty(&schemas())?,
    };
    writeln!(io::stdout(), "{text}").context("standard output cannot be written")?;
    Ok(ExitCode::Success)
}

fn table() -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic).set_width(WIDTH);
    table.set_header(["tool", "arguments", "description"]);
    for tool in &TOOLS {
        table.add_row([tool.name.to_owned(), arguments(tool), tool.description.to_owned()]);
    }
    table.trim_fmt()
}

/// Names of the arguments; those that may be left out in brackets.
fn arguments(tool: &Tool) -> String {
    let name = |parameter: &Parameter| match parameter.required {
        true => parameter.name.to_owned(),
        false => format!("[{}]", parameter.name),
    };
    tool.parameters.iter().map(name).collect::<Vec<_>>().join(" ")
}

/// The shape of MCP's `tools/list`.
fn schemas() -> Value {
    let tool = |tool: &Tool| json!({ "name": tool.name, "description": tool.description, "inputSchema": tool.input_schema() });
    Value::Array(TOOLS.iter().map(tool).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tool_is_in_both_formats() {
        let (text, schemas) = (table(), schemas());
        for (tool, schema) in TOOLS.iter().zip(schemas.as_array().expect("a list")) {
            assert!(text.contains(tool.name));
            assert_eq!(schema["name"], tool.name);
            assert_eq!(schema["inputSchema"]["type"], "object");
        }
    }
}
