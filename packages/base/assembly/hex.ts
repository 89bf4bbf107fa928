// Hex in strides, 16 bytes at a time. Compiled by scripts/build-kernel.mjs.
// Rows are texts of `0x` and 2 * width digits, one right after the other; bytes are width * rows.

const prefix: u16 = 0x7830

// V8 makes a vector constant anew in every turn of a loop; one that was loaded stays in a register.
const alphabetAt: usize = memory.data<u8>([48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 97, 98, 99, 100, 101, 102])
/** 127 - '9', 6, 240, 'A' to be taken away, what a letter gains, the case bit off; bits of the case, and of upper case. */
const codesAt: usize = memory.data<u8>([15, 198, 6, 240, 65, 10, 223, 96, 64])
const maskAt: usize = memory.data<u16>([255])

/** Prints the rows of bytes at `from` to `to`. Whole steps of 16 run over the end of a row; the next row writes over it. */
export function print(from: usize, to: usize, rows: i32, width: i32): void {
  const alphabet = v128.load(alphabetAt)
  const low = v128.load_splat<u8>(codesAt)
  for (let row = 0; row < rows; row++) {
    store<u16>(to, prefix)
    to += 2
    for (let at = 0; at < width; at += 16) {
      const bytes = v128.load(from + at)
      const high = v128.swizzle(alphabet, v128.and(i16x8.shr_u(bytes, 4), low))
      const rest = v128.swizzle(alphabet, v128.and(bytes, low))
      const out = to + 2 * at
      v128.store(out, v128.shuffle<u8>(high, rest, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23))
      v128.store(
        out,
        v128.shuffle<u8>(high, rest, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31),
        16,
      )
    }
    from += width
    to += 2 * width
  }
}

/** Reads the rows of text at `from` into bytes at `to`. Tells the first row that is not hex, or -1 when all are. */
export function parse(from: usize, to: usize, rows: i32, width: i32): i32 {
  if (width < 8) return parseShort(from, to, rows, width)
  const steps = width & ~15
  const last = width - 8
  const fromNine = v128.load_splat<u8>(codesAt, 1)
  const six = v128.load_splat<u8>(codesAt, 2)
  const tens = v128.load_splat<u8>(codesAt, 3)
  const firstLetter = v128.load_splat<u8>(codesAt, 4)
  const ten = v128.load_splat<u8>(codesAt, 5)
  const upper = v128.load_splat<u8>(codesAt, 6)
  const lowByte = v128.load_splat<u16>(maskAt)
  for (let row = 0; row < rows; row++) {
    if (load<u16>(from) != prefix) return row
    from += 2
    let wrong = i8x16.splat(0)
    for (let at = 0; at < steps; at += 16) {
      const one = v128.load(from + 2 * at)
      const other = v128.load(from + 2 * at, 16)
      // '0' to '9' become 240 to 249 and then 0 to 9, everything else more than 15; letters become 10
      // to 15, everything else more than that. The smaller one is the digit, if there is one.
      const oneDigit = i8x16.sub(i8x16.sub_sat_u(i8x16.add(one, fromNine), six), tens)
      const otherDigit = i8x16.sub(i8x16.sub_sat_u(i8x16.add(other, fromNine), six), tens)
      const oneLetter = i8x16.add_sat_u(i8x16.sub(v128.and(one, upper), firstLetter), ten)
      const otherLetter = i8x16.add_sat_u(i8x16.sub(v128.and(other, upper), firstLetter), ten)
      const oneNibbles = i8x16.min_u(oneDigit, oneLetter)
      const otherNibbles = i8x16.min_u(otherDigit, otherLetter)
      wrong = v128.or(wrong, i8x16.max_u(oneNibbles, otherNibbles))
      // Two nibbles in 16 bits, the higher one first in memory, to one byte in 16 bits.
      const onePair = v128.or(i16x8.shl(oneNibbles, 4), i16x8.shr_u(oneNibbles, 8))
      const otherPair = v128.or(i16x8.shl(otherNibbles, 4), i16x8.shr_u(otherNibbles, 8))
      v128.store(
        to + at,
        i8x16.narrow_i16x8_u(v128.and(onePair, lowByte), v128.and(otherPair, lowByte)),
      )
    }
    // What is left, and of fewer than eight bytes some that were read before.
    for (let at = steps; at < width; at += 8) {
      const place = min(at, last)
      const text = v128.load(from + 2 * place)
      const digit = i8x16.sub(i8x16.sub_sat_u(i8x16.add(text, fromNine), six), tens)
      const letter = i8x16.add_sat_u(i8x16.sub(v128.and(text, upper), firstLetter), ten)
      const nibbles = i8x16.min_u(digit, letter)
      wrong = v128.or(wrong, nibbles)
      const pair = v128.and(v128.or(i16x8.shl(nibbles, 4), i16x8.shr_u(nibbles, 8)), lowByte)
      v128.store64_lane(to + place, i8x16.narrow_i16x8_u(pair, pair), 0)
    }
    // A nibble has four bits: one bit more, anywhere, and a character was not a digit.
    if (v128.any_true(v128.andnot(wrong, v128.load_splat<u8>(codesAt)))) return row
    from += 2 * width
    to += width
  }
  return -1
}

