use std::collections::BTreeMap;

use proptest::prelude::*;
use serde::Serialize;
use serde::ser::SerializeTupleStruct;
use serde_json::{Value, json};

use super::*;

/// Each shape that a value can have.
#[derive(Clone, Debug, Serialize)]
enum Shape {
    Unit,
    Newtype(Option<String>),
    Tuple(i8, i16, i32, i64, u8, u16),
    Struct { first: String, flag: bool, empty: Empty, pair: (u32, u64) },
    List(Vec<Shape>),
    Map(BTreeMap<String, Shape>),
    Flat(Flat),
    Json(Value),
}

#[derive(Clone, Copy, Debug, Serialize)]
struct Empty {}

#[derive(Clone, Debug, Serialize)]
struct Flat {
    #[serde(flatten)]
    part: Part,
    last: char,
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<f64>,
}

#[derive(Clone, Debug, Serialize)]
struct Part {
    name: String,
    unit: (),
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "[ -~\u{0}-\u{1f}\u{7f}-\u{a0}\"\\\\]{0,40}",
        "[a-z_/:.]{0,80}",
        "[\u{0}-\u{1f}\"\\\\]{0,20}"
    ]
}

fn leaf() -> impl Strategy<Value = Shape> {
    prop_oneof![
        Just(Shape::Unit),
        Just(Shape::Json(json!([[], {}, null, 1.5, -0.0, 1e300, {"": [{}]}]))),
        proptest::option::of(text()).prop_map(Shape::Newtype),
        any::<(i8, i16, i32, i64, u8, u16)>().prop_map(|(a, b, c, d, e, f)| Shape::Tuple(a, b, c, d, e, f)),
        (text(), any::<bool>(), any::<(u32, u64)>()).prop_map(|(first, flag, pair)| Shape::Struct {
            first,
            flag,
            empty: Empty {},
            pair
        }),
        (text(), any::<char>(), any::<Option<f64>>()).prop_map(|(name, last, number)| {
            Shape::Flat(Flat { part: Part { name, unit: () }, last, number })
        }),
    ]
}

fn shape() -> impl Strategy<Value = Shape> {
    leaf().prop_recursive(4, 64, 6, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..6).prop_map(Shape::List),
            proptest::collection::btree_map(text(), inner, 0..6).prop_map(Shape::Map),
        ]
    })
}

/// What is written into a buffer that holds other bytes already.
fn write(value: &(impl Serialize + ?Sized)) -> String {
    let mut buffer = vec![b'x'; 7];
    let mut writer = JsonWriter::over(&mut buffer, u64::MAX);
    writer.value(value).expect("the value has a JSON");
    let bytes = writer.bytes() as usize;
    buffer.truncate(bytes);
    String::from_utf8(buffer).expect("whole characters")
}

proptest! {
    #[test]
    fn values_are_written_as_serde_json_writes_them(shape in shape()) {
        prop_assert_eq!(write(&shape), serde_json::to_string(&shape).unwrap());
    }

    #[test]
    fn strings_are_written_as_serde_json_writes_them(text in text()) {
        prop_assert_eq!(write(&text), serde_json::to_string(&text).unwrap());
        prop_assert_eq!(write(&format_args!("{text}#{}", 7)), serde_json::to_string(&format!("{text}#7")).unwrap());
    }

    #[test]
    fn numbers_are_written_as_serde_json_writes_them(number in any::<u64>(), shift in 0..64_u32) {
        let number: u64 = number >> shift;
        prop_assert_eq!(write(&number), number.to_string());
        prop_assert_eq!(write(&(number as i64)), (number as i64).to_string());
    }

    #[test]
    fn what_passes_the_limit_is_counted_but_not_kept(texts in proptest::collection::vec(text(), 0..50)) {
        let mut buffer = Vec::new();
        let mut writer = JsonWriter::over(&mut buffer, 3);
        writer.value(&texts).unwrap();
        prop_assert_eq!(writer.bytes(), serde_json::to_string(&texts).unwrap().len() as u64);
    }
}

#[test]
fn numbers_at_the_ends_of_their_ranges_are_whole() {
    let all = (0, 9, 10, 99, 100, u64::MAX, i64::MIN, i64::MAX, f64::NAN, f64::MIN_POSITIVE);
    assert_eq!(write(&all), serde_json::to_string(&all).unwrap());
}

#[test]
fn a_long_text_past_the_limit_takes_little_memory() {
    let texts = vec!["0123456789"; 100_000];
    let mut buffer = Vec::new();
    let mut writer = JsonWriter::over(&mut buffer, 100);
    writer.value(&texts).unwrap();
    assert_eq!(writer.bytes(), 1_300_001);
    assert!(buffer.len() < 4096, "{}", buffer.len());
}

#[test]
fn texts_are_joined_into_one_string_and_numbers_are_keys() {
    struct Parts<'a>(&'a str, u32, &'a str);
    impl Serialize for Parts<'_> {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut joined = serializer.serialize_tuple_struct(JOINED, 3)?;
            joined.serialize_field(self.0)?;
            joined.serialize_field(&self.1)?;
            joined.serialize_field(self.2)?;
            joined.end()
        }
    }
    assert_eq!(write(&[Parts("a\"", 10, "\n"), Parts("", 0, "")]), r#"["a\"10\n","0"]"#);
    assert_eq!(write(&BTreeMap::from([(1_u32, 2), (30, 4)])), r#"{"1":2,"30":4}"#);
}

#[test]
fn a_key_that_is_no_text_is_an_error() {
    let mut buffer = Vec::new();
    let keys = BTreeMap::from([((1, 2), 3)]);
    let error = JsonWriter::over(&mut buffer, 99).value(&keys).unwrap_err();
    assert_eq!(error.to_string(), "keys and parts of strings have to be texts");
}
