// Counts what replay and audit allocate, in a release build: the same for a session of twice as many events, once their memory is there.
//
// Ends with 1 where it grows with the events, and where allocations are not counted at all: .ci/run runs it. Not a test of the package, for debug
// builds allocate what optimised ones do not.

import CAllocations
import PopAudit
import PopReplay
import PopSimulation
import PopTrace
import PopupScheduling

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What may be allocated for a whole session: its catalog, and the lists of its schedulers.
let most: UInt64 = 64
/// What may be allocated for something that is found: its witnesses, its sentence and the parts of it.
let perFinding: UInt64 = 16

/// A session of so many events at least, recorded by a policy.
func session(_ events: Int, _ policy: PolicyConfiguration) -> Session {
  let script = ScriptMaker.script(seed: 99, session: 0, flavour: .field, lasting: Int64(events) * 900)
  return LiveWorld(policy: StandardPolicy(policy), name: "allocations", configuration: policy.text).run(script)
}

/// What a body allocates the third time it is run: the first two are for memory that is kept.
func allocations(_ body: () -> Void) -> UInt64 {
  var counted: UInt64 = 0
  for _ in 0..<3 {
    let before = poptrace_allocations()
    body()
    counted = poptrace_allocations() - before
  }
  return counted
}

var isFine = poptrace_counts_allocations() != 0
let canary = allocations { _ = [Int](repeating: Int(poptrace_allocations() % 7), count: 1000).map { $0 + 1 }.max() }
if canary == 0 {
  print("allocations are not counted here")
  isFine = false
}

for (name, policy) in [("v4", PolicyConfiguration.v4), ("v6", .v6)] {
  let sessions = [session(30_000, .v5), session(60_000, .v5)]
  let planner = SessionPlanner()
  var replayer = Replayer(policy: StandardPolicy(policy))
  var auditor = Auditor()
  let replays = sessions.map { session in
    var planner = planner
    let plan = planner.plan(session, ResourceLimits())
    return allocations {
      replayer.begin(plan, of: session, options: ReplayOptions())
      while replayer.nextTurn() {}
    }
  }
  // v6 gives nothing to be found here: what is found is said in sentences, which are allocated.
  let audits = sessions.map { session in
    replayer.begin(session, options: ReplayOptions())
    while replayer.nextTurn() {}
    let (log, catalog) = (replayer.log, replayer.catalog)
    var found = 0
    let counted = allocations {
      auditor.begin(catalog: catalog, tick: session.header.tick)
      auditor.take(log.events[...])
      auditor.end(at: replayer.end, isFinished: session.isFinished)
      found = auditor.findings.count
    }
    return (counted, found)
  }
  for (place, session) in sessions.enumerated() {
    let (audit, found) = audits[place]
    print("\(name), \(session.events.count) events: replay \(replays[place]), audit \(audit) with \(found) findings")
    if replays[place] > most || audit > most + perFinding * UInt64(found) { isFine = false }
  }
}
if !isFine {
  print("more is allocated than \(most) times for a session")
  exit(1)
}
