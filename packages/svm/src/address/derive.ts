import { sha256 } from '@noble/hashes/sha2.js'
import { BaseError, openLruMap } from '@vaultwright/base'
import { type SvmAddress, svmAddressOf, svmBytesOf } from './address.ts'
import { isOnCurve } from './curve.ts'
import { associatedTokenProgram } from './known-address.ts'

/** An address that follows from a program and seeds, without a private key. */
type DerivedAddress = { readonly address: SvmAddress; readonly bump: number }

/** A search for an address. */
export type AddressSearch = (program: SvmAddress, seeds: readonly Uint8Array[]) => DerivedAddress

/** The runtime takes 16 seeds of at most 32 bytes; the bump is one of them. */
const maxSeeds = 15
const maxSeedBytes = 32
const marker = new TextEncoder().encode('ProgramDerivedAddress')

/** A build asks for a few dozen again and again; an entry weighs about 300 bytes. */
const cachedAddresses = 8192

/**
 * Derives an address from seeds, or gives the one that was derived before.
 *
 * The last 8,192 are kept: a derivation costs a hash and a check of the curve for each bump that is tried.
 *
 * @param seeds - at most 15, of at most 32 bytes each.
 * @returns the address with the highest bump that is off the curve.
 * @throws {InvalidSeedsError} when there are more or longer ones.
 */
export const deriveAddress: AddressSearch = cachedSearch(searchAddress, cachedAddresses)

/**
 * Puts a bounded memory before a search.
 *
 * @param limit - how many addresses are kept.
 */
export function cachedSearch(search: AddressSearch, limit: number): AddressSearch {
  const cache = openLruMap<string, DerivedAddress>({ maxEntries: limit })
  return (program, seeds) => {
    let key: string = program
    for (const seed of seeds) key += `:${seed.length}:${String.fromCharCode(...seed)}`
    const cached = cache.get(key)
    if (cached !== undefined) return cached
    const derived = search(program, seeds)
    cache.set(key, derived)
    return derived
  }
}

/** Derives an address from seeds, without a memory. */
export function searchAddress(program: SvmAddress, seeds: readonly Uint8Array[]): DerivedAddress {
  if (seeds.length > maxSeeds || seeds.some((seed) => seed.length > maxSeedBytes)) {
    throw new InvalidSeedsError(seeds)
  }
  const size = seeds.reduce((total, seed) => total + seed.length, 0)
  const preimage = new Uint8Array(size + 1 + 32 + marker.length)
  let cursor = 0
  for (const seed of seeds) {
    preimage.set(seed, cursor)
    cursor += seed.length
  }
  preimage.set(svmBytesOf(program), size + 1)
  preimage.set(marker, size + 33)
  for (let bump = 255; bump >= 0; bump--) {
    preimage[size] = bump
    const hash = sha256(preimage)
    if (!isOnCurve(hash)) return { address: svmAddressOf(hash), bump }
  }
  throw new InvalidSeedsError(seeds)
}

/** The token account that follows from an owner and a mint. */
export function associatedTokenAccount(holding: {
  readonly owner: SvmAddress
  readonly mint: SvmAddress
  readonly tokenProgram: SvmAddress
}): SvmAddress {
  const { owner, mint, tokenProgram } = holding
  const seeds = [owner, tokenProgram, mint].map(svmBytesOf)
  return deriveAddress(associatedTokenProgram, seeds).address
}

/** Seeds do not give an address. */
export class InvalidSeedsError extends BaseError {
  override readonly code = 'invalid_seeds'
  override readonly kind = 'invalid_input'

  constructor(seeds: readonly Uint8Array[]) {
    const lengths = seeds.map(({ length }) => length)
    super({
      message: `Seeds of ${lengths.join(', ')} bytes do not give an address. Give at most ${maxSeeds} seeds of at most ${maxSeedBytes} bytes.`,
      facts: { lengths },
    })
  }
}
