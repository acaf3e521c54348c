// swift-tools-version: 6.2

import PackageDescription

// An app needs neither the tool nor what the tool is built with: with the trait off, neither is resolved.
let package = Package(
  name: "RecordingApp",
  platforms: [.macOS(.v12)],
  dependencies: [.package(name: "poptrace", path: "../..", traits: ["Zstd"])],
  targets: [
    .executableTarget(
      name: "RecordingApp",
      dependencies: [
        .product(name: "PopTrace", package: "poptrace"), .product(name: "PopupScheduling", package: "poptrace"),
      ],
      swiftSettings: [.swiftLanguageMode(.v6)])
  ]
)
