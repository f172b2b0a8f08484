//! Arrays, objects and joined strings, from their first part to their last.

use serde::ser::{self, Serialize};

use crate::json::text::Text;
use crate::json::{JsonError, JsonWriter};

/// An array or object that is being written. Its opening bracket waits for the first part, so that it
/// is written where the others have their comma.
pub(crate) struct Compound<'w, 'b> {
    writer: &'w mut JsonWriter<'b>,
    /// What goes before the next part: the opening bracket or a comma.
    lead: u8,
    close: u8,
    form: Form,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// It stands for itself.
    Plain,
    /// The object around it ends with it.
    WithinObject,
    /// One string of all parts.
    Joined,
}

impl<'w, 'b> Compound<'w, 'b> {
    #[inline]
    pub(super) fn array(writer: &'w mut JsonWriter<'b>) -> Self {
        Self { writer, lead: b'[', close: b']', form: Form::Plain }
    }

    #[inline]
    pub(super) fn object(writer: &'w mut JsonWriter<'b>) -> Self {
        Self { writer, lead: b'{', close: b'}', form: Form::Plain }
    }

    /// Ends the object around it, too.
    pub(super) fn within_object(self) -> Self {
        Self { form: Form::WithinObject, ..self }
    }

    /// One string of texts that are joined.
    #[inline]
    pub(super) fn joined(writer: &'w mut JsonWriter<'b>) -> Self {
        writer.raw(b"\"");
        Self { writer, lead: b',', close: b'"', form: Form::Joined }
    }

    #[inline]
    fn element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), JsonError> {
        self.writer.raw(&[self.lead]);
        self.lead = b',';
        value.serialize(&mut *self.writer)
    }

    #[inline(always)]
    fn field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), JsonError> {
        self.writer.field_name(self.lead, name);
        self.lead = b',';
        value.serialize(&mut *self.writer)
    }

    #[inline(always)]
    fn close(self) -> Result<(), JsonError> {
        if self.lead != b',' {
            self.writer.raw(&[self.lead]);
        }
        self.writer.raw(&[self.close]);
        if self.form == Form::WithinObject {
            self.writer.raw(b"}");
        }
        Ok(())
    }
}

/// The traits of arrays differ in the names of the method only.
macro_rules! array {
    ($trait:ident, $method:ident) => {
        impl ser::$trait for Compound<'_, '_> {
            type Ok = ();
            type Error = JsonError;

            #[inline]
            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), JsonError> {
                self.element(value)
            }

            #[inline]
            fn end(self) -> Result<(), JsonError> {
                self.close()
            }
        }
    };
}

array!(SerializeSeq, serialize_element);
array!(SerializeTuple, serialize_element);
array!(SerializeTupleVariant, serialize_field);

impl ser::SerializeTupleStruct for Compound<'_, '_> {
    type Ok = ();
    type Error = JsonError;

    #[inline]
    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), JsonError> {
        if self.form == Form::Joined {
            return value.serialize(Text { writer: &mut *self.writer, quoted: false });
        }
        self.element(value)
    }

    #[inline]
    fn end(self) -> Result<(), JsonError> {
        self.close()
    }
}

/// The traits of structs do not even differ in that.
macro_rules! object {
    ($trait:ident) => {
        impl ser::$trait for Compound<'_, '_> {
            type Ok = ();
            type Error = JsonError;

            #[inline(always)]
            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Result<(), JsonError> {
                self.field(name, value)
            }

            #[inline(always)]
            fn end(self) -> Result<(), JsonError> {
                self.close()
            }
        }
    };
}

object!(SerializeStruct);
object!(SerializeStructVariant);

impl ser::SerializeMap for Compound<'_, '_> {
    type Ok = ();
    type Error = JsonError;

    #[inline]
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), JsonError> {
        self.writer.raw(&[self.lead]);
        self.lead = b',';
        key.serialize(Text { writer: &mut *self.writer, quoted: true })
    }

    #[inline]
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), JsonError> {
        self.writer.raw(b":");
        value.serialize(&mut *self.writer)
    }

    #[inline]
    fn end(self) -> Result<(), JsonError> {
        self.close()
    }
}
