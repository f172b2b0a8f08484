//! The conditions of a run as a list: what a reader needs to compare it with another one.

use std::collections::BTreeMap;

use crate::clock::Nanos;
use crate::report::model::{
    ClockConditions, Conditions, CorpusConditions, Ending, Fault, LaneConditions, LimitConditions,
    PlanConditions,
};
use crate::report::sanitise;
use crate::report::units::{count, duration, milliseconds, size};

/// Renders the section.
pub(super) fn render(conditions: &Conditions) -> String {
    let mut items = vec![ending(conditions.ended)];
    items.extend(conditions.fault.as_ref().map(fault));
    items.push(corpus(&conditions.corpus));
    items.extend(skipped(&conditions.corpus));
    items.extend(plan(&conditions.plan));
    items.extend(engine(conditions));
    for lane in &conditions.lanes {
        items.extend(self::lane(lane));
    }
    items.push(limits(&conditions.limits));
    items.extend(conditions.clock.as_ref().map(clock));
    items.push(machine(conditions));
    let mut text = "## Conditions\n\n".to_owned();
    for item in items {
        text.push_str(&format!("- {item}\n"));
    }
    text
}

fn ending(ended: Ending) -> String {
    let how = match ended {
        Ending::Completed => "completed",
        Ending::Disagreement => "ended because the lanes disagree",
        Ending::Interrupted => "interrupted; what was measured until then is shown",
        Ending::LaneBroke => "ended early in a lane that broke; what was measured until then is shown",
        Ending::WorkerLost => {
            "ended early with the process that measured; what was measured until then is shown"
        }
    };
    format!("run: {how}; service time of one call after the other, which is not response time under load")
}

fn fault(fault: &Fault) -> String {
    let lane = fault.lane.as_ref().map(|lane| format!(" in the {} lane", sanitise::markdown(lane)));
    format!(
        "ended by: {}{}: {}",
        sanitise::markdown(&fault.outcome),
        lane.unwrap_or_default(),
        sanitise::markdown(&fault.message)
    )
}

fn corpus(corpus: &CorpusConditions) -> String {
    let mut parts = vec![format!("corpus: {}", sanitise::markdown(&corpus.path))];
    parts.extend(corpus.digest.as_ref().map(|digest| format!("digest {}", sanitise::markdown(digest))));
    for (name, noun) in [("files", "files"), ("nodes", "nodes"), ("edges", "edges")] {
        parts.extend(corpus.counts.get(name).map(|&number| format!("{} {noun}", count(number))));
    }
    parts.extend(corpus.counts.get("source-bytes").map(|&bytes| format!("{} of source", size(bytes))));
    parts.extend(corpus.include.iter().map(|glob| format!("include {}", sanitise::markdown(glob))));
    parts.extend(corpus.exclude.iter().map(|glob| format!("exclude {}", sanitise::markdown(glob))));
    if corpus.no_ignore {
        parts.push("ignore files not read".to_owned());
    }
    parts.join(", ")
}

fn skipped(corpus: &CorpusConditions) -> Option<String> {
    let reason =
        |(reason, number): (&String, &u64)| format!("{} {}", sanitise::markdown(reason), count(*number));
    let reasons: Vec<String> = corpus.skipped.iter().filter(|(_, number)| **number > 0).map(reason).collect();
    (!reasons.is_empty()).then(|| format!("skipped entries: {}", reasons.join(", ")))
}

fn plan(plan: &PlanConditions) -> Vec<String> {
    let warmup = plan.warmup.map_or("a tenth, at least 5".to_owned(), |number| number.to_string());
    let mut items = vec![format!(
        "plan: {} iterations (smart_context a fifth), warm-up {warmup}, seed {}, way in `{}`{}",
        plan.iterations,
        plan.seed,
        sanitise::markdown(&plan.path),
        plan.digest
            .as_ref()
            .map(|digest| format!(", digest {}", sanitise::markdown(digest)))
            .unwrap_or_default()
    )];
    if !plan.targets.is_empty() {
        let targets = plan.targets.iter().map(|target| {
            let callers = target.callers.map(|callers| format!(" ({} callers)", count(callers.into())));
            sanitise::markdown(&target.id) + &callers.unwrap_or_default()
        });
        let policy = sanitise::markdown(&plan.target_policy);
        items.push(format!("targets ({policy}): {}", targets.collect::<Vec<_>>().join(", ")));
    }
    if !plan.queries.is_empty() {
        let queries = plan.queries.iter().map(|query| format!("\"{}\"", sanitise::markdown(query)));
        items.push(format!("queries: {}", queries.collect::<Vec<_>>().join(", ")));
    }
    items
}

fn engine(conditions: &Conditions) -> Option<String> {
    let engine = conditions.engine.as_ref()?;
    let epochs = if engine.epoch_interruption { "on" } else { "off" };
    let [name, version, compiler] =
        [&engine.name, &engine.version, &engine.compiler].map(|text| sanitise::markdown(text));
    Some(format!(
        "engine: {name} {version}, {compiler}, epochs {epochs}; host {}",
        sanitise::markdown(&conditions.host.version)
    ))
}

