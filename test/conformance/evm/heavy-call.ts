import { bls12_381 } from '@noble/curves/bls12-381.js'
import type { Hex } from '@vaultwright/base'
import { pointEvaluation } from './program.ts'

/** Data with which a precompile works long for its gas. */
export type HeavyCall = {
  readonly name: string
  readonly precompile: number
  readonly data: Hex
  /** The cost of a few calls. */
  readonly gas: bigint
}

const { G1, G2, fields } = bls12_381
const numberOf = (value: bigint, bytes: number) => value.toString(16).padStart(2 * bytes, '0')
const g1 = (times: number) => {
  const { x, y } = G1.Point.BASE.multiply(BigInt(times + 2)).toAffine()
  return [x, y].map((part) => numberOf(part, 64)).join('')
}
const g2 = (times: number) => {
  const { x, y } = G2.Point.BASE.multiply(BigInt(times + 2)).toAffine()
  return [x.c0, x.c1, y.c0, y.c1].map((part) => numberOf(part, 64)).join('')
}
const scalar = (index: number) => numberOf(fields.Fr.ORDER - 12_345n - BigInt(index) ** 9n, 32)
const repeat = (count: number, part: (index: number) => string): Hex =>
  `0x${Array.from({ length: count }, (_, index) => part(index)).join('')}`
const modexp = (bytes: number): Hex => {
  const length = numberOf(BigInt(bytes), 32)
  return `0x${length.repeat(3)}${'ff'.repeat(3 * bytes - 1)}fd`
}
const signature: Hex =
  '0x456e9aea5e197a1f1af7a3e85a3212fa4049a3ba34c2289b4c860fc0b0c64ef3000000000000000000000000000000000000000000000000000000000000001c9242685bf161793cc25603c231bc2f568eb630ea16aa137d2664ac80388256084f8ae3bd7535248d0bd448298cc2e2071e56992d0774dc340c368ae950852ada'

export const heavyCalls: readonly HeavyCall[] = [
  { name: 'ecrecover', precompile: 1, data: signature, gas: 60_000n },
  { name: 'modexp of 32 bytes', precompile: 5, data: modexp(32), gas: 60_000n },
  { name: 'modexp of 64 bytes', precompile: 5, data: modexp(64), gas: 900_000n },
  {
    name: 'blake2f of 100,000 rounds',
    precompile: 9,
    data: `0x000186a0${'00'.repeat(208)}01`,
    gas: 300_000n,
  },
  { name: 'point evaluation', precompile: 10, data: pointEvaluation, gas: 150_000n },
  { name: 'bls g1 add', precompile: 11, data: repeat(2, g1), gas: 40_000n },
  {
    name: 'bls g1 msm of 1',
    precompile: 12,
    data: repeat(1, (index) => g1(index) + scalar(index)),
    gas: 80_000n,
  },
  {
    name: 'bls g1 msm of 4',
    precompile: 12,
    data: repeat(4, (index) => g1(index) + scalar(index)),
    gas: 150_000n,
  },
  { name: 'bls g2 add', precompile: 13, data: repeat(2, g2), gas: 40_000n },
  {
    name: 'bls g2 msm of 1',
    precompile: 14,
    data: repeat(1, (index) => g2(index) + scalar(index)),
    gas: 100_000n,
  },
  {
    name: 'bls g2 msm of 4',
    precompile: 14,
    data: repeat(4, (index) => g2(index) + scalar(index)),
    gas: 250_000n,
  },
  {
    name: 'bls pairing of 8',
    precompile: 15,
    data: repeat(8, (index) => g1(index) + g2(index)),
    gas: 900_000n,
  },
  {
    name: 'bls map to g1',
    precompile: 16,
    data: `0x${numberOf(12_345_678_901n ** 9n, 64)}`,
    gas: 60_000n,
  },
  {
    name: 'bls map to g2',
    precompile: 17,
    data: repeat(2, () => numberOf(98_765_432_109n ** 9n, 64)),
    gas: 100_000n,
  },
]
