// Three messages at a time: two in vectors, lane i of the first in the low half and of the second in
// the high half, and a third beside them in ordinary registers, as in scalar.ts.
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
  let one = inputAt
  let out = outputAt
  let left = count
  for (; left >= 3; left -= 3) {
    placeTwoPairs(one)
    placePair(one + 128, one + 160)
    twoOpening(constants)
    oneOpening(constants)
    threeMiddle(constants + 8, constants + 184)
    finishTwo(out, out + 32)
    finishOne(out + 64)
    one += 192
    out += 96
  }
  if (left == 2) {
    placeTwoPairs(one)
    twoOpening(constants)
    twoMiddle(constants + 8, constants + 184)
    finishTwo(out, out + 32)
  } else if (left == 1) hashPair(one, one + 32, out)
}

/** Puts two pairs of nodes, each sorted, into lanes 0 to 7 of E. */
function placeTwoPairs(one: usize): void {
  const swapOne = <usize>isAfter(one, one + 32) << 5
  const swapTwo = <usize>isAfter(one + 64, one + 96) << 5
  interleave(one + swapOne, one + 64 + swapTwo, twoE)
  interleave(one + (swapOne ^ 32), one + 64 + (swapTwo ^ 32), twoE + 64)
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

/** Runs the last round and writes the two digests. */
function finishTwo(one: usize, two: usize): void {
  twoClosing(constants + 184)
  const a = v128.load(twoE)
  const b = v128.load(twoE, 16)
  const c = v128.load(twoE, 32)
  const d = v128.load(twoE, 48)
  v128.store(one, v128.shuffle<u64>(a, b, 0, 2))
  v128.store(one, v128.shuffle<u64>(c, d, 0, 2), 16)
  v128.store(two, v128.shuffle<u64>(a, b, 1, 3))
  v128.store(two, v128.shuffle<u64>(c, d, 1, 3), 16)
}

/** Messages that wait for two of the same number of blocks: two places a number, 0 for none. */
const waitingAt: usize = 3248
const maxBlocks: u32 = 16

/** Hashes `count` messages between consecutive offsets of the input. */
export function messages(count: i32): void {
  fillTables()
  for (let blocks: u32 = 0; blocks < maxBlocks; blocks++) store<i64>(waitingAt + 8 * blocks, 0)
  for (let index = 0; index < count; index++) {
    const blocks = lengthOf(index) / blockSize
    if (blocks >= maxBlocks) {
      hashOne(index)
      continue
    }
    const place = waitingAt + 8 * blocks
    const first = load<i32>(place)
    const second = load<i32>(place, 4)
    if (first == 0) store<i32>(place, index + 1)
    else if (second == 0) store<i32>(place, index + 1, 4)
    else {
      store<i64>(place, 0)
      hashThree(first - 1, second - 1, index)
    }
  }
  for (let blocks: u32 = 0; blocks < maxBlocks; blocks++) {
    const first = load<i32>(waitingAt + 8 * blocks)
    const second = load<i32>(waitingAt + 8 * blocks, 4)
    if (first != 0) hashOne(first - 1)
    if (second != 0) hashOne(second - 1)
  }
}

function startOf(index: i32): u32 {
  return load<u32>(offsetsAt + 4 * index)
}

function lengthOf(index: i32): u32 {
  return startOf(index + 1) - startOf(index)
}

/** Hashes three messages of the same number of blocks. */
function hashThree(first: i32, second: i32, third: i32): void {
  let one = inputAt + startOf(first)
  let two = inputAt + startOf(second)
  let three = inputAt + startOf(third)
  const whole = lengthOf(first) / blockSize
  const taken = whole * blockSize
  const shiftOne = taken + blockSize - lengthOf(first)
  const shiftTwo = taken + blockSize - lengthOf(second)
  reset()
  if (whole == 0) putRests(one, two, shiftOne, shiftTwo)
  else {
    const zero = i64x2.splat(0)
    for (let at = 0; at < 400; at += 16) v128.store(twoE + at, zero)
    for (let block: u32 = 0; block < whole; block++) {
      addTwo(one, two)
      addBlock(three)
      twoStart(constants)
      oneStart(constants)
      threeMiddle(constants + 8, constants + 184)
      twoTurn(constants + 184)
      oneTurn(constants + 184)
      one += blockSize
      two += blockSize
      three += blockSize
    }
    addRests(one, two, shiftOne, shiftTwo)
  }
  addRest(three, lengthOf(third) - taken)
  twoStart(constants)
  oneStart(constants)
  threeMiddle(constants + 8, constants + 184)
  finishTwo(outputAt + 32 * first, outputAt + 32 * second)
  finishOne(outputAt + 32 * third)
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
