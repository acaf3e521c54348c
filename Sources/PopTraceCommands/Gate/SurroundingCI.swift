#if Tool
import PopReport

/// The service that runs the build, as far as the environment shows it.
enum SurroundingCI {
  case github, gitlab, xcode, other, none

  /// The one that this process runs in.
  ///
  /// - Parameter variable: The value of a variable of the environment; nil where it is not set.
  init(_ variable: (String) -> String?) {
    if variable("GITHUB_ACTIONS") == "true" {
      self = .github
    } else if variable("GITLAB_CI") == "true" {
      self = .gitlab
    } else if variable("XCODE_VERSION_ACTUAL") != nil {
      self = .xcode
    } else {
      self = Self.isSet(variable("CI")) ? .other : .none
    }
  }

  /// Whether nobody sits in front of it, so that nothing is to be accepted by the way.
  var isUnattended: Bool { self != .none && self != .xcode }

  /// The forms of the report that are written where nobody says which.
  ///
  /// - Parameter summary: The file that GitHub shows as the step's summary; nil where there is none.
  func requests(summary: String?) -> [ReportRequest] {
    switch self {
    case .github:
      [ReportRequest(.text, to: "-"), ReportRequest(.github, to: "-")]
        + (summary.map { [ReportRequest(.githubSummary, to: $0)] } ?? [])
    case .xcode: [ReportRequest(.xcode, to: "-")]
    case .gitlab, .other, .none: [ReportRequest(.text, to: "-")]
    }
  }

  private static func isSet(_ value: String?) -> Bool {
    guard let value else { return false }
    return !value.isEmpty && value != "false" && value != "0"
  }
}
#endif
