/** The field of Curve25519. */
const prime = (1n << 255n) - 19n

/** The constant d of the curve -x² + y² = 1 + d·x²·y². */
const d = 37095705934669439343138083508754565189542113879843219016388785533085940283555n

/**
 * Tells whether 32 bytes are a point of ed25519, as the runtime asks before it derives an address.
 *
 * Accepts what the runtime accepts: a y beyond the prime, and x = 0 with its sign set.
 *
 * @param bytes - 32, y little-endian, the sign of x in the last bit.
 */
export function isOnCurve(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const high = view.getBigUint64(24, true) & 0x7fff_ffff_ffff_ffffn
  const y =
    (high << 192n) |
    (view.getBigUint64(16, true) << 128n) |
    (view.getBigUint64(8, true) << 64n) |
    view.getBigUint64(0, true)
  const square = (y * y) % prime
  // x² = (y² - 1) / (d·y² + 1): it has a root exactly when the product of both has one.
  return jacobi(((square + prime - 1n) * (d * square + 1n)) % prime) !== -1
}

/** The Jacobi symbol of a value over the prime: -1 exactly when it has no square root. */
function jacobi(value: bigint): number {
  let top = value
  let bottom = prime
  let sign = 1
  while (top !== 0n) {
    let low = Number(top & 0xffff_ffffn)
    while (low === 0) {
      top >>= 32n
      low = Number(top & 0xffff_ffffn)
    }
    const twos = 31 - Math.clz32(low & -low)
    if (twos > 0) top >>= BigInt(twos)
    const bottomLow = Number(bottom & 7n)
    if ((twos & 1) === 1 && (bottomLow === 3 || bottomLow === 5)) sign = -sign
    if ((bottomLow & 3) === 3 && Number(top & 3n) === 3) sign = -sign
    const remainder = bottom % top
    bottom = top
    top = remainder
  }
  return bottom === 1n ? sign : 0
}
