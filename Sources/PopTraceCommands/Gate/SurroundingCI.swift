#if Tool
import PopReport

/// The service that runs the build, as far as the environment shows it.
struct SurroundingCI {
  /// What shows the report in a form of its own.
  enum Service { case github, xcode, other }

  let service: Service
  /// Whether nobody sits in front of it, so that nothing is to be accepted by the way.
  let isUnattended: Bool

  /// The one that this process runs in.
  ///
  /// - Parameter variable: The value of a variable of the environment; nil where it is not set.
  init(_ variable: (String) -> String?) {
    let isGitHub = variable("GITHUB_ACTIONS") == "true"
    service = isGitHub ? .github : Self.isSet(variable("XCODE_VERSION_ACTUAL")) ? .xcode : .other
    isUnattended = isGitHub || Self.isSet(variable("GITLAB_CI")) || Self.isSet(variable("CI"))
  }

  /// The forms of the report that are written where nobody says which.
  ///
  /// - Parameter summary: The file that GitHub shows as the step's summary; nil where there is none.
  func requests(summary: String?) -> [ReportRequest] {
    switch service {
    case .github:
      [ReportRequest(.text, to: "-"), ReportRequest(.github, to: "-")]
        + (summary.map { $0.isEmpty ? [] : [ReportRequest(.githubSummary, to: $0, isShared: true)] } ?? [])
    case .xcode: [ReportRequest(.xcode, to: "-")]
    case .other: [ReportRequest(.text, to: "-")]
    }
  }

  private static func isSet(_ value: String?) -> Bool {
    guard let value else { return false }
    return !value.isEmpty && value != "false" && value != "0"
  }
}
#endif
