#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Memory that is mapped from a file, or that is of nobody else. Its place never changes.
@safe
package struct MappedMemory: ~Copyable, @unchecked Sendable {
  /// Where it begins. Who writes where, and when, is the owner's to say.
  package let base: UnsafeMutableRawPointer
  package let byteCount: Int

  /// Maps the first bytes of a file.
  package init(_ file: SystemFile, byteCount: Int) throws(SystemError) {
    unsafe base = try file.map(0..<byteCount)
    self.byteCount = byteCount
  }

  /// Makes memory without a file.
  package init(byteCount: Int) throws(SystemError) {
    let base = unsafe mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
    guard let base = unsafe base, unsafe base != MAP_FAILED else { throw SystemError("find memory for", "a journal") }
    unsafe self.base = unsafe base
    self.byteCount = byteCount
  }

  deinit { unsafe munmap(base, byteCount) }

  /// Maps a part of a file in the place of that part.
  package func map(_ range: Range<Int>, from file: SystemFile) throws(SystemError) {
    precondition(range.lowerBound >= 0 && range.upperBound <= byteCount)
    // A call that fails may leave nothing in that place. Whether the system gives such a mapping is seen somewhere else before.
    guard unsafe munmap(try file.map(range), range.count) == 0 else { throw SystemError("map", file.path) }
    _ = unsafe try file.map(range, at: base + range.lowerBound)
  }

  /// Has the system store the first bytes.
  package func sync(first size: Int) throws(SystemError) {
    guard SystemError.retrying({ unsafe msync(base, size, MS_SYNC) }) == 0 else {
      throw SystemError("store", "the journal")
    }
  }
}

extension MappedMemory {
  /// The bytes of a page of memory, which is 4 KiB here and 16 KiB on phones: asked for, never assumed.
  package static let pageSize = max(4096, Int(sysconf(Int32(_SC_PAGESIZE))))
}
