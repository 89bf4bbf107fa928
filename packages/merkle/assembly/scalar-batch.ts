/** Hashes `count` pairs of nodes from the input to the output. */
export function pairs(count: i32): void {
  for (let index = 0; index < count; index++) {
    const one = inputAt + 64 * index
    hashPair(one, one + 32, outputAt + 32 * index)
  }
}

/** Hashes `count` messages between consecutive offsets of the input. */
export function messages(count: i32): void {
  for (let index = 0; index < count; index++) hashOne(index)
}
