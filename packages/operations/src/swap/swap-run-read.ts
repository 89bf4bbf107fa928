import { type Address, isSameAddress } from '@vaultwright/base'
import type { RunRead } from '@vaultwright/chain'
import { approvalsOf } from '@vaultwright/protocols'
import { nativeAsset } from '@vaultwright/registry'
import type { MeasuredLeg } from '@vaultwright/swap'
import type { VenueChoice } from './attempt.ts'

/** The legs of a way to swap. */
type SwapLegs = {
  readonly legs: readonly { readonly choice: VenueChoice; readonly leg: MeasuredLeg }[]
}

/** The vault, and its tokens that are watched. */
type WatchedVault = { readonly vault: Address; readonly watched: readonly Address[] }

/** The holder of the sold and the bought token. */
export function holderOf({ legs }: SwapLegs, vault: Address): Address {
  return legs[0]!.choice.listing.drone ?? vault
}

/** Balances of the holder by token, then of the vault, then allowances. */
export function readsOf(context: WatchedVault, swapRun: SwapLegs): readonly RunRead[] {
  const holder = holderOf(swapRun, context.vault)
  const tokens = tokensOf(swapRun)
  const watched = context.watched.filter(
    (token) => holder !== context.vault || !tokens.some((one) => isSameAddress(one, token)),
  )
  return [
    ...tokens.map((token): RunRead => ({ kind: 'balance', token, holder })),
    ...watched.map((token): RunRead => ({ kind: 'balance', token, holder: context.vault })),
    ...spendersOf(swapRun).map(
      ({ token, spender }): RunRead => ({ kind: 'allowance', token, owner: holder, spender }),
    ),
  ]
}

/** Sold, bought, and those in between. */
export function tokensOf({ legs }: SwapLegs): readonly Address[] {
  return [...new Set(legs.flatMap(({ leg }) => [leg.sellToken, leg.buyToken]))]
}

function spendersOf({ legs }: SwapLegs): readonly { token: Address; spender: Address }[] {
  const pairs = legs.flatMap(({ choice }) => {
    const { action, binding } = choice.listing.permission!
    return approvalsOf(action, binding).map(({ token, spender }) => ({ token, spender }))
  })
  const byKey = new Map(pairs.map((pair) => [`${pair.token}|${pair.spender}`, pair]))
  return [...byKey.values()].filter(({ token }) => token !== nativeAsset)
}
