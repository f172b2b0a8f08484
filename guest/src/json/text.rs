//! Keys of maps and parts of joined strings, which have to be texts.

use serde::ser::{Error, Impossible, Serialize, Serializer};

use crate::json::{JsonError, JsonWriter};

/// Writes a string or a number that is not negative, and takes nothing else.
pub(super) struct Text<'w, 'b> {
    pub(super) writer: &'w mut JsonWriter<'b>,
    /// Whether it is a string of its own.
    pub(super) quoted: bool,
}

fn no_text<T>() -> Result<T, JsonError> {
    Err(JsonError::custom("keys and parts of strings have to be texts"))
}

/// Methods that take a value that is no text.
macro_rules! refuse {
    ($($method:ident($value:ty))*) => {
        $(fn $method(self, _: $value) -> Result<(), JsonError> {
            no_text()
        })*
    };
}

impl Serializer for Text<'_, '_> {
    type Ok = ();
    type Error = JsonError;
    type SerializeSeq = Impossible<(), JsonError>;
    type SerializeTuple = Impossible<(), JsonError>;
    type SerializeTupleStruct = Impossible<(), JsonError>;
    type SerializeTupleVariant = Impossible<(), JsonError>;
    type SerializeMap = Impossible<(), JsonError>;
    type SerializeStruct = Impossible<(), JsonError>;
    type SerializeStructVariant = Impossible<(), JsonError>;

    #[inline]
    fn serialize_str(self, text: &str) -> Result<(), JsonError> {
        if self.quoted {
            self.writer.string(text);
        } else {
            self.writer.string_piece(text);
        }
        Ok(())
    }

    fn serialize_u32(self, number: u32) -> Result<(), JsonError> {
        self.serialize_u64(number.into())
    }

    fn serialize_u64(self, number: u64) -> Result<(), JsonError> {
        let quote: &[u8] = if self.quoted { b"\"" } else { b"" };
        self.writer.raw(quote);
        self.writer.unsigned(number);
        self.writer.raw(quote);
        Ok(())
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<(), JsonError> {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        key: &T,
    ) -> Result<(), JsonError> {
        key.serialize(self)
    }

    refuse! {
        serialize_bool(bool) serialize_char(char) serialize_bytes(&[u8])
        serialize_i8(i8) serialize_i16(i16) serialize_i32(i32) serialize_i64(i64)
        serialize_u8(u8) serialize_u16(u16)
        serialize_f32(f32) serialize_f64(f64) serialize_unit_struct(&'static str)
    }

    fn serialize_none(self) -> Result<(), JsonError> {
        no_text()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, _: &T) -> Result<(), JsonError> {
        no_text()
    }

    fn serialize_unit(self) -> Result<(), JsonError> {
        no_text()
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<(), JsonError> {
        no_text()
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Self::SerializeSeq, JsonError> {
        no_text()
    }

    fn serialize_tuple(self, _: usize) -> Result<Self::SerializeTuple, JsonError> {
        no_text()
    }

    fn serialize_tuple_struct(
        self,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleStruct, JsonError> {
        no_text()
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, JsonError> {
        no_text()
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap, JsonError> {
        no_text()
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self::SerializeStruct, JsonError> {
        no_text()
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, JsonError> {
        no_text()
    }
}
