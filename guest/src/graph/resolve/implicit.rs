//! Types that implement an interface by having its methods, and say so nowhere: Go.
//!
//! Interfaces are looked at one by one, each with the types that have the rarest of its methods, declared or
//! promoted from what they embed. All of it together has a budget that is linear in the corpus.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::graph::edge::{EdgeKind, Tier};
use crate::graph::node::{FileId, NodeId};
use crate::graph::resolve::meaning::{Meaning, Module};
use crate::graph::resolve::members::MAX_BASES;
use crate::graph::resolve::{MAX_CANDIDATES, MAX_FUEL, Resolver};
use crate::graph::strings::StringId;
use crate::syntax::{Expr, ExprId, ShapePart, Structural, SymbolKind, rules};

/// Methods looked for, at most: so many a node of the graph.
const LOOKUPS_PER_NODE: usize = 16;
/// And so many in any case.
const FREE_LOOKUPS: usize = 1 << 16;
/// Methods that an interface asks for, at most.
const MAX_METHODS: usize = 256;

/// What has to be equal of two methods.
#[derive(Debug, PartialEq, Eq)]
struct Shape {
    text: String,
    /// Whether each name in it was found where it is defined.
    exact: bool,
}

/// Methods of interfaces of the library.
type LibraryMethods = Rc<[(StringId, Rc<Shape>)]>;

/// A method that an interface asks for.
#[derive(Debug)]
struct Method {
    shape: Rc<Shape>,
    /// Where it is visible if it is not exported; `None` for one of the library.
    node: Option<NodeId>,
}

/// Types and interfaces of one language.
struct Structures {
    language: &'static Structural,
    interfaces: Vec<NodeId>,
    /// By name of a method of an interface: the types and interfaces that declare one.
    owners: FxHashMap<StringId, Vec<NodeId>>,
    /// By interface: the methods it declares.
    declared: FxHashMap<NodeId, Vec<NodeId>>,
    /// By type: the types and interfaces that embed it.
    embedded_in: FxHashMap<NodeId, Vec<NodeId>>,
    /// By interface or type: the methods of what it embeds and the corpus lacks; `None`: not known.
    of_library: FxHashMap<NodeId, Option<LibraryMethods>>,
    /// By method.
    shapes: FxHashMap<NodeId, Option<Rc<Shape>>>,
    lookups: usize,
}

impl Resolver {
    /// Connects each type with the interfaces whose methods it has.
    pub(super) fn emit_implicit(&mut self) {
        let Some(mut structures) = self.structures() else { return };
        for interface in std::mem::take(&mut structures.interfaces) {
            let Some(wanted) = self.methods_asked_for(&mut structures, interface) else { continue };
            let count = |name: &StringId| structures.owners.get(name).map_or(0, Vec::len);
            let Some(rarest) = wanted.iter().map(|(name, _)| *name).min_by_key(count) else { continue };
            for candidate in self.types_having(&mut structures, rarest) {
                if let Some(tier) = self.implements(&mut structures, candidate, &wanted) {
                    let line = self.layout.nodes[candidate.0 as usize].start_line;
                    self.edges.push(candidate, interface, EdgeKind::Implements, line, tier);
                }
            }
        }
    }

