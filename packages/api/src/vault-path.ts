import type { Address } from '@vaultwright/base'
import { InvalidAddressError, parseAddress } from '@vaultwright/merkle'
import { VaultNotFoundError, type VaultPlace } from '@vaultwright/store'
import type { ValidationEntry } from '@vaultwright/wire'
import { RequestInvalidError } from './request-check.ts'

/** Chain and vault as a path names them. */
export type VaultPath = { readonly chain: string; readonly vault_address: string }

/**
 * Reads chain and vault of a path, where the interface knows validation entries.
 *
 * Source: interface, 7.2: 422 on builder, list and daily-data endpoints.
 *
 * @param path - as it was sent.
 * @returns the place; nothing says yet that there is a vault.
 * @throws {RequestInvalidError} with an entry for each part that is malformed.
 * @throws {VaultNotFoundError} on Solana, whose addresses are of another shape and whose vaults are not there yet.
 */
export function readVaultPath(path: VaultPath): VaultPlace {
  if (path.chain === solana) throw notFound(path)
  const entries = [...chainEntries(path.chain), ...addressEntries(path.vault_address)]
  if (entries.length > 0) throw new RequestInvalidError(entries)
  return { chain: path.chain, vault: parseAddress(path.vault_address) }
}

/**
 * Reads chain and vault of a path, where the interface knows no validation entries.
 *
 * Source: interface, 4.8 to 4.12: their errors are 401, 404 and 429.
 *
 * @param path - as it was sent.
 * @returns the place; nothing says yet that there is a vault.
 * @throws {VaultNotFoundError} when a part is malformed: there can be no such vault.
 */
export function findVaultPath(path: VaultPath): VaultPlace {
  const isWrong = [...chainEntries(path.chain), ...addressEntries(path.vault_address)].length > 0
  if (isWrong || path.chain === solana) throw notFound(path)
  return { chain: path.chain, vault: parseAddress(path.vault_address) }
}

/**
 * Reads an address of a request.
 *
 * @param text - as it was sent: in one case, or in EIP-55 spelling.
 * @param loc - where it stands, as in `["body", "vault_address"]`.
 * @returns the address in its EIP-55 spelling.
 * @throws {RequestInvalidError} when it is none, or its checksum is wrong.
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

/**
 * Tells what is wrong with the chain of a path.
 *
 * @param chain - as it was sent.
 * @returns an entry when it is no slug; none when it is one, whether or not there is such a chain.
 */
export function chainEntries(chain: string): readonly ValidationEntry[] {
  if (/^[a-z0-9][a-z0-9-]{0,39}$/.test(chain)) return []
  const msg = 'Input should be the slug of a chain: lowercase letters, digits and dashes'
  return [{ loc: ['path', 'chain'], msg, type: 'chain_invalid', input: chain }]
}

const solana = 'solana'

function addressEntries(text: string): readonly ValidationEntry[] {
  try {
    readAddress(text, ['path', 'vault_address'])
    return []
  } catch (error) {
    if (error instanceof RequestInvalidError) return error.entries
    throw error
  }
}

/** The message names what was sent: it is malformed at worst, and JSON. */
function notFound({ chain, vault_address }: VaultPath): VaultNotFoundError {
  return new VaultNotFoundError({ chain, vault: vault_address as Address })
}
