import { isDepositPair, type SwapPairData, type SwapTokenData } from '@vaultwright/wire'

/** The pairs of a tree, the one that is shown, and the way to another. */
export type PairChoice = {
  readonly pairs: readonly SwapPairData[]
  readonly pair: SwapPairData
  readonly choose: (pair: SwapPairData) => void
}

/** The two ends of a pair, as the interface names them. */
export type PairSide = 'sell_token' | 'buy_token'

type NamedPair = { readonly sell?: string | undefined; readonly buy?: string | undefined }

/** The pairs that a form offers, and how many more ERC-4626 vaults alone trade. */
export type OfferedPairs = { readonly pairs: readonly SwapPairData[]; readonly deposits: number }

/**
 * Leaves out pairs that ERC-4626 vaults alone trade: deposits and redemptions are no swaps unless asked for.
 *
 * @param name - a pair that stays whoever trades it.
 */
export function swapsAmong(pairs: readonly SwapPairData[], name: NamedPair): OfferedPairs {
  const swaps = pairs.filter((pair) => !isDepositPair(pair) || isNamed(pair, name))
  return swaps.length === 0
    ? { pairs, deposits: 0 }
    : { pairs: swaps, deposits: pairs.length - swaps.length }
}

function isNamed({ sell_token, buy_token }: SwapPairData, { sell, buy }: NamedPair): boolean {
  return isToken(sell_token, sell) && isToken(buy_token, buy)
}

/** Finds the pair that an address names; else the one with the most venues that can be quoted. */
export function pairOf(pairs: readonly SwapPairData[], name: NamedPair): SwapPairData | null {
  const named = pairs.find((pair) => isNamed(pair, name))
  return named ?? pairs.toSorted((one, other) => readyCount(other) - readyCount(one))[0] ?? null
}

/** The tokens that a side of the form offers: all that are sold, or those that the sold one buys. */
export function tokensOf({ pairs, pair }: PairChoice, side: PairSide): readonly SwapTokenData[] {
  const offered = side === 'sell_token' ? pairs : pairs.filter(isSoldBy(pair.sell_token.address))
  const byAddress = new Map(offered.map((each) => [each[side].address, each[side]]))
  return [...byAddress.values()]
}

/** The pair after a side changed: with the same other side where the tree has it. */
export function pairWith(
  { pairs, pair }: PairChoice,
  side: PairSide,
  address: string,
): SwapPairData {
  const [sell, buy] =
    side === 'sell_token' ? [address, pair.buy_token.address] : [pair.sell_token.address, address]
  const ofSold = pairs.filter(isSoldBy(sell))
  return ofSold.find(({ buy_token }) => isToken(buy_token, buy)) ?? pairOf(ofSold, {}) ?? pair
}

const isSoldBy = (sell: string) => (each: SwapPairData) => isToken(each.sell_token, sell)

function isToken({ address }: SwapTokenData, other: string | undefined): boolean {
  return address.toLowerCase() === other?.toLowerCase()
}

function readyCount({ venues }: SwapPairData): number {
  return venues.filter(({ state }) => state === 'ready').length
}
