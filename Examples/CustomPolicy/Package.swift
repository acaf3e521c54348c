// swift-tools-version: 6.2

import PackageDescription

// A team's own policy: the package that its app links, a poptrace that knows it, and the tests that gate it.
let package = Package(
  name: "CustomPolicy",
  platforms: [.iOS(.v15), .macOS(.v12)],
  products: [.library(name: "CampaignPolicy", targets: ["CampaignPolicy"])],
  dependencies: [.package(name: "poptrace", path: "../..")],
  targets: [
    .target(
      name: "CampaignPolicy", dependencies: [.product(name: "PopupScheduling", package: "poptrace")],
      swiftSettings: [.swiftLanguageMode(.v6)]),
    .executableTarget(
      name: "poptrace-custom",
      dependencies: ["CampaignPolicy", .product(name: "PopTraceCommands", package: "poptrace")],
      swiftSettings: [.swiftLanguageMode(.v6)]),
    .testTarget(
      name: "CampaignPolicyTests",
      dependencies: ["CampaignPolicy", .product(name: "PopTraceTesting", package: "poptrace")],
      exclude: ["Traces"],
      swiftSettings: [.swiftLanguageMode(.v6)]),
  ]
)