    /// Lists what the comparison needs; nothing if no language of the corpus asks for it.
    fn structures(&self) -> Option<Structures> {
        let structural = |node: NodeId| rules(self.layout.nodes[node.0 as usize].language).types.structural;
        let nodes = || (0..self.layout.nodes.len() as u32).map(NodeId);
        let language = self.layout.linked.iter().find_map(|file| rules(file.language).types.structural)?;
        let mut all = Structures {
            language,
            interfaces: Vec::new(),
            owners: FxHashMap::default(),
            declared: FxHashMap::default(),
            embedded_in: FxHashMap::default(),
            of_library: FxHashMap::default(),
            shapes: FxHashMap::default(),
            lookups: self.layout.nodes.len().saturating_mul(LOOKUPS_PER_NODE).saturating_add(FREE_LOOKUPS),
        };
        let mut methods = Vec::new();
        for node in nodes().filter(|&node| structural(node).is_some()) {
            let record = &self.layout.nodes[node.0 as usize];
            if record.kind.is_type() {
                for &base in self.bases.of(node) {
                    all.embedded_in.entry(base).or_default().push(node);
                }
            }
            if record.kind == SymbolKind::Interface && !record.is_test {
                all.interfaces.push(node);
            }
            if let (SymbolKind::Method, Some(owner)) = (record.kind, self.member_of[node.0 as usize]) {
                methods.push((self.names.main(owner), node));
            }
        }
        for &(owner, method) in &methods {
            if self.kind(owner) == SymbolKind::Interface {
                all.declared.entry(owner).or_default().push(method);
                all.owners.entry(self.layout.nodes[method.0 as usize].name).or_default();
            }
        }
        for &interface in &all.interfaces {
            for &(file, base) in self.bases.lacking(interface) {
                let methods = self.outside_name(file, base).map(|name| (language.library)(&name));
                let names = methods.unwrap_or_default().iter();
                let names = names.filter_map(|(name, _)| self.layout.strings.find(name));
                names.for_each(|name| _ = all.owners.entry(name).or_default());
            }
        }
        for (owner, method) in methods {
            let name = self.layout.nodes[method.0 as usize].name;
            if let Some(owners) = all.owners.get_mut(&name)
                && owners.last() != Some(&owner)
            {
                owners.push(owner);
            }
        }
        Some(all)
    }

    /// All methods of an interface, those of what it embeds too; `None` if it has none or not all are known.
    fn methods_asked_for(
        &mut self,
        structures: &mut Structures,
        interface: NodeId,
    ) -> Option<Vec<(StringId, Method)>> {
        let mut parts = vec![interface];
        let mut next = 0;
        let mut wanted: Vec<(StringId, Method)> = Vec::new();
        while let Some(&part) = parts.get(next) {
            next += 1;
            if self.kind(part) != SymbolKind::Interface || parts.len() > MAX_BASES {
                return None;
            }
            let declared = structures.declared.get(&part).map_or(0, Vec::len);
            if wanted.len() + declared > MAX_METHODS {
                return None;
            }
            for index in 0..declared {
                let method = structures.declared[&part][index];
                let name = self.layout.nodes[method.0 as usize].name;
                let shape = self.shape_of_method(structures, method)?;
                wanted.push((name, Method { shape, node: Some(method) }));
            }
            for (name, shape) in self.methods_of_library(structures, part)?.iter() {
                wanted.push((*name, Method { shape: Rc::clone(shape), node: None }));
            }
            let embedded = self.bases.of(part).iter().filter(|base| !parts.contains(base));
            let embedded: Vec<NodeId> = embedded.copied().collect();
            parts.extend(embedded);
        }
        (!wanted.is_empty()).then_some(wanted)
    }

    /// The types that declare a method of this name, or have it from what they embed, in a fixed order.
    fn types_having(&self, structures: &mut Structures, name: StringId) -> Vec<NodeId> {
        if structures.lookups == 0 {
            return Vec::new();
        }
        let mut seen: FxHashSet<NodeId> = FxHashSet::default();
        let owners = structures.owners.get(&name).into_iter().flatten();
        let mut found: Vec<NodeId> = owners.copied().filter(|&owner| seen.insert(owner)).collect();
        let mut next = 0;
        while let Some(&node) = found.get(next) {
            if next >= structures.lookups {
                break;
            }
            next += 1;
            let above = structures.embedded_in.get(&node).map_or(&[][..], Vec::as_slice);
            found.extend(above.iter().filter(|&&node| seen.insert(node)));
        }
        structures.lookups -= next;
        found.truncate(next);
        found.retain(|&node| self.kind(node) == SymbolKind::Type && !self.is_alias(node));
        found
    }

