import {
  getProgramDerivedAddress,
  isAddress,
  isOffCurveAddress,
  address as kitAddress,
} from '@solana/kit'
import { findAssociatedTokenPda } from '@solana-program/token'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import { type SvmAddress, svmAddressOf } from './address.ts'
import { isOnCurve } from './curve.ts'
import {
  associatedTokenAccount,
  cachedSearch,
  deriveAddress,
  InvalidSeedsError,
  searchAddress,
} from './derive.ts'
import { defaultVaultProgram, token2022Program, tokenProgram } from './known-address.ts'

const key = fc.uint8Array({ minLength: 32, maxLength: 32 })
const seeds = fc.array(fc.uint8Array({ maxLength: 32 }), { maxLength: 15 })
const programs = [defaultVaultProgram, tokenProgram, token2022Program] as const
const kits = (address: SvmAddress) => kitAddress(address)

test('law: bytes are on the curve exactly when kit says so', () => {
  fc.assert(
    fc.property(key, (bytes) => {
      expect(isOnCurve(bytes)).toBe(!isOffCurveAddress(kitAddress(svmAddressOf(bytes))))
    }),
    { numRuns: runsOf(0.5) },
  )
})

test('golden: the corners of the curve are those that the runtime accepts', () => {
  const y = (value: bigint, sign = 0) =>
    Uint8Array.from({ length: 32 }, (_, index) => {
      const byte = Number((value >> BigInt(8 * index)) & 255n)
      return index === 31 ? byte | (sign << 7) : byte
    })
  const prime = 2n ** 255n - 19n
  // The neutral point, with its sign clear and set; its twin beyond the prime; the point of order two.
  expect([y(1n), y(1n, 1), y(prime + 1n), y(prime - 1n), y(prime - 1n, 1)].map(isOnCurve)).toEqual(
    Array(5).fill(true),
  )
  // y = 0 gives x² = -1, which has a root, and y = 2 gives none.
  expect([y(0n), y(0n, 1), y(prime), y(2n)].map(isOnCurve)).toEqual([true, true, true, false])
})

test('law: a derived address equals kit, the bump too', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...programs), seeds, async (program, parts) => {
      const derived = deriveAddress(program, parts)
      const [address, bump] = await getProgramDerivedAddress({
        programAddress: kits(program),
        seeds: parts,
      })
      expect(derived).toEqual({ address: String(address), bump: Number(bump) })
      expect(isAddress(derived.address)).toBe(true)
    }),
    { numRuns: runsOf(0.3) },
  )
})

test('law: the token account of an owner and a mint equals that of the token client', async () => {
  await fc.assert(
    fc.asyncProperty(
      key,
      key,
      fc.constantFrom(tokenProgram, token2022Program),
      async (...given) => {
        const [owner, mint, program] = [svmAddressOf(given[0]), svmAddressOf(given[1]), given[2]]
        const [address] = await findAssociatedTokenPda({
          owner: kits(owner),
          mint: kits(mint),
          tokenProgram: kits(program),
        })
        expect(associatedTokenAccount({ owner, mint, tokenProgram: program })).toBe(String(address))
      },
    ),
    { numRuns: runsOf(0.1) },
  )
})

test('law: an address is derived once, and again only after it was dropped', () => {
  const addresses: string[] = []
  const search = cachedSearch((program, parts) => {
    addresses.push(parts.map((part) => [...part].join('.')).join('/'))
    return searchAddress(program, parts)
  }, 3)
  const ask = (...parts: number[][]) =>
    search(
      defaultVaultProgram,
      parts.map((part) => Uint8Array.from(part)),
    )
  for (let round = 0; round < 5; round++) for (const seed of [1, 2, 3]) ask([seed])
  expect(addresses).toEqual(['1', '2', '3'])
  ask([4])
  ask([1])
  expect(addresses).toEqual(['1', '2', '3', '4', '1'])
})

test('law: seeds that are cut elsewhere are other seeds', () => {
  const cut = (...parts: number[][]) =>
    cachedSearch((_, given) => ({ address: defaultVaultProgram, bump: given.length }), 9)(
      defaultVaultProgram,
      parts.map((part) => Uint8Array.from(part)),
    ).bump
  expect([cut([58, 49], [1]), cut([58], [49, 1]), cut([58, 49, 1])]).toEqual([2, 2, 1])
  fc.assert(
    fc.property(seeds, seeds, (left, right) => {
      const search = cachedSearch(
        (_, given) => ({ address: defaultVaultProgram, bump: given.length }),
        9,
      )
      const count = (parts: readonly Uint8Array[]) => search(defaultVaultProgram, parts).bump
      expect([count(left), count(right)]).toEqual([left.length, right.length])
    }),
  )
})

test('refuses: too many seeds, and seeds that are too long', () => {
  const seed = new Uint8Array(1)
  expect(() => deriveAddress(tokenProgram, Array(16).fill(seed))).toThrow(InvalidSeedsError)
  expect(() => deriveAddress(tokenProgram, [new Uint8Array(33)])).toThrow(InvalidSeedsError)
  expect(deriveAddress(tokenProgram, Array(15).fill(seed)).bump).toBeGreaterThan(0)
})
