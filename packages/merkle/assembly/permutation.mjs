/**
 * Writes Keccak-f[1600] as program text, unrolled, for the three engines.
 *
 * Two rounds are written out, one from state A to state E and one back, and a loop runs them: the
 * whole permutation unrolled would not fit the instruction cache. Lanes live in memory between
 * rounds and only five B, five D and the column parities of the next round stay in registers;
 * engines spill less that way than with 25 lanes in locals.
 *
 * Source: FIPS 202, section 3.2 (step mappings); lane complementing as in the Keccak implementation
 * overview, section 2.2.
 */

/** Rotation of lane x + 5y. Source: FIPS 202, section 3.2.2. */
export const rotations = [
  0, 1, 62, 28, 27, 36, 44, 6, 55, 20, 3, 10, 43, 25, 39, 41, 45, 15, 21, 8, 18, 2, 61, 56, 14,
]

/** Lanes kept as their complement, so that chi needs one NOT a row instead of five. */
export const complemented = [1, 2, 8, 12, 17, 20]

/** The 24 constants of iota. Source: FIPS 202, section 3.2.5, its linear feedback shift register. */
export const roundConstants = Array.from({ length: 24 }, (_, round) => {
  let constant = 0n
  for (let j = 0; j <= 6; j++) {
    if (shiftRegisterBit(j + 7 * round)) constant |= 1n << BigInt(2 ** j - 1)
  }
  return constant
})

function shiftRegisterBit(t) {
  let register = 1
  for (let i = 0; i < t % 255; i++) {
    register <<= 1
    if (register & 0x100) register ^= 0x171
  }
  return register & 1
}

/** The lane that lands at (x, y) after pi. */
export const sourceOf = (x, y) => ((x + 3 * y) % 5) + 5 * x

/**
 * Chi of one row with complemented lanes; `b` names the five lanes of row y after rho and pi.
 *
 * @param and, or, xor, not - printers of the operations.
 */
export function complementedChi(y, b, { and, or, xor, not }) {
  const [a, e, i, o, u] = b
  return [
    [
      xor(a, or(e, i)),
      xor(e, or(not(i), o)),
      xor(i, and(o, u)),
      xor(o, or(u, a)),
      xor(u, and(a, e)),
    ],
    [
      xor(a, or(e, i)),
      xor(e, and(i, o)),
      xor(i, or(o, not(u))),
      xor(o, or(u, a)),
      xor(u, and(a, e)),
    ],
    [
      xor(a, or(e, i)),
      xor(e, and(i, o)),
      xor(i, and(not(o), u)),
      xor(not(o), or(u, a)),
      xor(u, and(a, e)),
    ],
    [
      xor(a, and(e, i)),
      xor(e, or(i, o)),
      xor(i, or(not(o), u)),
      xor(not(o), and(u, a)),
      xor(u, or(a, e)),
    ],
    [
      xor(a, and(not(e), i)),
      xor(not(e), or(i, o)),
      xor(i, and(o, u)),
      xor(o, or(u, a)),
      xor(u, and(a, e)),
    ],
  ][y]
}