    /// Whether a type has all of these methods, and how sure that is.
    fn implements(
        &mut self,
        structures: &mut Structures,
        candidate: NodeId,
        wanted: &[(StringId, Method)],
    ) -> Option<Tier> {
        let mut tier = Tier::AstResolved;
        for (name, wanted) in wanted {
            structures.lookups = structures.lookups.checked_sub(1)?;
            let (shape, several) = self.method_of(structures, candidate, *name, wanted)?;
            if several || !shape.exact || !wanted.shape.exact {
                tier = Tier::AstInferred;
            }
        }
        Some(tier)
    }

    /// The method of a type that fits, its own or the one promoted from the nearest depth at which what it
    /// embeds has the name; and whether it is one of several, of which a build takes one.
    fn method_of(
        &mut self,
        structures: &mut Structures,
        owner: NodeId,
        name: StringId,
        wanted: &Method,
    ) -> Option<(Rc<Shape>, bool)> {
        let mut level = vec![owner];
        let mut seen = level.clone();
        while !level.is_empty() {
            let mut having: Vec<NodeId> = Vec::new();
            let mut of_library = Vec::new();
            for &part in &level {
                if self.names.inside(part, name).next().is_some() {
                    having.push(part);
                } else if !self.bases.lacking(part).is_empty() {
                    let methods = self.methods_of_library(structures, part);
                    let methods = methods.iter().flat_map(|methods| methods.iter());
                    of_library.extend(methods.filter(|(other, _)| *other == name).cloned());
                }
            }
            match (&having[..], &of_library[..]) {
                ([], []) => {}
                ([], [(_, shape)]) => return (**shape == *wanted.shape).then(|| (Rc::clone(shape), false)),
                ([only], []) => {
                    let found: Vec<NodeId> = self.names.inside(*only, name).take(MAX_CANDIDATES).collect();
                    let several = found.len() > 1;
                    return found.into_iter().find_map(|node| {
                        let seen = self.is_seen_by(node, wanted);
                        let shape = self.shape_of_method(structures, node).filter(|_| seen)?;
                        (shape.text == wanted.shape.text).then_some((shape, several))
                    });
                }
                // Of two at one depth neither is promoted.
                _ => return None,
            }
            let mut below = Vec::new();
            for &part in level.iter().flat_map(|&part| self.bases.of(part)) {
                if seen.len() > MAX_BASES {
                    return None;
                }
                if !seen.contains(&part) {
                    seen.push(part);
                    below.push(part);
                }
            }
            level = below;
        }
        None
    }

    /// Whether a member can be the method that an interface asks for: one that is not exported only in the
    /// package of the interface.
    fn is_seen_by(&self, node: NodeId, wanted: &Method) -> bool {
        let record = &self.layout.nodes[node.0 as usize];
        let package = |node: NodeId| self.packages.of_file(self.layout.nodes[node.0 as usize].file);
        record.kind == SymbolKind::Method
            && (record.exported || wanted.node.is_some_and(|wanted| package(wanted) == package(node)))
    }

    /// The methods of the library's interfaces that a type or interface embeds; `None`: not all are known.
    fn methods_of_library(&self, structures: &mut Structures, node: NodeId) -> Option<LibraryMethods> {
        let lacking = self.bases.lacking(node);
        if lacking.is_empty() {
            return Some(Rc::new([]));
        }
        if let Some(known) = structures.of_library.get(&node) {
            return known.clone();
        }
        let mut methods = Some(Vec::new()).filter(|_| lacking.len() <= MAX_BASES);
        for &(file, base) in lacking.iter().take(MAX_BASES) {
            let of_base = self.outside_name(file, base).map(|name| (structures.language.library)(&name));
            let of_base = of_base.filter(|of_base| !of_base.is_empty());
            let (Some(all), Some(of_base)) = (&mut methods, of_base) else {
                methods = None;
                break;
            };
            for (name, signature) in of_base {
                // What nothing in the corpus is called is the name of no method there.
                let name = self.layout.strings.find(name).unwrap_or(StringId::EMPTY);
                let parts = (structures.language.shape)(signature).unwrap_or_default();
                let text = parts.iter().map(|part| match *part {
                    ShapePart::Text(text) | ShapePart::Name { name: text, .. } => text,
                });
                all.push((name, Rc::new(Shape { text: text.collect(), exact: true })));
            }
        }
        let methods = methods.map(Rc::from);
        structures.of_library.insert(node, methods.clone());
        methods
    }

