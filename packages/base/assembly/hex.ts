// Hex in strides, 16 bytes at a time. Compiled by scripts/build-kernel.mjs.
// Rows are texts of `0x` and 2 * width digits, one right after the other; bytes are width * rows.

const prefix: u16 = 0x7830

// V8 makes a vector constant anew in every turn of a loop; one that was loaded stays in a register.
const alphabetAt: usize = memory.data<u8>([48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 97, 98, 99, 100, 101, 102])
const codesAt: usize = memory.data<u8>([15, 32, 47, 58, 96, 103, 57, 9])
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
  const steps = width & ~7
  const low = v128.load_splat<u8>(codesAt)
  const space = v128.load_splat<u8>(codesAt, 1)
  const beforeZero = v128.load_splat<u8>(codesAt, 2)
  const afterNine = v128.load_splat<u8>(codesAt, 3)
  const beforeA = v128.load_splat<u8>(codesAt, 4)
  const afterF = v128.load_splat<u8>(codesAt, 5)
  const nine = v128.load_splat<u8>(codesAt, 6)
  const letterGain = v128.load_splat<u8>(codesAt, 7)
  const lowByte = v128.load_splat<u16>(maskAt)
  for (let row = 0; row < rows; row++) {
    if (load<u16>(from) != prefix) return row
    from += 2
    let valid = i8x16.splat(-1)
    for (let at = 0; at < steps; at += 8) {
      // Signed comparisons are one instruction where unsigned ones are three; codes from 128 on are
      // negative and fit nowhere.
      const text = v128.load(from + 2 * at)
      const lower = v128.or(text, space)
      const isNumber = v128.and(i8x16.gt_s(text, beforeZero), i8x16.lt_s(text, afterNine))
      const isLetter = v128.and(i8x16.gt_s(lower, beforeA), i8x16.lt_s(lower, afterF))
      valid = v128.and(valid, v128.or(isNumber, isLetter))
      // Digits are 0x30 to 0x39, letters 0x41 or 0x61 onwards: the low half, and 9 more for a letter.
      const gain = v128.and(i8x16.gt_s(text, nine), letterGain)
      const nibbles = i8x16.add(v128.and(text, low), gain)
      // Two nibbles in 16 bits, the higher one first in memory, to one byte in 16 bits.
      const pair = v128.or(i16x8.shl(nibbles, 4), i16x8.shr_u(nibbles, 8))
      const bytes = v128.and(pair, lowByte)
      v128.store64_lane(to + at, i8x16.narrow_i16x8_u(bytes, bytes), 0)
    }
    if (!i8x16.all_true(valid)) return row
    for (let at = steps; at < width; at++) {
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

function nibble(code: u32): u32 {
  if (code - 48 < 10) return code - 48
  const letter = (code | 32) - 97
  return letter < 6 ? letter + 10 : 16
}
