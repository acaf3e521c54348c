#if Tool
import ArgumentParser
import PopTrace
import PopupScheduling

/// One condition on sessions: `build=1042`.
struct WhereClause: Hashable, Sendable, ExpressibleByArgument {
  /// What is asked about.
  enum Key: Hashable, Sendable {
    case app, build, policy, os, device, locale, page, popup
    case arm(String)
    case metadata(String)

    init?(_ text: String) {
      switch text {
      case "app": self = .app
      case "build": self = .build
      case "policy": self = .policy
      case "os": self = .os
      case "device": self = .device
      case "locale": self = .locale
      case "page": self = .page
      case "popup": self = .popup
      default:
        if text.hasPrefix("arm:"), text.count > 4 {
          self = .arm(String(text.dropFirst(4)))
        } else if text.hasPrefix("metadata:"), text.count > 9 {
          self = .metadata(String(text.dropFirst(9)))
        } else {
          return nil
        }
      }
    }
  }

  let key: Key
  let value: String
  /// As it was written.
  let text: String

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, let key = Key(parts[0]) else { return nil }
    self.key = key
    value = parts[1]
    text = argument
  }

  /// Whether a session is so.
  ///
  /// - Complexity: O(n) in its events for pages and popups, else O(1).
  func holds(for session: Session) -> Bool {
    let header = session.header
    return switch key {
    case .app: header.app == value
    case .build: header.build == value
    case .policy: header.policy == value
    case .os: header.os == value
    case .device: header.device == value
    case .locale: header.locale == value
    case .arm(let name): header.arms.contains { $0.name == name && $0.value == value }
    case .metadata(let name): header.metadata.contains { $0.name == name && $0.value == value }
    case .page:
      session.catalog.pages.indices.contains {
        session.catalog.names.text(session.catalog.className(of: PageID($0))) == value
      }
    case .popup:
      session.log.events.contains {
        $0.kind == .popupSubmitted && session.catalog.names.text(session.catalog.spec($0.spec).name) == value
      }
    }
  }
}
#endif
