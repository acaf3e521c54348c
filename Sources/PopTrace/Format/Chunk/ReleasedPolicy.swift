import PopupScheduling

/// A version of the standard policy as it was released, which a trace names by a digest in place of its whole configuration.
///
/// A released version's configuration never changes, so that name and digest say it all. A reader that does not know the two puts a text in
/// place of the configuration that no policy has: it then knows that the policy is unknown, and reads everything else of the session.
struct ReleasedPolicy: Sendable {
  /// The version's name.
  let name: String
  /// Its configuration as text.
  let configuration: String
  /// The low half of the XXH64 of that text.
  let digest: UInt32

  /// All versions.
  static let all: [ReleasedPolicy] = PolicyConfiguration.versions.map { version in
    let text = version.configuration.text
    return ReleasedPolicy(name: version.name, configuration: text, digest: XXH64.low32(Array(text.utf8)))
  }

  /// How many of them there were when the format was made: every reader of it knows them, and needs no digest.
  static let knownToAll = 7

  private static let prefix = "digest: "

  /// The configuration that a policy's name alone stands for; nil where a digest is needed besides, or the configuration itself.
  static func configuration(of policy: String) -> String? {
    all[..<knownToAll].first { $0.name == policy }?.configuration
  }

  /// The digest that stands for a policy's configuration; nil where the configuration has to be written as it is.
  static func digest(of policy: String, _ configuration: String) -> UInt32? {
    guard configuration.utf8.count >= prefix.utf8.count + 8 else { return nil }
    for version in all where version.name == policy && version.configuration == configuration { return version.digest }
    guard configuration.utf8.count == prefix.utf8.count + 8, configuration.hasPrefix(prefix),
      let digest = UInt32(configuration.dropFirst(prefix.count), radix: 16), unknown(digest) == configuration,
      !all.contains(where: { $0.name == policy && $0.digest == digest })
    else { return nil }
    return digest
  }

  /// The configuration that a policy's digest stands for; where this build does not know it, a text that says so.
  static func configuration(of policy: String, _ digest: UInt32) -> String {
    for version in all where version.digest == digest && version.name == policy { return version.configuration }
    return unknown(digest)
  }

  private static func unknown(_ digest: UInt32) -> String {
    let digits = String(digest, radix: 16)
    return prefix + String(repeating: "0", count: 8 - digits.count) + digits
  }
}
