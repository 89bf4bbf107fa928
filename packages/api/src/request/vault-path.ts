import type { Address } from '@vaultwright/base'
import { InvalidAddressError, parseAddress } from '@vaultwright/merkle'
import { VaultNotFoundError, type VaultRef } from '@vaultwright/store'
import type { ValidationEntry } from '@vaultwright/wire'
import { RequestInvalidError } from './request-check.ts'

/** Chain, by its slug in lower case, and vault as a path names them. */
export type VaultPath = { readonly chain: string; readonly vault_address: string }

/** Path parameters that say which vault, and whose rights. */
export type StrategistParams = VaultPath & { readonly strategist_address: string }

/** The chain whose addresses have another shape: `packages/api/src/solana/vault-path.ts` reads its paths. */
export const solana = 'solana'

/**
 * Reads chain and vault of a path, where the interface knows validation entries.
 *
 * Source: interface, 7.2: 422 on builder, list and daily-data endpoints.
 *
 * @throws {RequestInvalidError} with an entry for each part that is malformed.
 * @throws {VaultNotFoundError} on Solana, whose addresses are of another shape and whose vaults are not there yet.
 */
export function readVaultPath(path: VaultPath): VaultRef {
  if (path.chain === solana) throw vaultMissingAt(path)
  const { vaultRef, entries } = vaultRefIn(path)
  assertNone(entries)
  return vaultRef
}

/**
 * Reads chain and vault of a path, where the interface knows no validation entries.
 *
 * Source: interface, 4.8 to 4.12: their errors are 401, 404 and 429.
 *
 * @throws {VaultNotFoundError} when a part is malformed: there can be no such vault.
 */
export function findVaultPath(path: VaultPath): VaultRef {
  const { vaultRef, entries } = vaultRefIn(path)
  if (entries.length > 0 || path.chain === solana) throw vaultMissingAt(path)
  return vaultRef
}

/** Reads chain and vault of a path, and all that is wrong with them. */
export function vaultRefIn({ chain, vault_address }: VaultPath): {
  readonly vaultRef: VaultRef
  readonly entries: readonly ValidationEntry[]
} {
  const vault = readPart('vault_address', vault_address)
  return {
    vaultRef: { chain, vault: vault.address },
    entries: [...chainEntries(chain), ...vault.entries],
  }
}

/** Reads an address of a path, and what is wrong with it. */
export function readPart(
  name: string,
  text: string,
): { readonly address: Address; readonly entries: readonly ValidationEntry[] } {
  try {
    return { address: readAddress(text, ['path', name]), entries: [] }
  } catch (error) {
    if (!(error instanceof RequestInvalidError)) throw error
    return { address: '0x', entries: error.entries }
  }
}

/**
 * Refuses a request with everything that is wrong with it.
 *
 * @throws {RequestInvalidError} when there is one.
 */
export function assertNone(entries: readonly ValidationEntry[]): void {
  if (entries.length > 0) throw new RequestInvalidError(entries)
}

/**
 * Reads an address of a request.
 *
 * @throws {RequestInvalidError} if it is not valid, or its checksum is wrong.
 */
export function readAddress(text: string, loc: readonly string[]): Address {
  try {
    return parseAddress(text)
  } catch (cause) {
    if (!(cause instanceof InvalidAddressError)) throw cause
    throw new RequestInvalidError([
      { loc: [...loc], msg: cause.shortMessage, type: 'address_invalid', input: text },
    ])
  }
}

/** Nothing when it is a slug, whether or not there is such a chain. Source: interface, 1: slugs are lower case. */
function chainEntries(chain: string): readonly ValidationEntry[] {
  if (/^[a-z0-9][a-z0-9-]{0,39}$/.test(chain)) return []
  const msg = 'Input should be the slug of a chain: lower-case letters, digits and dashes'
  return [{ loc: ['path', 'chain'], msg, type: 'chain_invalid', input: chain }]
}

/** Says that a tail of a path has no route. */
export function missingRoute(input: string): ValidationEntry {
  const msg = 'The route is missing. End the path with <protocol_group>/<action>.'
  return { loc: ['path', 'tail'], msg, type: 'missing', input }
}

/** Says that there is no vault at a path. The message names what was sent: it is malformed at worst, and JSON. */
export function vaultMissingAt({ chain, vault_address }: VaultPath): VaultNotFoundError {
  return new VaultNotFoundError({ chain, vault: vault_address as Address })
}
