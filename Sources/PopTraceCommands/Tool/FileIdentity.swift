#if Tool
/// What tells a file from every other, by whatever names it goes: its device and its number there.
struct FileIdentity: Hashable, Sendable {
  var device: UInt64
  var number: UInt64
}
#endif
