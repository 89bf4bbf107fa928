// One message at a time. Compiled by scripts/build-kernel.mjs behind the rounds of kernel-wasm.mjs,
// which keep their state in memory: A from 2304, E from 2560, 25 lanes of 8 bytes each.

/**
 * Offsets where callers put data and find digests; packages/merkle/src/engine/engine-wasm.ts names
 * the same places.
 */
const inputAt: usize = 4096
const outputAt: usize = 4096 + 262144
const offsetsAt: usize = 4096 + 262144 + 131072
const oneE: usize = 2560
const blockSize: i32 = 136

/** Hashes the sorted pair of the nodes at `one` and `other` to `out`. */
function hashPair(one: usize, other: usize, out: usize): void {
  placePair(one, other)
  oneOpening(constants)
  oneMiddle(constants + 8, constants + 184)
  finishOne(out)
}

/** Puts a sorted pair of nodes into lanes 0 to 7 of E. */
function placePair(one: usize, other: usize): void {
  const swap = isAfter(one, other)
  const first = swap ? other : one
  const second = swap ? one : other
  for (let at = 0; at < 32; at += 8) {
    store<u64>(oneE + at, load<u64>(first + at))
    store<u64>(oneE + at, load<u64>(second + at), 32)
  }
  // Lanes 1 and 2 are kept as their complement.
  store<u64>(oneE, ~load<u64>(oneE, 8), 8)
  store<u64>(oneE, ~load<u64>(oneE, 16), 16)
}

function finishOne(out: usize): void {
  oneClosing(constants + 184)
  for (let at = 0; at < 32; at += 8) store<u64>(out + at, load<u64>(oneE + at))
}

/** True if the 32 bytes at `one` are greater than those at `other`, read as big-endian numbers. */
function isAfter(one: usize, other: usize): bool {
  for (let at = 0; at < 32; at += 8) {
    const a = load<u64>(one + at)
    const b = load<u64>(other + at)
    if (a != b) {
      const shift = ctz<u64>(a ^ b) & 56
      return ((a >> shift) & 255) > ((b >> shift) & 255)
    }
  }
  return false
}

/** Empties the state of the single message. */
export function reset(): void {
  for (let lane = 0; lane < 25; lane++) {
    const hidden = (0x121106 >> lane) & 1
    store<u64>(oneE + 8 * lane, hidden ? -1 : 0)
  }
}

/** Takes in whole blocks. */
export function absorb(from: usize, blocks: i32): void {
  for (let block = 0; block < blocks; block++) {
    addBlock(from)
    oneStart(constants)
    oneMiddle(constants + 8, constants + 184)
    oneTurn(constants + 184)
    from += blockSize
  }
}

/** Takes in the rest, 0 to 135 bytes, and writes the digest to `out`. */
export function finish(from: usize, length: i32, out: usize): void {
  addRest(from, length)
  oneStart(constants)
  oneMiddle(constants + 8, constants + 184)
  finishOne(out)
}

/** Adds a rest of 0 to 135 bytes with its padding to E. */
function addRest(from: usize, length: i32): void {
  const scratch: usize = 3072
  for (let at = 0; at < 136; at += 8) store<u64>(scratch + at, at < length ? load<u64>(from + at) : 0)
  const cut = length & 7
  const last = scratch + (length & ~7)
  const mask = ((<u64>1) << (8 * cut)) - 1
  store<u64>(last, (load<u64>(last) & mask) | ((<u64>1) << (8 * cut)))
  store<u64>(scratch, load<u64>(scratch, 128) | 0x8000000000000000, 128)
  addBlock(scratch)
}

function addBlock(from: usize): void {
  for (let at = 0; at < 136; at += 8) store<u64>(oneE + at, load<u64>(oneE + at) ^ load<u64>(from + at))
}

/** Hashes message `index` of the batch. */
function hashOne(index: i32): void {
  const entry = offsetsAt + 4 * index
  const start = load<u32>(entry)
  const length = load<u32>(entry, 4) - start
  const blocks = length / blockSize
  reset()
  absorb(inputAt + start, blocks)
  finish(inputAt + start + blocks * blockSize, length - blocks * blockSize, outputAt + 32 * index)
}

/** Hashes the node at the input with each of the `depth` nodes behind it; the end is at the output. */
export function climb(depth: i32): void {
  for (let at = 0; at < 32; at += 8) store<u64>(outputAt + at, load<u64>(inputAt + at))
  for (let level = 1; level <= depth; level++) hashPair(outputAt, inputAt + 32 * level, outputAt)
}
