import PopupScheduling

/// Something that a session's header says its events are marked with (TimeAndTurns, *Re-entrant stimuli*): `"marks"` in JSON Lines.
enum SessionMark: String, WireNamed {
  /// Re-entrant stimuli (``Event/Flags/reentrant``).
  case reentrant

  var wireName: String { rawValue }
}
