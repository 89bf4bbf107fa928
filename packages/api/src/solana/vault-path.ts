import type { SvmVaultRef } from '@vaultwright/store'
import { InvalidSvmAddressError, parseSvmAddress, type SvmAddress } from '@vaultwright/svm'
import type { ValidationEntry } from '@vaultwright/wire'
import { RequestInvalidError } from '../request/request-check.ts'
import {
  assertNone,
  missingRoute,
  type StrategistParams,
  solana,
  type VaultPath,
  vaultMissingAt,
} from '../request/vault-path.ts'

/**
 * Reads the vault of a path of Solana, where the interface knows validation entries. Its letters stay as they are.
 *
 * @throws {RequestInvalidError} at `vault_address` when it is not base58 of 32 bytes.
 */
export function readSvmVaultPath(path: VaultPath): SvmVaultRef {
  return { vault: readSvmAddress(path.vault_address, ['path', 'vault_address']) }
}

/**
 * Reads the vault of a path of Solana, where the interface knows no validation entries.
 *
 * @throws {VaultNotFoundError} when it is not base58 of 32 bytes, or on another chain: there can be no such vault.
 */
export function findSvmVaultPath(path: VaultPath): SvmVaultRef {
  if (path.chain !== solana) throw vaultMissingAt(path)
  try {
    return readSvmVaultPath(path)
  } catch (error) {
    if (!(error instanceof RequestInvalidError)) throw error
    throw vaultMissingAt(path)
  }
}

/**
 * Reads which vault of Solana and which strategist are meant.
 *
 * @throws {RequestInvalidError} with an entry for each that has another shape.
 */
export function readSvmStrategistPath(
  params: StrategistParams,
): SvmVaultRef & { readonly strategist: SvmAddress } {
  const entries: ValidationEntry[] = []
  const read = (name: 'vault_address' | 'strategist_address'): SvmAddress | null => {
    try {
      return readSvmAddress(params[name], ['path', name])
    } catch (error) {
      if (!(error instanceof RequestInvalidError)) throw error
      entries.push(...error.entries)
      return null
    }
  }
  const vault = read('vault_address')
  const strategist = read('strategist_address')
  assertNone(entries)
  return { vault: vault!, strategist: strategist! }
}

/** The strategist and the way it acts: of one tail of a path of Solana. */
export type SvmRouteTail = {
  /** Null when the tail is the route alone. */
  readonly strategist: SvmAddress | null
  readonly route: string
}

/**
 * Reads the tail of a path of Solana: a strategist and a route, or a route alone.
 *
 * A first part that looks like an address of any chain is meant as one: groups of routes are shorter or have `_`.
 *
 * @throws {RequestInvalidError} when the strategist is not base58 of 32 bytes, or there is no route.
 */
export function readSvmTail(tail: string): SvmRouteTail {
  const [first = '', ...further] = tail.split('/')
  const isStrategist = /^(?:0x.*|[0-9A-Za-z]{31,})$/.test(first)
  const route = isStrategist ? further.join('/') : tail
  const strategist = isStrategist ? readSvmAddress(first, ['path', 'tail']) : null
  if (route === '') throw new RequestInvalidError([missingRoute(tail)])
  return { strategist, route }
}

/**
 * Reads an address of Solana out of a request, exactly as it was sent.
 *
 * @throws {RequestInvalidError} with the type `address_invalid` when it is not base58 of 32 bytes.
 */
export function readSvmAddress(text: string, loc: ValidationEntry['loc']): SvmAddress {
  try {
    return parseSvmAddress(text)
  } catch (cause) {
    if (!(cause instanceof InvalidSvmAddressError)) throw cause
    const msg = cause.shortMessage
    throw new RequestInvalidError([{ loc: [...loc], msg, type: 'address_invalid', input: text }])
  }
}
