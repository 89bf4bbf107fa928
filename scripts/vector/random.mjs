// Seeded values: the same seed gives the same vectors on every machine.
import { concat, numberToHex, padHex, sliceHex } from 'viem'

/**
 * Opens a source of values.
 *
 * @param seed - any number; one source for each kind of vector.
 * @returns draws: `below(n)`, `isTrue(chance)`, `bytes(size)`, `account()`, `word()`, `uint(bits)`, `pick(list)`.
 */
export function openRandom(seed) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const below = (limit) => next() % limit
  const bytes = (size) => {
    const words = Array.from({ length: Math.ceil(size / 4) }, () =>
      numberToHex(next(), { size: 4 }),
    )
    return size === 0 ? '0x' : sliceHex(concat(words), 0, size)
  }
  return {
    below,
    bytes,
    isTrue: (chance = 0.5) => next() < chance * 2 ** 32,
    pick: (list) => list[below(list.length)],
    account: () => bytes(20),
    word: () => bytes(32),
    uint: (bits) => BigInt(bytes(bits / 8)),
  }
}

/**
 * Draws a value of an ABI type: lists have none to two entries, bytes are empty more often than not.
 *
 * @param random - a source of values.
 * @param parameter - as viem parses it.
 * @returns the value, in the form viem encodes.
 */
export function drawValue(random, parameter) {
  const list = /^(.*)\[(\d*)\]$/.exec(parameter.type)
  if (list !== null) {
    const length = list[2] === '' ? random.below(3) : Number(list[2])
    return Array.from({ length }, () => drawValue(random, { ...parameter, type: list[1] }))
  }
  if (parameter.type === 'tuple') {
    const members = parameter.components.map((member) => [member.name, drawValue(random, member)])
    return Object.fromEntries(members)
  }
  const [, kind, size] = /^([a-z]+)(\d*)$/.exec(parameter.type)
  if (kind === 'bool') return random.isTrue()
  if (kind === 'address') return random.account()
  if (kind === 'string') return random.pick(['', 'one', 'order 77'])
  if (kind === 'bytes' && size === '')
    return random.isTrue(0.7) ? '0x' : random.bytes(random.below(70))
  if (kind === 'bytes') return random.bytes(Number(size))
  const bits = Number(size || 256)
  const drawn = random.uint(bits)
  const value = kind === 'int' ? BigInt.asIntN(bits, drawn) : drawn
  return bits <= 48 ? Number(value) : value
}

/** An account as a word of 32 bytes. */
export function wordOf(account) {
  return padHex(account, { size: 32 })
}
