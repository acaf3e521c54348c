// swift-tools-version: 6.2

import PackageDescription

/// Every target is compiled the same way: Swift 6 mode, strict memory safety, and no warning survives.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0335-existential-any.md
  .enableUpcomingFeature("ExistentialAny"),
  // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0444-member-import-visibility.md
  .enableUpcomingFeature("MemberImportVisibility"),
  // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0409-access-level-on-imports.md
  .enableUpcomingFeature("InternalImportsByDefault"),
]

/// What `make test` builds: in the release configuration, so that the packages below are optimized, too, and tests can look inside. The core, the
/// trace, replay, audit and simulation are where tests and the tool spend their time; optimizing anything else takes longer than it saves.
let isTested = Context.environment["POPTRACE_OPTIMIZE"] != nil
let hot =
  settings + (isTested ? [.unsafeFlags(["-enable-testing", "-assert-config", "Debug", "-num-threads", "2"])] : [])
let cold =
  settings + (isTested ? [.unsafeFlags(["-enable-testing", "-Onone", "-no-emit-module-separately-wmo"])] : [])

/// libzstd comes from the system, where there is one; elsewhere frames of raw blocks are written and read.
let zstd: Target.Dependency = .byName(
  name: "CZstd", condition: .when(platforms: [.linux, .macOS], traits: ["Zstd"]))

/// zlib comes from the system, too: browsers undo its compression themselves. Elsewhere report pages are larger.
let zlib: Target.Dependency = .byName(
  name: "CZlib", condition: .when(platforms: [.linux, .macOS], traits: ["Tool"]))

/// What the App Store asks of a package, in a bundle. Elsewhere the code of a bundle would link Foundation.
#if os(macOS)
  let privacyManifest: (resources: [Resource], unused: [String]) = ([.copy("PrivacyInfo.xcprivacy")], [])
#else
  let privacyManifest: (resources: [Resource], unused: [String]) = ([], ["PrivacyInfo.xcprivacy"])
#endif

