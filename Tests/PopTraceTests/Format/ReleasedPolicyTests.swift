import PopupScheduling
import Testing

@testable import PopTrace

/// A standard version is recorded by name and digest (Configuration, *Released versions*).
@Suite struct ReleasedPolicyTests {
  /// A released version's configuration never changes: whoever changes one of these makes every trace recorded with it unjudgeable.
  private static let digests: [(name: String, digest: UInt32)] = [
    ("v0", 0x3815_ec50), ("v1", 0x976a_ecad), ("v2", 0xc362_9de9), ("v3", 0xc036_8f3c), ("v4", 0xe747_26b3),
    ("v5", 0xa3ad_b26c), ("v6", 0x241a_814a),
  ]

  @Test func digestsNeverChange() {
    #expect(ReleasedPolicy.all.map(\.name) == Self.digests.map(\.name))
    #expect(ReleasedPolicy.all.map(\.digest) == Self.digests.map(\.digest))
    // Older readers of version 3 know no more of them by name alone.
    #expect(ReleasedPolicy.knownToAll == 7)
  }

  private func session(_ policy: String, _ configuration: String) -> Session {
    var session = TinySession.make()
    session.header.policy = policy
    session.header.configuration = configuration
    return session
  }

  @Test(arguments: PolicyConfiguration.versions)
  func aStandardVersionComesBackWhole(version: PolicyVersion) throws {
    let text = version.configuration.text
    let bytes = try file(of: [session(version.name, text), session("mine", text), session(version.name, "")])
    #expect(try sessions(in: bytes).map(\.header.configuration) == [text, text, ""])
    // It takes nothing: the name says it all.
    let size = try file(of: [session(version.name, text)]).count
    #expect(try size <= file(of: [session(version.name, "")]).count)
  }

  @Test func aDigestThatNobodyKnowsIsAnUnknownPolicyAndNoError() throws {
    let text = PolicyConfiguration.v4.text
    for (policy, configuration) in [("v9", "digest: 0badcafe"), ("v4", "digest: 00000001"), ("", "digest: ffffffff")] {
      let bytes = try file(of: [session(policy, configuration), session(policy, configuration)], .archive)
      #expect(try sessions(in: bytes).map(\.header.configuration) == [configuration, configuration])
      #expect(throws: PolicyConfigurationError.self) { try PolicyConfiguration(text: configuration) }
    }
    // A text that only looks like a digest stays a text; so does that of a version under another's name.
    let known = ReleasedPolicy.all[4].digest
    let digits = String(known, radix: 16)
    let lookalikes = [
      ("v4", "digest: " + String(repeating: "0", count: 8 - digits.count) + digits), ("v9", "digest: 0BADCAFE"),
      ("v9", "digest: +badcafe"), ("v5", text),
    ]
    for (policy, configuration) in lookalikes {
      let read = try sessions(in: try file(of: [session(policy, configuration)]))[0]
      #expect(read.header.configuration == configuration)
    }
  }
}
