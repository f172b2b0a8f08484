//! Reads a tool's arguments strictly: what is unknown, doubled, mistyped or out of range is refused.
//!
//! Values stay raw text until a tool asks for them, so that a refusal can show what was given as it
//! was given, and that nothing is built for what is never read.

use std::borrow::Cow;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::tools::ToolError;
use crate::tools::parameter::{Accepts, MAX_PARAMETERS, Parameter};
use crate::tools::quote::{Quoted, list_words};

/// A call's arguments, their names checked.
#[derive(Debug)]
pub(super) struct Arguments<'a> {
    parameters: &'static [Parameter],
    /// What was given for each parameter, in their order.
    given: [Option<&'a RawValue>; MAX_PARAMETERS],
}

/// A string that borrows from the JSON unless it has escapes.
#[derive(Deserialize)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

impl<'a> Arguments<'a> {
    /// Reads a JSON object whose names are those of `parameters`; no text at all is `{}`.
    ///
    /// # Errors
    /// [`ToolError::BadArguments`] for no JSON, no object, an unknown name or a name given twice.
    pub(super) fn parse(json: &'a str, parameters: &'static [Parameter]) -> Result<Self, ToolError> {
        let mut arguments = Self { parameters, given: [None; MAX_PARAMETERS] };
        if json.is_empty() {
            return Ok(arguments);
        }
        if !json.trim_ascii_start().starts_with('{') {
            return Err(no_object(json));
        }
        let mut problem = None;
        let mut reader = serde_json::Deserializer::from_str(json);
        let fields = Fields { arguments: &mut arguments, problem: &mut problem };
        fields.deserialize(&mut reader).and_then(|()| reader.end()).map_err(|error| no_json(&error))?;
        match problem {
            Some(problem) => Err(ToolError::BadArguments(problem)),
            None => Ok(arguments),
        }
    }

    /// The string of a required parameter.
    pub(super) fn text(&self, parameter: &Parameter) -> Result<Cow<'a, str>, ToolError> {
        self.optional_text(parameter)?.ok_or_else(|| missing(parameter))
    }

    /// The string of a parameter, if given.
    pub(super) fn optional_text(&self, parameter: &Parameter) -> Result<Option<Cow<'a, str>>, ToolError> {
        let Some(raw) = self.raw(parameter) else { return Ok(None) };
        let Accepts::Text { min, max } = parameter.accepts else { return Err(wrong(parameter, raw)) };
        let text = string_of(raw).ok_or_else(|| wrong(parameter, raw))?;
        // Counting stops past the limit; most texts are far shorter.
        let characters = text.chars().take(max as usize + 1).count();
        if characters < min as usize || characters > max as usize {
            return Err(wrong(parameter, raw));
        }
        Ok(Some(text))
    }

    /// The number of a parameter, or its default.
    pub(super) fn integer(&self, parameter: &Parameter) -> Result<u32, ToolError> {
        let Accepts::Integer { min, max, default } = parameter.accepts else {
            return Err(missing(parameter));
        };
        let Some(raw) = self.raw(parameter) else { return Ok(default) };
        integer_of(raw.get())
            .filter(|number| (min..=max).contains(number))
            .ok_or_else(|| wrong(parameter, raw))
    }

    /// Whether a flag is set.
    pub(super) fn flag(&self, parameter: &Parameter) -> Result<bool, ToolError> {
        match self.raw(parameter).map(|raw| (raw, raw.get())) {
            None | Some((_, "false")) => Ok(false),
            Some((_, "true")) => Ok(true),
            Some((raw, _)) => Err(wrong(parameter, raw)),
        }
    }

    /// The value that `find` knows for the word of a parameter, if given.
    pub(super) fn word<T>(
        &self,
        parameter: &Parameter,
        find: impl Fn(&str) -> Option<T>,
    ) -> Result<Option<T>, ToolError> {
        let Some(raw) = self.raw(parameter) else { return Ok(None) };
        let value = string_of(raw).and_then(|word| find(&word));
        value.map(Some).ok_or_else(|| wrong(parameter, raw))
    }

    /// The values that `find` knows for the word or words of a parameter, each once; empty if not given.
    pub(super) fn words<T: PartialEq>(
        &self,
        parameter: &Parameter,
        find: impl Fn(&str) -> Option<T>,
    ) -> Result<Vec<T>, ToolError> {
        let Some(raw) = self.raw(parameter) else { return Ok(Vec::new()) };
        let given = match serde_json::from_str::<Vec<Text<'a>>>(raw.get()) {
            Ok(words) => words,
            Err(_) => string_of(raw).map(Text).into_iter().collect(),
        };
        let mut values = Vec::new();
        for word in &given {
            let value = find(&word.0).ok_or_else(|| wrong(parameter, raw))?;
            if !values.contains(&value) {
                values.push(value);
            }
        }
        if values.is_empty() { Err(wrong(parameter, raw)) } else { Ok(values) }
    }

    fn raw(&self, parameter: &Parameter) -> Option<&'a RawValue> {
        let index = self.parameters.iter().position(|known| known.name == parameter.name)?;
        self.given.get(index).copied().flatten()
    }
}

