/** Preimages of a turn, one by one as other libraries take them, and in one memory as ours does. */
export type Messages = {
  readonly list: readonly Uint8Array[]
  readonly data: Uint8Array
  /** Message i is from `offsets[i]` to `offsets[i + 1]`. */
  readonly offsets: Uint32Array
}

/** Preimages shaped like leaves, 45 + 20k bytes, k from 0 to 5 in turn; those of no other turn. */
export function messagesOf(turn: number, count: number): Messages {
  const offsets = new Uint32Array(count + 1)
  for (let index = 0; index < count; index++) {
    offsets[index + 1] = offsets[index]! + 45 + 20 * (index % 6)
  }
  const data = new Uint8Array(offsets[count]!)
  let state = 0x9e3779b9 ^ Math.imul(turn + 1, 0x85ebca6b)
  for (let index = 0; index < data.length; index++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    data[index] = state >>> 24
  }
  const list = Array.from({ length: count }, (_, index) =>
    data.slice(offsets[index], offsets[index + 1]),
  )
  return { list, data, offsets }
}
