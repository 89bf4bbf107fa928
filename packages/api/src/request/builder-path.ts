import { type Address, BaseError, slugOf } from '@vaultwright/base'
import type { VaultRef } from '@vaultwright/store'
import type { ValidationEntry } from '@vaultwright/wire'
import { assertNone, readPart, solana, type VaultPath, vaultRefIn } from './vault-path.ts'

/** Path parameters that say which vault, and whose rights. */
export type StrategistParams = VaultPath & { readonly strategist_address: string }

/** Who shall act, and how: of one tail of a path. */
export type RouteTail = {
  /** Null when the tail says the route alone. */
  readonly strategist: Address | null
  readonly route: string
}

/**
 * Reads which vault is meant.
 *
 * @throws {RequestInvalidError} with an entry for each that has another shape.
 * @throws {ChainNotServedError} on Solana.
 */
export function readServedVault(params: VaultPath): VaultRef {
  assertServed(params.chain)
  const { vaultRef, entries } = vaultRefIn(params)
  assertNone(entries)
  return vaultRef
}

/**
 * Reads which vault and which strategist are meant.
 *
 * @throws {RequestInvalidError} with an entry for each that has another shape.
 * @throws {ChainNotServedError} on Solana.
 */
export function readStrategistRef(params: StrategistParams): {
  readonly vaultRef: VaultRef
  readonly strategist: Address
} {
  assertServed(params.chain)
  const { vaultRef, entries } = vaultRefIn(params)
  const strategist = readPart('strategist_address', params.strategist_address)
  assertNone([...entries, ...strategist.entries])
  return { vaultRef, strategist: strategist.address }
}

/**
 * Reads the tail of a path: a strategist and a route, or a route alone.
 * Source: interface, 4.5: a tail that begins with `0x` and 42 characters names the strategist.
 *
 * @throws {RequestInvalidError} when the strategist is not an address, or there is no route.
 */
export function readTail(tail: string): RouteTail {
  const [first = '', ...rest] = tail.split('/')
  const isStrategist = first.startsWith('0x') && first.length === 42
  const route = isStrategist ? rest.join('/') : tail
  const tailPart = isStrategist ? readPart('tail', first) : null
  const missing = route === '' ? [missingRoute(tail)] : []
  assertNone([...(tailPart?.entries ?? []), ...missing])
  return { strategist: tailPart?.address ?? null, route }
}

function missingRoute(input: string): ValidationEntry {
  const msg = 'The route is missing. End the path with <protocol_group>/<action>.'
  return { loc: ['path', 'tail'], msg, type: 'missing', input }
}

function assertServed(chain: string): void {
  if (slugOf(chain) === solana) throw new ChainNotServedError(chain)
}

/** The interface names the chain, and nothing is built for it here. */
export class ChainNotServedError extends BaseError {
  override readonly code = 'chain_not_served'
  override readonly kind = 'not_found'

  constructor(chain: string) {
    super({
      message: `Vaults on ${chain} are not served. Use the chains of the list of vaults.`,
      facts: { chain },
    })
  }
}