/// Takes the fields of the arguments object apart.
struct Fields<'f, 'a> {
    arguments: &'f mut Arguments<'a>,
    /// The first thing wrong with a name; reading goes on, since broken JSON is worse.
    problem: &'f mut Option<String>,
}

impl<'a> DeserializeSeed<'a> for Fields<'_, 'a> {
    type Value = ();

    fn deserialize<D: Deserializer<'a>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'a> Visitor<'a> for Fields<'_, 'a> {
    type Value = ();

    fn expecting(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("an object")
    }

    fn visit_map<A: MapAccess<'a>>(self, mut map: A) -> Result<(), A::Error> {
        let parameters = self.arguments.parameters;
        while let Some((name, value)) = map.next_entry::<Text<'a>, &'a RawValue>()? {
            let slot = parameters.iter().position(|parameter| parameter.name == name.0);
            match slot.and_then(|index| self.arguments.given.get_mut(index)) {
                Some(slot) if slot.is_none() => *slot = Some(value),
                Some(_) => _ = self.problem.get_or_insert_with(|| twice(&name.0)),
                None => _ = self.problem.get_or_insert_with(|| unknown(&name.0, parameters)),
            }
        }
        Ok(())
    }
}

fn string_of(raw: &RawValue) -> Option<Cow<'_, str>> {
    serde_json::from_str::<Text<'_>>(raw.get()).ok().map(|text| text.0)
}

/// Reads a JSON number without a fractional part, `20.0` and `2e1` included.
fn integer_of(raw: &str) -> Option<u32> {
    if let Ok(number) = serde_json::from_str::<u32>(raw) {
        return Some(number);
    }
    let number: f64 = serde_json::from_str(raw).ok()?;
    let in_range = number >= 0.0 && number <= f64::from(u32::MAX);
    (in_range && number == f64::from(number as u32)).then_some(number as u32)
}

fn wrong(parameter: &Parameter, raw: &RawValue) -> ToolError {
    let (name, accepted) = (parameter.name, parameter.accepted());
    ToolError::BadArguments(format!("`{name}` takes {accepted}, not {}", Quoted(raw.get())))
}

fn missing(parameter: &Parameter) -> ToolError {
    ToolError::BadArguments(format!("`{}` is missing; it takes {}", parameter.name, parameter.accepted()))
}

fn twice(name: &str) -> String {
    format!("{} is given twice", Quoted(name))
}

fn unknown(name: &str, parameters: &[Parameter]) -> String {
    if parameters.is_empty() {
        return format!("there is no argument {}; the tool takes none", Quoted(name));
    }
    let accepted = list_words(parameters.iter().map(|parameter| parameter.name));
    format!("there is no argument {}; accepted are {accepted}", Quoted(name))
}

fn no_object(json: &str) -> ToolError {
    match serde_json::from_str::<&RawValue>(json) {
        Ok(raw) => {
            let given = Quoted(raw.get());
            ToolError::BadArguments(format!("the arguments are to be a JSON object, not {given}"))
        }
        Err(error) => no_json(&error),
    }
}

fn no_json(error: &serde_json::Error) -> ToolError {
    ToolError::BadArguments(format!("the arguments are no JSON: {error}"))
}

#[cfg(test)]
mod tests;
