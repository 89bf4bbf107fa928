// Two messages at a time: lane i of message 0 in the low half of a vector, of message 1 in the high.
// The rounds keep A from 1024 and E from 1536, 25 vectors of 16 bytes each.
const twoE: usize = 1536

// @ts-ignore: decorator
@inline
function rotate(x: v128, amount: i32): v128 {
  return v128.or(i64x2.shl(x, amount), i64x2.shr_u(x, 64 - amount))
}

// @ts-ignore: decorator
@inline
function rotateOne(x: v128): v128 {
  return v128.or(i64x2.add(x, x), i64x2.shr_u(x, 63))
}

/** Hashes `count` pairs of nodes from the input to the output. */
export function pairs(count: i32): void {
  let index = 0
  for (; index + 1 < count; index += 2) {
    const one = inputAt + 64 * index
    const swapOne = <usize>isAfter(one, one + 32) << 5
    const swapTwo = <usize>isAfter(one + 64, one + 96) << 5
    interleave(one + swapOne, one + 64 + swapTwo, twoE)
    interleave(one + (swapOne ^ 32), one + 64 + (swapTwo ^ 32), twoE + 64)
    twoOpening(constants)
    twoMiddle(constants + 8, constants + 184)
    twoClosing(constants + 184)
    separate(outputAt + 32 * index, outputAt + 32 * index + 32)
  }
  if (index < count) hashPair(inputAt + 64 * index, inputAt + 64 * index + 32, outputAt + 32 * index)
}

/** Puts four lanes of two messages side by side. */
// @ts-ignore: decorator
@inline
function interleave(one: usize, two: usize, to: usize): void {
  const a = v128.load(one)
  const b = v128.load(two)
  const c = v128.load(one, 16)
  const d = v128.load(two, 16)
  v128.store(to, v128.shuffle<u64>(a, b, 0, 2))
  v128.store(to, v128.shuffle<u64>(a, b, 1, 3), 16)
  v128.store(to, v128.shuffle<u64>(c, d, 0, 2), 32)
  v128.store(to, v128.shuffle<u64>(c, d, 1, 3), 48)
}

/** Writes the two digests in lanes 0 to 3 of E. */
// @ts-ignore: decorator
@inline
function separate(one: usize, two: usize): void {
  const a = v128.load(twoE)
  const b = v128.load(twoE, 16)
  const c = v128.load(twoE, 32)
  const d = v128.load(twoE, 48)
  v128.store(one, v128.shuffle<u64>(a, b, 0, 2))
  v128.store(one, v128.shuffle<u64>(c, d, 0, 2), 16)
  v128.store(two, v128.shuffle<u64>(a, b, 1, 3))
  v128.store(two, v128.shuffle<u64>(c, d, 1, 3), 16)
}

/** Messages waiting for a partner of the same number of blocks, one place a number, 0 for none. */
const waitingAt: usize = 3328
const mostBlocks: u32 = 16

/** Hashes `count` messages between consecutive offsets of the input. */
export function messages(count: i32): void {
  fillTables()
  for (let blocks: u32 = 0; blocks < mostBlocks; blocks++) store<i32>(waitingAt + 4 * blocks, 0)
  for (let index = 0; index < count; index++) {
    const entry = offsetsAt + 4 * index
    const blocks = (load<u32>(entry, 4) - load<u32>(entry)) / blockSize
    if (blocks >= mostBlocks) {
      hashOne(index)
      continue
    }
    const place = waitingAt + 4 * blocks
    const partner = load<i32>(place)
    if (partner == 0) store<i32>(place, index + 1)
    else {
      store<i32>(place, 0)
      hashTwo(partner - 1, index, blocks)
    }
  }
  for (let blocks: u32 = 0; blocks < mostBlocks; blocks++) {
    const left = load<i32>(waitingAt + 4 * blocks)
    if (left != 0) hashOne(left - 1)
  }
}

