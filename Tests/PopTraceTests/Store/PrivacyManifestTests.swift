import Foundation
import Testing

/// What the App Store asks of a package that apps are built with (Privacy, *The App Store*).
struct PrivacyManifestTests {
  private let sources = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Sources")

  /// The code of the targets that an app links, by file.
  private func code() throws -> [(file: String, text: String)] {
    try ["CJournal", "PopSystem", "PopupScheduling", "PopTrace"].flatMap { target in
      try FileManager.default.subpathsOfDirectory(atPath: sources.appending(path: target).path())
        .filter { $0.hasSuffix(".swift") || $0.hasSuffix(".c") || $0.hasSuffix(".h") }
        .map {
          ("\(target)/\($0)", try String(contentsOf: sources.appending(path: "\(target)/\($0)"), encoding: .utf8))
        }
    }
  }

  /// The lines that have one of some words, by file, but for those with a comment.
  private func uses(of words: [String]) throws -> [String] {
    let pattern = try Regex("\\b(\(words.joined(separator: "|")))\\b")
    return try code().flatMap { file, text in
      text.split(separator: "\n").filter { !$0.contains("//") && $0.firstMatch(of: pattern) != nil }
        .map { "\(file): \($0)" }
    }
  }

  private func manifest() throws -> [String: Any] {
    let data = try Data(contentsOf: sources.appending(path: "PopTrace/PrivacyInfo.xcprivacy"))
    let manifest = unsafe try PropertyListSerialization.propertyList(from: data, format: nil)
    return try #require(manifest as? [String: Any])
  }

  @Test func noDataIsCollectedAndNobodyIsTracked() throws {
    let manifest = try manifest()
    #expect(manifest["NSPrivacyTracking"] as? Bool == false)
    #expect((manifest["NSPrivacyTrackingDomains"] as? [Any])?.isEmpty == true)
    #expect((manifest["NSPrivacyCollectedDataTypes"] as? [Any])?.isEmpty == true)
    #expect(manifest.count == 4)
  }

  /// https://developer.apple.com/documentation/bundleresources/describing-use-of-required-reason-api
  @Test func everyInterfaceThatNeedsAReasonHasOne() throws {
    let declared = try #require(try manifest()["NSPrivacyAccessedAPITypes"] as? [[String: Any]])
    let reasons = declared.map {
      ($0["NSPrivacyAccessedAPIType"] as? String, $0["NSPrivacyAccessedAPITypeReasons"] as? [String])
    }
    // How old files of the app's own container are.
    #expect(reasons.count == 1 && reasons.first?.0 == "NSPrivacyAccessedAPICategoryFileTimestamp")
    #expect(reasons.first?.1 == ["C617.1"])
    #expect(try !uses(of: ["stat", "fstat", "lstat", "fstatat"]).isEmpty)
    let others = [
      "systemUptime", "mach_absolute_time", "statfs", "statvfs", "fstatfs", "fstatvfs", "UserDefaults",
      "activeInputModes", "getattrlist", "fgetattrlist", "getattrlistat", "getattrlistbulk",
      "volumeAvailableCapacity\\w*", "systemFreeSize", "systemSize",
    ]
    #expect(try uses(of: others) == [])
  }

  /// An extension may not use what belongs to an app, and none of it needs more than the system's C library.
  @Test func extensionsMayUseIt() throws {
    #expect(try code().count > 50)
    let frameworks = ["UIKit", "AppKit", "WatchKit", "SwiftUI", "Foundation", "FoundationEssentials", "os"]
    #expect(try uses(of: frameworks.map { "import \($0)" } + ["UIApplication", "NSApplication", "dlsym"]) == [])
  }
}
