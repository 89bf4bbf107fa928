import { type Address, BaseError } from '@vaultwright/base'
import type { VaultRef } from '@vaultwright/store'
import { isSvmAddress } from '@vaultwright/svm'
import {
  assertNone,
  missingRoute,
  readPart,
  type StrategistParams,
  solana,
  type VaultPath,
  vaultRefIn,
} from './vault-path.ts'

/** The strategist and the way it acts: of one tail of a path. */
export type RouteTail = {
  /** Null when the tail says the route alone. */
  readonly strategist: Address | null
  readonly route: string
}

/**
 * Reads which vault of an EVM chain is meant.
 *
 * @throws {RequestInvalidError} with an entry for each that has another shape.
 */
export function readEvmVault(params: VaultPath): VaultRef {
  const { vaultRef, entries } = vaultRefIn(params)
  assertNone(entries)
  return vaultRef
}

/**
 * Reads which vault of an EVM chain and which strategist are meant.
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
 * Source: interface, 4.5: a tail that begins with `0x` and 42 characters names the strategist. Our choice: so
 * does an address of Solana, which is none of an EVM chain.
 *
 * @throws {RequestInvalidError} when the strategist is not an address, or there is no route.
 */
export function readTail(tail: string): RouteTail {
  const [first = '', ...further] = tail.split('/')
  const isStrategist = (first.startsWith('0x') && first.length === 42) || isSvmAddress(first)
  const route = isStrategist ? further.join('/') : tail
  const tailPart = isStrategist ? readPart('tail', first) : null
  const missing = route === '' ? [missingRoute(tail)] : []
  assertNone([...(tailPart?.entries ?? []), ...missing])
  return { strategist: tailPart?.address ?? null, route }
}

function assertServed(chain: string): void {
  if (chain === solana) throw new ChainNotServedError(chain)
}

/** The request is not possible on the chain. */
export class ChainNotServedError extends BaseError {
  override readonly code = 'chain_not_served'
  override readonly kind = 'not_found'

  constructor(chain: string) {
    super({
      message: `This is not served on ${chain}. Use an EVM chain of the list of vaults.`,
      facts: { chain },
    })
  }
}