    /// The name of a base that the corpus lacks: the path it is imported by, and its own.
    fn outside_name(&self, file: FileId, base: ExprId) -> Option<String> {
        let linked = &self.layout.linked[file.0 as usize];
        let text = |name: StringId| self.layout.strings.get(name);
        match linked.exprs[base.0 as usize] {
            Expr::Name(name) => Some(text(linked.string(name)).to_owned()),
            Expr::Member(package, name) => {
                let Expr::Name(package) = linked.exprs[package.0 as usize] else { return None };
                let path = self.imported_path(linked.node, linked.string(package))?;
                Some(format!("{}.{}", text(path), text(linked.string(name))))
            }
            _ => None,
        }
    }

    /// What has to be equal for a method to be the one that an interface asks for.
    fn shape_of_method(&mut self, structures: &mut Structures, method: NodeId) -> Option<Rc<Shape>> {
        if let Some(known) = structures.shapes.get(&method) {
            return known.clone();
        }
        let record = self.layout.nodes[method.0 as usize];
        let signature = self.layout.strings.get(record.signature).to_owned();
        let shape = (structures.language.shape)(&signature).map(|parts| {
            let mut shape = Shape { text: String::new(), exact: true };
            for part in parts {
                match part {
                    ShapePart::Text(text) => shape.text.push_str(text),
                    ShapePart::Name { package, name } => {
                        self.push_name(record.file, package, name, &mut shape);
                    }
                }
            }
            Rc::new(shape)
        });
        structures.shapes.insert(method, shape.clone());
        shape
    }

    /// Appends what a name in a signature stands for: a definition by its number, one from outside by the
    /// path of its package.
    fn push_name(&mut self, file: FileId, package: Option<&str>, name: &str, shape: &mut Shape) {
        use std::fmt::Write;
        let scope = self.layout.linked[file.0 as usize].node;
        let known = |text: &str| self.layout.strings.find(text);
        let (package_name, own) = (package.and_then(known), known(name));
        let module = match package {
            None => self.packages.of_file(file),
            Some(_) => match package_name.and_then(|local| self.imported_module(scope, local)) {
                Some(Module::Package(package)) => Some(package),
                _ => None,
            },
        };
        let found = module.zip(own).and_then(|(package, name)| {
            let mut found = self.names.in_package(package, name);
            Some((found.next()?, found.next().is_none()))
        });
        let written = match (found, package) {
            (Some((node, is_only)), _) => {
                shape.exact &= is_only;
                self.fuel = MAX_FUEL;
                let node = match self.value_of_type(node, Tier::AstResolved) {
                    Meaning::Value(target, _) if self.is_type(node) => target,
                    _ => node,
                };
                write!(shape.text, "#{}", node.0)
            }
            (None, Some(local)) => {
                let path = package_name.and_then(|local| self.imported_path(scope, local));
                // A package of the corpus that has no such name is not understood.
                shape.exact &= path.is_some() && module.is_none();
                let path = path.map_or(local, |path| self.layout.strings.get(path));
                write!(shape.text, "{path:?}.{name}")
            }
            // A type parameter, or a name that all of another package was imported for.
            (None, None) => {
                shape.exact = false;
                write!(shape.text, "{name}")
            }
        };
        debug_assert!(written.is_ok(), "a text takes any text");
    }
}
