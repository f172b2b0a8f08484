//! The component that this program carries, so that figures from two machines come from one measured
//! program. `guest/build.sh` makes both files.

/// The component.
pub(crate) const COMPONENT: &[u8] = include_bytes!("../../guest/prebuilt/guest.wasm");
