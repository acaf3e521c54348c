package import PopTrace

/// What a session's header says of it that tells it from others.
package struct SessionFacts: Hashable, Sendable {
  /// The app; empty where the header does not say, as with all that follow.
  package var app = ""
  /// The app's build.
  package var build = ""
  /// The policy that was at work when it was recorded.
  package var policy = ""
  /// When it began, by ISO 8601.
  package var started = ""
  /// The system's version.
  package var os = ""
  /// The kind of device.
  package var device = ""
  /// The language and region.
  package var locale = ""
  /// The arms of experiments it took part in.
  package var arms: [HeaderEntry] = []
  /// What the app added.
  package var metadata: [HeaderEntry] = []

  /// Knows nothing.
  package init() {}

  /// Takes it from a header.
  package init(_ header: SessionHeader) {
    app = header.app
    build = header.build
    policy = header.policy
    started = header.started
    os = header.os
    device = header.device
    locale = header.locale
    arms = header.arms
    metadata = header.metadata
  }
}