/** Hashes two messages of `whole` full blocks and a rest each. */
function hashTwo(first: i32, second: i32, whole: u32): void {
  const startOne = load<u32>(offsetsAt + 4 * first)
  const startTwo = load<u32>(offsetsAt + 4 * second)
  let lengthOne = <i32>(load<u32>(offsetsAt + 4 * first, 4) - startOne)
  let lengthTwo = <i32>(load<u32>(offsetsAt + 4 * second, 4) - startTwo)
  let one = inputAt + startOne
  let two = inputAt + startTwo
  if (whole == 0) {
    putRests(one, two, blockSize - lengthOne, blockSize - lengthTwo)
    finishTwo(first, second)
    return
  }
  const zero = i64x2.splat(0)
  for (let at = 0; at < 400; at += 16) v128.store(twoE + at, zero)
  for (let block: u32 = 0; block < whole; block++) {
    addTwo(one, two)
    twoStart(constants)
    twoMiddle(constants + 8, constants + 184)
    twoTurn(constants + 184)
    one += blockSize
    two += blockSize
    lengthOne -= blockSize
    lengthTwo -= blockSize
  }
  addRests(one, two, blockSize - lengthOne, blockSize - lengthTwo)
  finishTwo(first, second)
}

function finishTwo(first: i32, second: i32): void {
  twoStart(constants)
  twoMiddle(constants + 8, constants + 184)
  twoClosing(constants + 184)
  separate(outputAt + 32 * first, outputAt + 32 * second)
}

function addTwo(one: usize, two: usize): void {
  for (let at = 0; at < 128; at += 16) add(at, v128.load(one + at), v128.load(two + at))
  addLast(v128.load64_zero(one, 128), v128.load64_zero(two, 128))
}

/** Adds two rests of 0 to 135 bytes with their padding: what lies behind a rest is masked away. */
function addRests(one: usize, two: usize, shiftOne: usize, shiftTwo: usize): void {
  for (let at = 0; at < 128; at += 16) {
    add(at, restOf(one + at, shiftOne + at), restOf(two + at, shiftTwo + at))
  }
  const end = i64x2(0x8000000000000000, 0)
  addLast(
    v128.or(restOf(one + 128, shiftOne + 128), end),
    v128.or(restOf(two + 128, shiftTwo + 128), end),
  )
}

/** The same into an empty state, which most leaves are: one block each, and nothing to read back. */
function putRests(one: usize, two: usize, shiftOne: usize, shiftTwo: usize): void {
  const zero = i64x2.splat(0)
  for (let at = 272; at < 400; at += 16) v128.store(twoE + at, zero)
  for (let at = 0; at < 128; at += 32) {
    put(at, restOf(one + at, shiftOne + at), restOf(two + at, shiftTwo + at))
    const next = at + 16
    put(next, restOf(one + next, shiftOne + next), restOf(two + next, shiftTwo + next))
  }
  const a = restOf(one + 128, shiftOne + 128)
  const b = restOf(two + 128, shiftTwo + 128)
  v128.store(twoE, v128.or(v128.shuffle<u64>(a, b, 0, 2), i64x2.splat(0x8000000000000000)), 256)
}

// @ts-ignore: decorator
@inline
function put(at: usize, one: v128, two: v128): void {
  const to = twoE + 2 * at
  v128.store(to, v128.shuffle<u64>(one, two, 0, 2))
  v128.store(to, v128.shuffle<u64>(one, two, 1, 3), 16)
}

// @ts-ignore: decorator
@inline
function add(at: usize, one: v128, two: v128): void {
  const to = twoE + 2 * at
  v128.store(to, v128.xor(v128.load(to), v128.shuffle<u64>(one, two, 0, 2)))
  v128.store(to, v128.xor(v128.load(to, 16), v128.shuffle<u64>(one, two, 1, 3)), 16)
}

// @ts-ignore: decorator
@inline
function addLast(one: v128, two: v128): void {
  v128.store(twoE, v128.xor(v128.load(twoE, 256), v128.shuffle<u64>(one, two, 0, 2)), 256)
}

/**
 * Two tables to look through at an offset of a rest's length: the first keeps the bytes of the rest,
 * the second adds the 1 behind it. Both reach a whole block to either side.
 */
const keepAt: usize = 3408
const endAt: usize = 3712

function fillTables(): void {
  for (let at = 0; at < 288; at += 8) {
    store<u64>(keepAt + at, at < 136 ? -1 : 0)
    store<u64>(endAt + at, at == 136 ? 1 : 0)
  }
}

/** 16 bytes of a rest, padded: `shift` is 136 less its length. */
// @ts-ignore: decorator
@inline
function restOf(from: usize, shift: usize): v128 {
  return v128.or(v128.and(v128.load(from), v128.load(keepAt + shift)), v128.load(endAt + shift))
}
