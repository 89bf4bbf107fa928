import { bls12_381 } from '@noble/curves/bls12-381.js'
import { BaseError } from '@vaultwright/base'

const { G1, G2, fields } = bls12_381
type PointG1 = InstanceType<typeof G1.Point>

/** `[tau]G2` of Ethereum's trusted setup: the one point of it that a check needs. Source: EIP-4844, KZG ceremony. */
const tauG2 = G2.Point.fromHex(
  'b5bfd7dd8cdeb128843bc287230af38926187075cbfbefa81009a2ce615ac53d2914e5870cb452d2afaaab24f3499f72185cbfee53492714734429b7b38608e23926c911cceceac9a36851477ba4c60b087041de621000edc98edada20c1def2',
)

/** Hex texts, in the order of the interpreter's call. */
export type KzgClaim = readonly [commitment: string, z: string, y: string, proof: string]

/**
 * Checks that a polynomial has a value at a point: `e(C - [y], G2) = e(proof, [tau - z])`.
 *
 * Source: EIP-4844, `verify_kzg_proof`.
 *
 * @param commitment - compressed G1, 48 bytes of hex; so is the proof. `z` and `y` are 32 bytes.
 * @throws {InvalidKzgInputError} when an input is not a scalar or a point.
 */
export function verifyKzgProof(...[commitment, z, y, proof]: KzgClaim): boolean {
  const [point, value] = [scalarOf(z), scalarOf(y)]
  const left = pointOf(commitment).subtract(times(G1.Point.BASE, value))
  const witness = pointOf(proof)
  const right = tauG2.subtract(times(G2.Point.BASE, point))
  const pairs = [
    { g1: left.negate(), g2: G2.Point.BASE },
    { g1: witness, g2: right },
  ].filter(({ g1, g2 }) => !g1.is0() && !g2.is0())
  if (pairs.length === 0) return true
  return fields.Fp12.eql(bls12_381.pairingBatch(pairs), fields.Fp12.ONE)
}

function scalarOf(text: string): bigint {
  const scalar = BigInt(text)
  if (scalar >= fields.Fr.ORDER) throw new InvalidKzgInputError(text)
  return scalar
}

function pointOf(text: string): PointG1 {
  try {
    const point = G1.Point.fromHex(text.slice(2))
    if (!point.is0()) point.assertValidity()
    return point
  } catch (cause) {
    throw new InvalidKzgInputError(text, cause)
  }
}

type Multiplied<Point> = {
  readonly multiply: (scalar: bigint) => Point
  readonly subtract: (other: Point) => Point
}

function times<Point extends Multiplied<Point>>(point: Point, scalar: bigint): Point {
  return scalar === 0n ? point.subtract(point) : point.multiply(scalar)
}

/** An input of a point evaluation is not valid, which a contract sees as a failed call. */
class InvalidKzgInputError extends BaseError {
  override readonly code = 'invalid_kzg_input'
  override readonly kind = 'invalid_input'

  constructor(text: string, cause?: unknown) {
    super({
      // The interpreter knows the failure by this word.
      message: `${text} is not an input of a point evaluation (C_KZG_BADARGS). Give a scalar below the order, or a point of the group.`,
      facts: { text },
      cause,
    })
  }
}
