import PopupScheduling

/// Something that a session's header says its events are marked with (semantics A3): `"marks"` in JSON Lines.
enum SessionMark: String, WireNamed {
  /// Re-entrant stimuli (``Event/Flags/reentrant``).
  case reentrant

  var wireName: String { rawValue }
}
