import { type Address, isSameAddress } from '@vaultwright/base'
import { knownContracts } from '@vaultwright/registry'

/** The roles of contracts within their protocols that move tokens for others, which allowed it to. */
const pullingRoles = new Set(['permit2', 'vault_relayer'])

const pullers = [
  ...new Set(
    knownContracts.filter(({ role }) => pullingRoles.has(role)).map(({ address }) => address),
  ),
]

/**
 * Tells whether an account pulls tokens for other contracts, so that no leaf calls it.
 *
 * Source: the registry's Permit2 and CoW Protocol's vault relayer, each the same on every chain.
 */
export function isPuller(spender: Address): boolean {
  return pullers.some((puller) => isSameAddress(puller, spender))
}
