//! What `serde` hands over, as JSON.

use std::fmt::{self, Display, Write as _};

use serde::ser::{Serialize, Serializer};

use crate::json::compound::Compound;
use crate::json::{JOINED, JsonError, JsonWriter};

impl<'w, 'b> Serializer for &'w mut JsonWriter<'b> {
    type Ok = ();
    type Error = JsonError;
    type SerializeSeq = Compound<'w, 'b>;
    type SerializeTuple = Compound<'w, 'b>;
    type SerializeTupleStruct = Compound<'w, 'b>;
    type SerializeTupleVariant = Compound<'w, 'b>;
    type SerializeMap = Compound<'w, 'b>;
    type SerializeStruct = Compound<'w, 'b>;
    type SerializeStructVariant = Compound<'w, 'b>;

    fn serialize_bool(self, value: bool) -> Result<(), JsonError> {
        self.raw(if value { b"true" } else { b"false" });
        Ok(())
    }

    fn serialize_i8(self, value: i8) -> Result<(), JsonError> {
        self.serialize_i64(value.into())
    }

    fn serialize_i16(self, value: i16) -> Result<(), JsonError> {
        self.serialize_i64(value.into())
    }

    fn serialize_i32(self, value: i32) -> Result<(), JsonError> {
        self.serialize_i64(value.into())
    }

    fn serialize_i64(self, value: i64) -> Result<(), JsonError> {
        if value < 0 {
            self.raw(b"-");
        }
        self.unsigned(value.unsigned_abs());
        Ok(())
    }

    fn serialize_u8(self, value: u8) -> Result<(), JsonError> {
        self.serialize_u64(value.into())
    }

    fn serialize_u16(self, value: u16) -> Result<(), JsonError> {
        self.serialize_u64(value.into())
    }

    #[inline]
    fn serialize_u32(self, value: u32) -> Result<(), JsonError> {
        self.serialize_u64(value.into())
    }

    #[inline]
    fn serialize_u64(self, value: u64) -> Result<(), JsonError> {
        self.unsigned(value);
        Ok(())
    }

    fn serialize_f32(self, value: f32) -> Result<(), JsonError> {
        self.foreign(&value)
    }

    fn serialize_f64(self, value: f64) -> Result<(), JsonError> {
        self.foreign(&value)
    }

    fn serialize_char(self, value: char) -> Result<(), JsonError> {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    #[inline]
    fn serialize_str(self, value: &str) -> Result<(), JsonError> {
        self.string(value);
        Ok(())
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<(), JsonError> {
        self.collect_seq(value)
    }

    fn serialize_none(self) -> Result<(), JsonError> {
        self.serialize_unit()
    }

    #[inline]
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), JsonError> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), JsonError> {
        self.raw(b"null");
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), JsonError> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<(), JsonError> {
        self.serialize_str(variant)
    }

    #[inline]
    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), JsonError> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), JsonError> {
        self.field_name(b'{', variant);
        value.serialize(&mut *self)?;
        self.raw(b"}");
        Ok(())
    }

    #[inline]
    fn serialize_seq(self, _: Option<usize>) -> Result<Compound<'w, 'b>, JsonError> {
        Ok(Compound::array(self))
    }

    fn serialize_tuple(self, _: usize) -> Result<Compound<'w, 'b>, JsonError> {
        Ok(Compound::array(self))
    }

    #[inline]
    fn serialize_tuple_struct(self, name: &'static str, _: usize) -> Result<Compound<'w, 'b>, JsonError> {
        Ok(if name == JOINED { Compound::joined(self) } else { Compound::array(self) })
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Compound<'w, 'b>, JsonError> {
        self.field_name(b'{', variant);
        Ok(Compound::array(self).within_object())
    }

    #[inline]
    fn serialize_map(self, _: Option<usize>) -> Result<Compound<'w, 'b>, JsonError> {
        Ok(Compound::object(self))
    }

    #[inline]
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Compound<'w, 'b>, JsonError> {
        Ok(Compound::object(self))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Compound<'w, 'b>, JsonError> {
        self.field_name(b'{', variant);
        Ok(Compound::object(self).within_object())
    }

    #[inline]
    fn collect_str<T: Display + ?Sized>(self, value: &T) -> Result<(), JsonError> {
        self.raw(b"\"");
        write!(Inside(self), "{value}").map_err(serde::ser::Error::custom)?;
        self.raw(b"\"");
        Ok(())
    }
}

impl JsonWriter<'_> {
    /// Writes what is too rare in answers to have a way of its own.
    fn foreign(&mut self, value: &impl Serialize) -> Result<(), JsonError> {
        let json = serde_json::to_vec(value).map_err(serde::ser::Error::custom)?;
        self.raw(&json);
        Ok(())
    }
}

/// The inside of a string, as a target of formatting.
struct Inside<'w, 'b>(&'w mut JsonWriter<'b>);

impl fmt::Write for Inside<'_, '_> {
    #[inline]
    fn write_str(&mut self, piece: &str) -> fmt::Result {
        self.0.string_piece(piece);
        Ok(())
    }
}
