import { blockSize, type KeccakEngine } from './engine.ts'
import { permute } from './kernel-js.generated.ts'

/** Makes the engine that needs nothing but JavaScript. */
export function buildJsEngine(): KeccakEngine {
  const state = new Int32Array(100)
  const block = new Uint8Array(blockSize)
  const pair = new Uint8Array(64)
  const constants = interleavedRoundConstants()

  const absorb = (source: Uint8Array, at: number, lanes: number): void => {
    for (let lane = 0; lane < lanes; lane++) {
      const low = separated(wordAt(source, at + 8 * lane))
      const high = separated(wordAt(source, at + 8 * lane + 4))
      state[2 * lane]! ^= (low & 0xffff) | (high << 16)
      state[2 * lane + 1]! ^= (low >>> 16) | (high & 0xffff0000)
    }
  }

  const squeeze = (target: Uint8Array, at: number): void => {
    for (let lane = 0; lane < 4; lane++) {
      const flip = isComplemented(lane) ? -1 : 0
      const even = state[2 * lane]! ^ flip
      const odd = state[2 * lane + 1]! ^ flip
      writeWord(target, at + 8 * lane, joined((even & 0xffff) | (odd << 16)))
      writeWord(target, at + 8 * lane + 4, joined((even >>> 16) | (odd & 0xffff0000)))
    }
  }

  const hashRange = (data: Uint8Array, start: number, end: number): void => {
    clear(state)
    let offset = start
    for (; end - offset >= blockSize; offset += blockSize) {
      absorb(data, offset, 17)
      permute(state, constants)
    }
    block.fill(0)
    for (let index = 0; offset + index < end; index++) block[index] = data[offset + index]!
    block[end - offset] = 1
    block[blockSize - 1]! |= 0x80
    absorb(block, 0, 17)
    permute(state, constants)
  }

  const hashPairInto = (left: Uint8Array, right: Uint8Array): void => {
    const first = isSmaller(left, right) ? left : right
    pair.set(first, 0)
    pair.set(first === left ? right : left, 32)
    clear(state)
    absorb(pair, 0, 8)
    // The byte 0x01 after 64 bytes of message and the 0x80 that ends the block, interleaved.
    state[16]! ^= 1
    state[33]! ^= 1 << 31
    permute(state, constants)
  }

  return {
    name: 'js',
    hash: (message) => {
      const digest = new Uint8Array(32)
      hashRange(message, 0, message.length)
      squeeze(digest, 0)
      return digest
    },
    hashMessages: (data, offsets, digests) => {
      for (let index = 0; index + 1 < offsets.length; index++) {
        hashRange(data, offsets[index]!, offsets[index + 1]!)
        squeeze(digests, 32 * index)
      }
    },
    hashPairs: (nodes, parents) => {
      const count = parents.length / 32
      for (let index = 0; index < count; index++) {
        const offset = 64 * index
        hashPairInto(nodes.subarray(offset, offset + 32), nodes.subarray(offset + 32, offset + 64))
        squeeze(parents, 32 * index)
      }
    },
    climb: (node, proof) => {
      const digest = node.slice()
      for (let index = 0; index < proof.length; index += 32) {
        hashPairInto(digest, proof.subarray(index, index + 32))
        squeeze(digest, 0)
      }
      return digest
    },
  }
}

/** Lanes 1, 2, 8, 12, 17 and 20 are kept as their complement: chi then needs one NOT a row. */
function clear(state: Int32Array): void {
  state.fill(0, 0, 50)
  for (let lane = 0; lane < 25; lane++) {
    if (isComplemented(lane)) {
      state[2 * lane] = -1
      state[2 * lane + 1] = -1
    }
  }
}

function isComplemented(lane: number): boolean {
  return ((0x121106 >>> lane) & 1) === 1
}

function isSmaller(left: Uint8Array, right: Uint8Array): boolean {
  for (let index = 0; index < 32; index++) {
    if (left[index] !== right[index]) return left[index]! < right[index]!
  }
  return true
}

function wordAt(bytes: Uint8Array, at: number): number {
  return bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)
}

function writeWord(bytes: Uint8Array, at: number, word: number): void {
  bytes[at] = word
  bytes[at + 1] = word >>> 8
  bytes[at + 2] = word >>> 16
  bytes[at + 3] = word >>> 24
}

/** Moves the even bits to the low half and the odd bits to the high half. */
function separated(word: number): number {
  let t = (word ^ (word >>> 1)) & 0x22222222
  let x = word ^ t ^ (t << 1)
  t = (x ^ (x >>> 2)) & 0x0c0c0c0c
  x ^= t ^ (t << 2)
  t = (x ^ (x >>> 4)) & 0x00f000f0
  x ^= t ^ (t << 4)
  t = (x ^ (x >>> 8)) & 0x0000ff00
  return x ^ t ^ (t << 8)
}

/** Undoes `separated`. */
function joined(word: number): number {
  let t = (word ^ (word >>> 8)) & 0x0000ff00
  let x = word ^ t ^ (t << 8)
  t = (x ^ (x >>> 4)) & 0x00f000f0
  x ^= t ^ (t << 4)
  t = (x ^ (x >>> 2)) & 0x0c0c0c0c
  x ^= t ^ (t << 2)
  t = (x ^ (x >>> 1)) & 0x22222222
  return x ^ t ^ (t << 1)
}

/** Source: FIPS 202, section 3.2.5: the linear feedback shift register of iota. */
function interleavedRoundConstants(): Int32Array {
  const constants = new Int32Array(48)
  let register = 1
  for (let round = 0; round < 24; round++) {
    for (let j = 0; j <= 6; j++) {
      const bit = 2 ** j - 1
      if ((register & 1) === 1) constants[2 * round + (bit & 1)]! ^= 1 << (bit >> 1)
      register <<= 1
      if (register & 0x100) register ^= 0x171
    }
  }
  return constants
}