fn lane(lane: &LaneConditions) -> Vec<String> {
    let name = sanitise::markdown(&lane.lane);
    let items = [component(lane), build(&lane.about), index(lane), cold(lane), memory(lane), floor(lane)];
    items.into_iter().flatten().map(|item| format!("{name} lane: {item}")).collect()
}

fn component(lane: &LaneConditions) -> Option<String> {
    let sha256 = lane.component_sha256.as_ref()?;
    let origin = lane.component.as_ref().map_or("embedded".to_owned(), |path| sanitise::markdown(path));
    Some(format!("component {origin}, SHA-256 {}", sanitise::markdown(sha256)))
}

fn build(about: &BTreeMap<String, String>) -> Option<String> {
    let facts: Vec<String> = about
        .iter()
        .filter(|(_, value)| !value.is_empty())
        .map(|(name, value)| format!("{} {}", sanitise::markdown(name), sanitise::markdown(value)))
        .collect();
    (!facts.is_empty()).then(|| format!("build: {}", facts.join(", ")))
}

fn index(lane: &LaneConditions) -> Option<String> {
    let phase = |name: &str, time: Nanos| format!("{} {}", sanitise::markdown(name), duration(time));
    let phases: Vec<String> =
        lane.index_phases.iter().map(|part| phase(&part.phase, part.elapsed_ns)).collect();
    let total = lane.index_ns()?;
    let alone = lane.parse_alone_ns.filter(|alone| alone.0 > 0).map(|alone| {
        format!(
            "; reading and parsing alone {}, index {:.2} x of it",
            duration(alone),
            total.0 as f64 / alone.0 as f64
        )
    });
    Some(format!("index {} ({}){}", duration(total), phases.join(", "), alone.unwrap_or_default()))
}

fn cold(lane: &LaneConditions) -> Option<String> {
    let load = if lane.load_cached == Some(true) { "load from cache" } else { "compile" };
    let parts: Vec<String> =
        [(load, lane.load_ns), ("instantiate", lane.instantiate_ns), ("first call", lane.first_call_ns)]
            .into_iter()
            .filter_map(|(what, time)| Some(format!("{what} {}", duration(time?))))
            .collect();
    (!parts.is_empty()).then(|| format!("cold: {}", parts.join(", ")))
}

fn memory(lane: &LaneConditions) -> Option<String> {
    let peak = size(lane.memory_peak_bytes?);
    let start = lane.memory_at_start_bytes.map(|bytes| format!(" ({} after instantiation)", size(bytes)));
    Some(format!("peak linear memory {peak}{}", start.unwrap_or_default()))
}

fn floor(lane: &LaneConditions) -> Option<String> {
    let (p50, p99) = (duration(lane.floor_p50_ns?), duration(lane.floor_p99_ns?));
    Some(format!("call floor p50 {p50}, p99 {p99}; not subtracted"))
}

fn limits(limits: &LimitConditions) -> String {
    format!(
        "limits: in the sandbox memory {}, call {}, index {}, wasm stack {}, host-call bytes {}, table entries {}; \
         in every lane files {}, file {}, total {}, depth {}, nesting {}, answer {}; the process that runs them {}",
        size(limits.memory_bytes),
        milliseconds(limits.call_deadline_ms),
        milliseconds(limits.index_deadline_ms),
        size(limits.wasm_stack_bytes),
        size(limits.hostcall_bytes),
        count(limits.table_entries),
        count(limits.files),
        size(limits.file_bytes),
        size(limits.total_bytes),
        count(limits.depth),
        count(limits.nesting),
        size(limits.answer_bytes),
        limits
            .process_memory_bytes
            .map_or("unbounded, since this system does not tell its size".to_owned(), size)
    )
}

fn clock(clock: &ClockConditions) -> String {
    format!(
        "clock: resolution {}, a reading costs {}; calibration loop of {} steps {}",
        clock.resolution_ns.map_or("unknown".to_owned(), duration),
        duration(clock.reading_ns),
        count(clock.calibration_steps),
        duration(clock.calibration_ns)
    )
}

fn machine(conditions: &Conditions) -> String {
    let machine = &conditions.machine;
    let mut parts = vec![format!(
        "machine: {}",
        machine.cpu.as_deref().map_or("unknown CPU".to_owned(), sanitise::markdown)
    )];
    parts.extend(machine.logical_cores.map(|cores| format!("{cores} logical cores")));
    parts.extend(machine.memory_bytes.map(|bytes| format!("{} of memory", size(bytes))));
    let kernel = machine.kernel.as_deref().map(|kernel| format!(" {}", sanitise::markdown(kernel)));
    parts.push(format!(
        "{}{}, {}",
        sanitise::markdown(&machine.os),
        kernel.unwrap_or_default(),
        sanitise::markdown(&machine.arch)
    ));
    parts.join(", ")
}
