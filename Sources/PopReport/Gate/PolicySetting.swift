/// A key of a policy with the value that it is given: `leaving: hide`.
package struct PolicySetting: Hashable, Sendable, CustomStringConvertible {
  /// The key.
  package var key: String
  /// Its value, as a policy file has it.
  package var value: String

  /// Makes a setting.
  package init(_ key: String, _ value: String) {
    self.key = key
    self.value = value
  }

  package var description: String { "\(key): \(value)" }
}
