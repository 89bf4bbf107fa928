import { type Address, isSameAddress, printUnits, zeroAddress } from '@vaultwright/base'
import type { ReplayedWitness } from '@vaultwright/check'
import { chainOf, nativeAsset, tokenOf } from '@vaultwright/registry'
import { groupedNumber } from '../part/text/number-text.ts'

/** An amount as the registry's decimals show it, and in base units; null where those are all there is. */
export type AmountText = { readonly shown: string; readonly base: string | null }

/** The registry's symbol of a token; null for one that it does not have: a witness proves numbers, not names. */
export function symbolIn(chainId: number, token: Address): string | null {
  if (isSameAddress(token, nativeAsset))
    return chainOf(chainId)?.nativeSymbol ?? 'coin of the chain'
  return tokenOf(chainId, token)?.symbol ?? null
}

/** Prints an amount of a token; one without an amount is one piece. */
export function tokenAmount(
  amount: bigint | null,
  { chainId, token }: { readonly chainId: number; readonly token: Address },
): AmountText {
  if (amount === null) return { shown: '1', base: null }
  const decimals = isSameAddress(token, nativeAsset) ? 18 : tokenOf(chainId, token)?.decimals
  if (decimals === undefined)
    return { shown: `${groupedNumber(String(amount))} base units`, base: null }
  return { shown: groupedNumber(printUnits(amount, decimals)), base: String(amount) }
}

/** The role of an account in the simulation; null for one that it does not name. */
export function accountRole(
  account: Address,
  { request, simulation }: Pick<ReplayedWitness, 'request' | 'simulation'>,
): string | null {
  const is = (other: Address) => isSameAddress(account, other)
  if (is(zeroAddress)) return 'zero address'
  if (is(request.to)) return 'the called contract'
  if (simulation.vault !== null && is(simulation.vault)) return 'the vault'
  return is(request.from) ? 'the sender' : null
}