function parseShort(from: usize, to: usize, rows: i32, width: i32): i32 {
  for (let row = 0; row < rows; row++) {
    if (load<u16>(from) != prefix) return row
    from += 2
    for (let at = 0; at < width; at++) {
      const high = nibble(load<u8>(from + 2 * at))
      const rest = nibble(load<u8>(from + 2 * at, 1))
      if ((high | rest) > 15) return row
      store<u8>(to + at, (high << 4) | rest)
    }
    from += 2 * width
    to += width
  }
  return -1
}

/** Tells whether none of the digits at `from` is an upper-case letter. */
export function isLower(from: usize, length: i32): bool {
  const caseBits = v128.load_splat<u8>(codesAt, 7)
  const upperBits = v128.load_splat<u8>(codesAt, 8)
  let found = i8x16.splat(0)
  const steps = length & ~15
  for (let at = 0; at < steps; at += 16) {
    found = v128.or(found, i8x16.eq(v128.and(v128.load(from + at), caseBits), upperBits))
  }
  if (v128.any_true(found)) return false
  for (let at = steps; at < length; at++) if ((load<u8>(from + at) & 96) == 64) return false
  return true
}

/**
 * Reads the text from `from` to `end` into `size` bytes at `to`, part by part: four numbers at `parts` say where
 * its first row goes, how many bytes a row has, how many rows there are, and how far they lie apart. False when
 * a row is not hex, or the parts do not fit the text or the bytes.
 */
export function fill(parts: usize, count: i32, from: usize, end: usize, to: usize, size: u32): bool {
  for (let part = 0; part < count; part++) {
    const at = load<u32>(parts)
    const width = load<u32>(parts, 4)
    const rows = load<u32>(parts, 8)
    const stride = load<u32>(parts, 12)
    parts += 16
    if (rows == 0) continue
    if (<u64>at + <u64>(rows - 1) * stride + width > size) return false
    if (<u64>rows * (2 * <u64>width + 2) > end - from) return false
    if (stride == width) {
      if (parse(from, to + at, rows, width) >= 0) return false
    } else {
      for (let row: u32 = 0; row < rows; row++) {
        if (parse(from + row * (2 * width + 2), to + at + row * stride, 1, width) >= 0) return false
      }
    }
    from += rows * (2 * width + 2)
  }
  return from == end
}

function nibble(code: u32): u32 {
  if (code - 48 < 10) return code - 48
  const letter = (code | 32) - 97
  return letter < 6 ? letter + 10 : 16
}