let package = Package(
  name: "poptrace",
  // What apps support. The tool needs nothing newer: .ci/check-availability.
  platforms: [.iOS(.v15), .macOS(.v12)],
  products: [
    // What an app needs.
    .library(name: "PopupScheduling", targets: ["PopupScheduling"]),
    .library(name: "PopTrace", targets: ["PopTrace"]),
    // What a tool of one's own needs, and what measures the parts; reports are for the tool alone.
    .library(name: "PublishedSchedulers", targets: ["PublishedSchedulers"]),
    .library(name: "PopReplay", targets: ["PopReplay"]),
    .library(name: "PopSimulation", targets: ["PopSimulation"]),
    .library(name: "PopAudit", targets: ["PopAudit"]),
    .library(name: "PopTraceCommands", targets: ["PopTraceCommands"]),
    // What tests of a policy of one's own need.
    .library(name: "PopTraceTesting", targets: ["PopTraceTesting"]),
    .executable(name: "poptrace", targets: ["poptrace"]),
    .plugin(name: "PopTraceCommand", targets: ["PopTraceCommand"]),
  ],
  traits: [
    .trait(
      name: "Zstd",
      description:
        "Compresses traces with the system's libzstd on Linux and macOS. Without it they are frames of raw blocks."),
    .trait(
      name: "Tool",
      description: "The command-line tool. Without it neither swift-argument-parser nor Yams is resolved."),
    .default(enabledTraits: ["Zstd", "Tool"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.0"),
  ],
  targets: [
    .systemLibrary(
      name: "CZstd",
      pkgConfig: "libzstd",
      providers: [.apt(["libzstd-dev"]), .brew(["zstd"])]),
    .systemLibrary(
      name: "CZlib",
      pkgConfig: "zlib",
      providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .target(name: "CJournal"),
    // Locks, clocks, files, processes and random numbers: all that depends on the operating system.
    .target(name: "PopSystem", dependencies: ["CJournal"], swiftSettings: hot),
    .target(name: "PopupScheduling", dependencies: ["PopSystem"], swiftSettings: hot),
    .target(name: "PublishedSchedulers", dependencies: ["PopupScheduling"], swiftSettings: cold),
    .target(
      name: "PopTrace", dependencies: ["PopSystem", "PopupScheduling", "CJournal", zstd],
      exclude: privacyManifest.unused, resources: privacyManifest.resources, swiftSettings: hot),
    .target(name: "PopReplay", dependencies: ["PopSystem", "PopupScheduling", "PopTrace"], swiftSettings: hot),
    .target(name: "PopSimulation", dependencies: ["PopSystem", "PopupScheduling", "PopTrace"], swiftSettings: hot),
    .target(
      name: "PopAudit", dependencies: ["PopupScheduling", "PopTrace", "PopReplay"],
      swiftSettings: hot),
    // What a report says, as values and as JSON.
    .target(
      name: "PopDocument", dependencies: ["PopupScheduling", "PopTrace", "PopReplay", "PopAudit"], swiftSettings: cold),
    .target(
      name: "PopReport", dependencies: ["PopupScheduling", "PopTrace", "PopReplay", "PopAudit", "PopDocument", zlib],
      // The report page, within the tool so that it is one file.
      resources: [.embedInCode("Page/Resources")],
      swiftSettings: cold),
    // What fails a build: metrics, thresholds, the baseline file.
    .target(
      name: "PopGate",
      dependencies: ["PopSystem", "PopupScheduling", "PopTrace", "PopReplay", "PopAudit", "PopDocument"],
      swiftSettings: cold),
    .target(
      name: "PopTraceCommands",
      dependencies: [
        "PopSystem", "PopupScheduling", "PublishedSchedulers", "PopTrace", "PopReplay", "PopSimulation",
        "PopAudit", "PopDocument", "PopReport", "PopGate",
        .product(name: "Yams", package: "Yams", condition: .when(traits: ["Tool"])),
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["Tool"])),
      ],
      swiftSettings: cold),
    .executableTarget(name: "poptrace", dependencies: ["PopTraceCommands"], swiftSettings: cold),

    // `swift package poptrace`, for use at a desk. It writes nothing by itself; --allow-writing-to-package-directory lets the tool do so.
    .plugin(
      name: "PopTraceCommand",
      capability: .command(
        intent: .custom(verb: "poptrace", description: "Runs poptrace in the package's folder; prints its exit code."))),

    // The test kit: expectations about traces, the conformance of policies, a clock and a recorder for tests. Nothing of the tool.
    .target(
      name: "PopTraceTesting",
      dependencies: ["PopSystem", "PopupScheduling", "PopTrace", "PopReplay", "PopSimulation", "PopAudit"],
      swiftSettings: cold),

    // What takes untrusted input, for `make fuzz` and the tests; no product.
    .target(
      name: "PopTraceFuzzing",
      dependencies: [
        "PopTraceCommands", "PopGate", "PopReport", "PopDocument", "PopAudit", "PopReplay", "PopTrace",
        "PopupScheduling",
        "PopSystem",
      ],
      path: "Tests/Tools/PopTraceFuzzing", swiftSettings: cold),
    .executableTarget(
      name: "poptrace-fuzz", dependencies: ["PopTraceFuzzing"],
      path: "Tests/Tools/poptrace-fuzz", swiftSettings: cold),
    .executableTarget(
      name: "poptrace-torture",
      dependencies: [
        "PopTraceFuzzing", "PopTraceCommands", "PopTraceTesting", "PopSimulation", "PopReplay", "PopTrace",
        "PopupScheduling", "PopSystem", "CJournal",
      ],
      path: "Tests/Tools/poptrace-torture", swiftSettings: cold),

    // How much of what a replay foresees is right, for `make fidelity` and the tests; no product.
    .target(
      name: "PopTraceFidelity",
      dependencies: [
        "PopAudit", "PopReplay", "PopSimulation", "PublishedSchedulers", "PopTrace", "PopupScheduling", "PopSystem",
      ],
      path: "Tests/Tools/PopTraceFidelity", swiftSettings: cold),
    .executableTarget(
      name: "poptrace-fidelity", dependencies: ["PopTraceFidelity", "PublishedSchedulers"],
      path: "Tests/Tools/poptrace-fidelity", swiftSettings: cold),

    // How many trials of a property tests make.
    .target(name: "Trials", path: "Tests/Trials", swiftSettings: cold),

    .testTarget(name: "PopSystemTests", dependencies: ["PopSystem"], swiftSettings: cold),
    .testTarget(
      name: "PopupSchedulingTests", dependencies: ["PopupScheduling", "PopSystem", "Trials"], swiftSettings: cold),
    .testTarget(
      name: "PublishedSchedulersTests",
      dependencies: [
        "PublishedSchedulers", "PopSimulation", "PopupScheduling", "PopTrace", "PopReplay", "PopAudit", "PopSystem",
        "Trials",
      ],
      swiftSettings: cold),
    // Counts what tests allocate.
    .target(name: "CAllocations", path: "Tests/CAllocations"),
    .testTarget(
      name: "PopTraceTests",
      dependencies: ["PopSimulation", "PopTrace", "PopupScheduling", "PopSystem", "CAllocations", "Trials"],
      exclude: ["Reader/read_trace.py"],
      swiftSettings: cold),
    .testTarget(
      name: "PopReplayTests",
      dependencies: [
        "PopReplay", "PopTraceTesting", "PopSimulation", "PopTrace", "PopupScheduling", "PopSystem", "Trials",
      ],
      swiftSettings: cold),
    .testTarget(
      name: "PopSimulationTests",
      dependencies: ["PopSimulation", "PopReplay", "PopAudit", "PopTrace", "PopupScheduling", "PopSystem", "Trials"],
      swiftSettings: cold),
    .testTarget(
      name: "PopAuditTests",
      dependencies: ["PopAudit", "PopReplay", "PopSimulation", "PopTrace", "PopupScheduling", "PopSystem"],
      exclude: ["Cases"],
      swiftSettings: cold),
    .testTarget(
      name: "PopTraceTestingTests",
      dependencies: [
        "PopTraceTesting", "PublishedSchedulers", "PopAudit", "PopReplay", "PopTrace", "PopupScheduling", "Trials",
      ],
      swiftSettings: cold),
    .testTarget(
      name: "PopDocumentTests",
      dependencies: ["PopDocument", "PopAudit", "PopReplay", "PopTrace", "PopupScheduling"],
      swiftSettings: cold),
    .testTarget(
      name: "PopReportTests",
      dependencies: [
        "PopReport", "PopDocument", "PopDocumentTests", "PopTraceTesting", "PopSimulation", "PopAudit", "PopReplay",
        "PopTrace", "PopupScheduling",
      ],
      swiftSettings: cold),
    .testTarget(
      name: "PopGateTests",
      dependencies: ["PopGate", "PopDocument", "PopAudit", "PopReplay", "PopTrace", "PopupScheduling", "PopSystem"],
      swiftSettings: cold),
    // Runs of the built tool.
    .target(name: "ToolRuns", path: "Tests/ToolRuns", swiftSettings: cold),
    .testTarget(
      name: "PopTraceCommandsTests",
      dependencies: ["PopTraceCommands", "PopAudit", "PopTrace", "PopupScheduling", "PopSystem", "ToolRuns", "Trials"],
      swiftSettings: cold),
    // Knows the tool from outside, so that it is compiled while those modules are.
    .testTarget(
      name: "CommandLineTests", dependencies: ["ToolRuns", "PublishedSchedulers"], exclude: ["Browser"],
      swiftSettings: cold),
    .testTarget(
      name: "PopTraceFidelityTests",
      dependencies: [
        "PopTraceFidelity", "PopSimulation", "PublishedSchedulers", "PopAudit", "PopReplay", "PopTrace",
        "PopupScheduling",
      ],
      swiftSettings: cold),
    .testTarget(
      name: "PopTraceFuzzingTests", dependencies: ["PopTraceFuzzing", "PopTrace", "PopupScheduling", "Trials"],
      swiftSettings: cold),
  ]
)

// What `make torture`, `make fidelity` and `make fuzz` run; no test stands on them.
if Context.environment["POPTRACE_TOOLS"] == nil {
  package.targets.removeAll { $0.type == .executable && $0.name != "poptrace" }
}

// POPTRACE_TESTS=PopTraceTests,CommandLineTests: these tests and what they stand on, and nothing else is built.
if let named = Context.environment["POPTRACE_TESTS"]?.split(separator: ",").map(String.init) {
  var open = named
  // What runs the tool needs it built.
  if named.contains("CommandLineTests") || named.contains("PopTraceCommandsTests") { open.append("poptrace") }
  var needed = Set(open)
  while let name = open.popLast() {
    for case .byNameItem(let dependency, _) in package.targets.first(where: { $0.name == name })?.dependencies ?? []
    where needed.insert(dependency).inserted {
      open.append(dependency)
    }
  }
  package.targets.removeAll { !needed.contains($0.name) }
  package.products.removeAll { product in
    let targets = (product as? Product.Library)?.targets ?? (product as? Product.Executable)?.targets
    return targets.map { !needed.isSuperset(of: $0) } ?? true
  }
}
