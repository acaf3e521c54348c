/// Sequence numbers in order, each once, without those that are not known.
func witness(_ sequences: Int32...) -> [Int32] {
  var list = sequences
  list.sort()
  var kept = 0
  for sequence in list where sequence >= 0 && (kept == 0 || list[kept - 1] != sequence) {
    list[kept] = sequence
    kept += 1
  }
  list.removeLast(list.count - kept)
  return list
}
