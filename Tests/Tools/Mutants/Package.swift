// swift-tools-version: 6.2

import PackageDescription

/// As the package under test is compiled.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

// A package of its own, so that neither those who use PopTrace nor those who test it compile swift-syntax.
let package = Package(
  name: "mutants",
  platforms: [.macOS(.v13)],
  dependencies: [.package(url: "https://github.com/swiftlang/swift-syntax", exact: "603.0.1")],
  targets: [
    .target(
      name: "Mutants",
      dependencies: [
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "SwiftParser", package: "swift-syntax"),
        .product(name: "SwiftOperators", package: "swift-syntax"),
      ],
      swiftSettings: settings),
    .executableTarget(name: "poptrace-mutants", dependencies: ["Mutants"], swiftSettings: settings),
    .testTarget(name: "MutantsTests", dependencies: ["Mutants"], swiftSettings: settings),
  ])
