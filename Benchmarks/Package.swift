// swift-tools-version: 6.2

import PackageDescription

// A package of its own, so that building and testing the tool never pays for it: `make bench` at the top runs it.
let package = Package(
  name: "poptrace-benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "poptrace", path: "..")],
  targets: [
    .target(name: "CInstructions"),
    // A link to what counts for the package's tests.
    .target(name: "CAllocations"),
    .executableTarget(
      name: "ReplayAllocations",
      dependencies: [
        "CAllocations",
        .product(name: "PopupScheduling", package: "poptrace"),
        .product(name: "PopTrace", package: "poptrace"),
        .product(name: "PopReplay", package: "poptrace"),
        .product(name: "PopSimulation", package: "poptrace"),
        .product(name: "PopAudit", package: "poptrace"),
      ],
      swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]),
    .executableTarget(
      name: "PopTraceBenchmarks",
      dependencies: [
        "CInstructions",
        .product(name: "PopupScheduling", package: "poptrace"),
        .product(name: "PopTrace", package: "poptrace"),
        .product(name: "PopReplay", package: "poptrace"),
        .product(name: "PopSimulation", package: "poptrace"),
        .product(name: "PopAudit", package: "poptrace"),
      ],
      swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)])
  ]
)
