//! Keys of maps, which have to be strings.

use serde::ser::{Error, Impossible, Serialize, Serializer};

use crate::json::{JsonError, JsonWriter};

/// Writes the key of a map and takes nothing but a string for it.
pub(super) struct Key<'w, 'b>(pub(super) &'w mut JsonWriter<'b>);

fn no_string<T>() -> Result<T, JsonError> {
    Err(JsonError::custom("a key has to be a string"))
}

/// Methods that take a value that is no string.
macro_rules! refuse {
    ($($method:ident($value:ty))*) => {
        $(fn $method(self, _: $value) -> Result<(), JsonError> {
            no_string()
        })*
    };
}

impl Serializer for Key<'_, '_> {
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
    fn serialize_str(self, key: &str) -> Result<(), JsonError> {
        self.0.string(key);
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
        serialize_u8(u8) serialize_u16(u16) serialize_u32(u32) serialize_u64(u64)
        serialize_f32(f32) serialize_f64(f64) serialize_unit_struct(&'static str)
    }

    fn serialize_none(self) -> Result<(), JsonError> {
        no_string()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, _: &T) -> Result<(), JsonError> {
        no_string()
    }

    fn serialize_unit(self) -> Result<(), JsonError> {
        no_string()
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<(), JsonError> {
        no_string()
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Self::SerializeSeq, JsonError> {
        no_string()
    }

    fn serialize_tuple(self, _: usize) -> Result<Self::SerializeTuple, JsonError> {
        no_string()
    }

    fn serialize_tuple_struct(
        self,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleStruct, JsonError> {
        no_string()
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, JsonError> {
        no_string()
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap, JsonError> {
        no_string()
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self::SerializeStruct, JsonError> {
        no_string()
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, JsonError> {
        no_string()
    }
}
