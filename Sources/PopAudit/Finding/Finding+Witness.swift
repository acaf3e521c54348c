/// Sequence numbers in order, each once, without those that are not known.
func witness(_ sequences: Int32...) -> [Int32] {
  var list: [Int32] = []
  for sequence in sequences.sorted() where sequence >= 0 && list.last != sequence { list.append(sequence) }
  return list
}
