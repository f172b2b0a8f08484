//! Local scopes: which names are bound here, and to what.
//!
//! A name is looked up in constant time however many locals there are: each text knows its innermost
//! binding, and each binding the one it shadows.

use crate::syntax::facts::{ExprId, Text};

/// What a local name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// Something nothing is known of.
    Unknown,
    /// The value of an expression.
    Value(ExprId),
    /// Another way to write the expression: an alias, a name brought in from elsewhere.
    Alias(ExprId),
}

/// The place to return to when a scope ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    bindings: u32,
    barrier: u32,
}

#[derive(Clone, Copy, Debug)]
struct Binding {
    name: Text,
    bound: Bound,
    /// Index plus one of the binding it hides; 0 for none.
    shadowed: u32,
}

/// All bindings in force, innermost last.
#[derive(Debug, Default)]
pub(super) struct Scopes {
    bindings: Vec<Binding>,
    /// By text: index plus one of the innermost binding; 0 for none.
    innermost: Vec<u32>,
    /// Bindings before this index cannot be seen.
    barrier: u32,
}

impl Scopes {
    /// The state to give to [`Scopes::leave`].
    pub(super) fn mark(&self) -> Mark {
        Mark { bindings: self.bindings.len() as u32, barrier: self.barrier }
    }

    /// Hides all bindings there are until the enclosing scope is left.
    pub(super) fn raise_barrier(&mut self) {
        self.barrier = self.bindings.len() as u32;
    }

    /// Ends all scopes begun since the mark.
    pub(super) fn leave(&mut self, mark: Mark) {
        while self.bindings.len() > mark.bindings as usize {
            if let Some(binding) = self.bindings.pop() {
                self.innermost[binding.name.0 as usize] = binding.shadowed;
            }
        }
        self.barrier = mark.barrier;
    }

    /// Binds a name in the innermost scope.
    pub(super) fn bind(&mut self, name: Text, bound: Bound) {
        let index = name.0 as usize;
        if self.innermost.len() <= index {
            self.innermost.resize(index + 1, 0);
        }
        self.bindings.push(Binding { name, bound, shadowed: self.innermost[index] });
        self.innermost[index] = self.bindings.len() as u32;
    }

    /// What the name is bound to, `None` if no scope in sight binds it.
    pub(super) fn find(&self, name: Text) -> Option<Bound> {
        let index = self.innermost.get(name.0 as usize)?.checked_sub(1)?;
        (index >= self.barrier).then(|| self.bindings[index as usize].bound)
    }
}

impl Scopes {
    /// What the innermost binding of a name hides, `None` if no scope in sight binds it twice.
    pub(super) fn hidden(&self, name: Text) -> Option<Bound> {
        let innermost = self.innermost.get(name.0 as usize)?.checked_sub(1)?;
        let hidden = self.bindings[innermost as usize].shadowed.checked_sub(1)?;
        (hidden >= self.barrier).then(|| self.bindings[hidden as usize].bound)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inner_bindings_hide_outer_ones_until_the_scope_ends() {
        let mut scopes = Scopes::default();
        let (name, other) = (Text(5), Text(9));
        scopes.bind(name, Bound::Unknown);
        let mark = scopes.mark();
        scopes.bind(name, Bound::Value(ExprId(1)));
        assert_eq!(scopes.find(name), Some(Bound::Value(ExprId(1))));
        scopes.raise_barrier();
        assert_eq!(scopes.find(name), None);
        scopes.bind(other, Bound::Unknown);
        assert_eq!(scopes.find(other), Some(Bound::Unknown));
        scopes.leave(mark);
        assert_eq!(scopes.find(name), Some(Bound::Unknown));
        assert_eq!(scopes.find(other), None);
    }
}
