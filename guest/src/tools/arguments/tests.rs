use proptest::prelude::*;

use super::*;
use crate::tools::parameter::limit;

const NAME: Parameter =
    Parameter { name: "name", description: "", required: true, accepts: Accepts::Text { min: 1, max: 3 } };
const LIMIT: Parameter = limit(20, "");
const DEEP: Parameter = Parameter { name: "deep", description: "", required: false, accepts: Accepts::Flag };
const KIND: Parameter =
    Parameter { name: "kind", description: "", required: false, accepts: Accepts::Words(|| vec!["a", "b"]) };
const PARAMETERS: &[Parameter] = &[NAME, LIMIT, DEEP, KIND];

fn refusal<T: std::fmt::Debug>(json: &str, read: impl Fn(&Arguments<'_>) -> Result<T, ToolError>) -> String {
    let result = Arguments::parse(json, PARAMETERS).and_then(|arguments| read(&arguments));
    result.expect_err("refused").to_string()
}

fn find(word: &str) -> Option<char> {
    ["a", "b"].contains(&word).then(|| word.chars().next()).flatten()
}

#[test]
fn what_is_given_is_read_and_what_is_absent_has_its_default() {
    let json = r#" { "name": "a\u00e9b", "limit": 20.0, "deep": true, "kind": ["b", "a"] } "#;
    let arguments = Arguments::parse(json, PARAMETERS).unwrap();
    assert_eq!(arguments.text(&NAME).unwrap(), "aéb");
    assert_eq!(arguments.integer(&LIMIT).unwrap(), 20);
    assert!(arguments.flag(&DEEP).unwrap());
    assert_eq!(arguments.words(&KIND, find).unwrap(), ['b', 'a']);

    for empty in ["", "{}", " {} "] {
        let arguments = Arguments::parse(empty, PARAMETERS).unwrap();
        assert_eq!(arguments.integer(&LIMIT).unwrap(), 20);
        assert!(!arguments.flag(&DEEP).unwrap());
        assert_eq!(arguments.optional_text(&NAME).unwrap(), None);
        assert!(arguments.words(&KIND, find).unwrap().is_empty());
        assert!(arguments.word(&KIND, find).unwrap().is_none());
    }
}

#[test]
fn names_are_checked() {
    let all = "`name`, `limit`, `deep`, `kind`";
    let unknown = refusal(r#"{"nam": 1}"#, |_| Ok(()));
    assert_eq!(unknown, format!("there is no argument `nam`; accepted are {all}"));
    assert_eq!(refusal(r#"{"limit": 1, "limit": 1}"#, |_| Ok(())), "`limit` is given twice");
    assert_eq!(refusal(r#"{"limit": 1, "\u006cimit": 1}"#, |_| Ok(())), "`limit` is given twice");
    let missing = refusal("{}", |arguments| arguments.text(&NAME).map(|_| ()));
    assert_eq!(missing, "`name` is missing; it takes a string of 1 to 3 characters");
}

#[test]
fn integers_are_whole_in_range_and_no_strings() {
    let limit = |arguments: &Arguments<'_>| arguments.integer(&LIMIT);
    for given in ["0", "1001", "-1", "2.5", "\"20\"", "null", "true", "[1]", "1e999", "4294967297"] {
        assert_eq!(
            refusal(&format!(r#"{{"limit":{given}}}"#), limit),
            format!("`limit` takes a whole number from 1 to 1000, not `{given}`")
        );
    }
    let arguments = Arguments::parse(r#"{"limit":1e3}"#, PARAMETERS).unwrap();
    assert_eq!(arguments.integer(&LIMIT).unwrap(), 1000);
}

#[test]
fn texts_flags_and_words_are_typed() {
    for given in ["\"\"", "\"abcd\"", "1", "null", "{\"a\":1}", r#""\ud800""#] {
        let text = refusal(&format!(r#"{{"name":{given}}}"#), |arguments| arguments.text(&NAME).map(|_| ()));
        assert_eq!(text, format!("`name` takes a string of 1 to 3 characters, not `{given}`"));
    }
    assert!(refusal(r#"{"deep":1}"#, |arguments| arguments.flag(&DEEP)).contains("true or false"));
    for given in ["\"c\"", "[]", "[\"a\",1]", "[\"c\"]", "null", "3"] {
        let words = refusal(&format!(r#"{{"kind":{given}}}"#), |arguments| arguments.words(&KIND, find));
        assert_eq!(words, format!("`kind` takes one of `a`, `b`, or a list of them, not `{given}`"));
    }
}

#[test]
fn what_is_no_object_is_refused() {
    let object = |json: &str| refusal(json, |_| Ok(()));
    assert_eq!(object("null"), "the arguments are to be a JSON object, not `null`");
    assert_eq!(object(" [1] "), "the arguments are to be a JSON object, not `[1]`");
    assert!(object("{").starts_with("the arguments are no JSON: "));
    assert!(object("{} {}").starts_with("the arguments are no JSON: "));
    assert!(object("nul").starts_with("the arguments are no JSON: "));
    assert!(object(" ").starts_with("the arguments are no JSON: "));
    let long = format!(r#"{{"name":"{}"}}"#, "x".repeat(500));
    assert!(refusal(&long, |arguments| arguments.text(&NAME).map(|_| ())).len() < 200);
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(json in ".*", inner in "[\\[\\]{}\",:a-z0-9 .\\\\-]*") {
        for json in [json, format!("{{\"name\":{inner}}}"), format!("{{\"limit\":{inner}}}")] {
            if let Ok(arguments) = Arguments::parse(&json, PARAMETERS) {
                let _ = (arguments.text(&NAME), arguments.integer(&LIMIT), arguments.words(&KIND, find));
            }
        }
    }

    #[test]
    fn a_number_is_read_as_what_it_is(number in any::<u32>()) {
        prop_assert_eq!(integer_of(&number.to_string()), Some(number));
        prop_assert_eq!(integer_of(&format!("{number}.0")), Some(number));
        prop_assert_eq!(integer_of(&format!("{number}.5")), None);
    }
}
