#if Tool
/// What tells a file from every other, under all its names: its device and its number there.
struct FileIdentity: Hashable, Sendable {
  var device: UInt64
  var number: UInt64
}
#endif
