package import PopReport
package import PopupScheduling

/// Which popups a metric is about: all of them, or those with a name, a kind, a level; where several are given, all must fit.
package struct PopupScope: Hashable, Sendable {
  /// The name; nil for any, as with all that follow.
  package var popup: String?
  /// The kind.
  package var kind: PopupKind?
  /// The level.
  package var level: Int?

  /// All popups, unless something is given.
  package init(popup: String? = nil, kind: PopupKind? = nil, level: Int? = nil) {
    self.popup = popup
    self.kind = kind
    self.level = level
  }

  /// Whether it is about all popups.
  package var isAll: Bool { popup == nil && kind == nil && level == nil }

  /// Whether a popup belongs to it; one whose submission is not known has no kind and no level.
  package func contains(_ outcome: OutcomeReport) -> Bool {
    if let popup, popup != outcome.name { return false }
    if let kind, kind != outcome.attributes?.kind { return false }
    if let level, level != outcome.attributes?.level { return false }
    return true
  }
}

extension PopupScope: CustomStringConvertible {
  /// `all popups`, `popup Coupon`, `kind alert, level 8`.
  package var description: String {
    if isAll { return "all popups" }
    return [popup.map { "popup \($0)" }, kind.map { "kind \($0.wireName)" }, level.map { "level \($0)" }]
      .compactMap { $0 }.joined(separator: ", ")
  }
}
