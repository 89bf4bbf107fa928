// Hex in strides, 16 bytes at a time. Compiled by scripts/build-kernel.mjs.
// Rows are texts of `0x` and 2 * width digits, one right after the other; bytes are width * rows.

const prefix: u16 = 0x7830

/** Prints the rows of bytes at `from` to `to`. Whole steps of 16 run over the end of a row; the next row writes over it. */
export function print(from: usize, to: usize, rows: i32, width: i32): void {
  const alphabet = i8x16(48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 97, 98, 99, 100, 101, 102)
  const low = i8x16.splat(15)
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

/** Reads the rows of text at `from` into bytes at `to`. Tells the first row that is no hex, or -1 when all are. */
export function parse(from: usize, to: usize, rows: i32, width: i32): i32 {
  const steps = width & ~15
  for (let row = 0; row < rows; row++) {
    if (load<u16>(from) != prefix) return row
    from += 2
    let valid = i8x16.splat(-1)
    for (let at = 0; at < steps; at += 16) {
      const one = v128.load(from + 2 * at)
      const other = v128.load(from + 2 * at, 16)
      valid = v128.and(valid, v128.and(isDigit(one), isDigit(other)))
      v128.store(to + at, i8x16.narrow_i16x8_u(joined(nibbles(one)), joined(nibbles(other))))
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

// Signed comparisons are one instruction where unsigned ones are three; codes from 128 are negative.
// @ts-ignore: decorator
@inline
function isDigit(text: v128): v128 {
  const lower = v128.or(text, i8x16.splat(32))
  return v128.or(
    v128.and(i8x16.gt_s(text, i8x16.splat(47)), i8x16.lt_s(text, i8x16.splat(58))),
    v128.and(i8x16.gt_s(lower, i8x16.splat(96)), i8x16.lt_s(lower, i8x16.splat(103))),
  )
}

// Digits are 0x30 to 0x39, letters 0x41 or 0x61 onwards: the low half, and 9 more for a letter.
// @ts-ignore: decorator
@inline
function nibbles(text: v128): v128 {
  const nine = v128.and(i8x16.gt_s(text, i8x16.splat(57)), i8x16.splat(9))
  return i8x16.add(v128.and(text, i8x16.splat(15)), nine)
}

/** Two nibbles in 16 bits, the higher one first in memory, to one byte in 16 bits. */
// @ts-ignore: decorator
@inline
function joined(pair: v128): v128 {
  return v128.and(v128.or(i16x8.shl(pair, 4), i16x8.shr_u(pair, 8)), i16x8.splat(255))
}

function nibble(code: u32): u32 {
  if (code - 48 < 10) return code - 48
  const letter = (code | 32) - 97
  return letter < 6 ? letter + 10 : 16
}
