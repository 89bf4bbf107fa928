import { type Address, type Hex, printUnits } from '@vaultwright/base'
import {
  type ContractReadResult,
  type QuoteResult,
  readSharesAtLastUpdate,
  replayReading,
} from '@vaultwright/protocols'
import type { Asset, Holding, Quote, ReadFailure, VaultState } from '@vaultwright/valuation'
import { inTrustOrder } from '../price/price-trust.ts'
import type { RawReading } from './raw-reading.ts'
import { readVault, type VaultReadResult } from './vault-read.ts'

/** Decimal places of a price whose digits do not end. */
const pricePlaces = 36

/**
 * Works out what a kept reading says, from nothing but its answers.
 *
 * @returns the day, as values are computed from it.
 * @throws {UnrecordedReadError} when readers ask today what they did not ask then.
 */
export function vaultStateOf(raw: RawReading): VaultState {
  return buildVaultState(raw, replayReading(readVault(raw.plan), answersOf(raw)))
}

/**
 * Works out from the answers of a reading the shares in being at the accountant's last update.
 *
 * @returns null if the vault has no accountant, or its state was not read.
 */
export function sharesAtLastUpdateOf(raw: RawReading): bigint | null {
  const { accountant } = raw.plan
  return accountant === null
    ? null
    : replayReading(readSharesAtLastUpdate(accountant), answersOf(raw))
}

/** By account and then by data: where a call stands. */
type CallPlaces = ReadonlyMap<Address, ReadonlyMap<Hex, number>>

/** Of the reading that was last put in order: from day to day almost every call stands in the same place. */
let lastPlaces: CallPlaces = new Map()

function answersOf({
  calls,
}: RawReading): (to: Address, data: Hex) => ContractReadResult | undefined {
  let isOwn = false
  const find = (to: Address, data: Hex) => {
    const call = calls[lastPlaces.get(to)?.get(data) ?? -1]
    return call !== undefined && call[1] === data && call[0] === to ? call : undefined
  }
  return (to, data) => {
    const call = find(to, data)
    if (call !== undefined || isOwn) return call?.[2]
    lastPlaces = placesOf(calls)
    isOwn = true
    return find(to, data)?.[2]
  }
}

function placesOf(calls: RawReading['calls']): CallPlaces {
  const places = new Map<Address, Map<Hex, number>>()
  for (const [place, [to, data]] of calls.entries()) {
    const byData = places.get(to)
    if (byData === undefined) places.set(to, new Map([[data, place]]))
    else if (!byData.has(data)) byData.set(data, place)
  }
  return places
}

/** Puts what a chain said together with what came from elsewhere. */
export function buildVaultState(
  raw: Omit<RawReading, 'calls'>,
  readResult: VaultReadResult,
): VaultState {
  const { plan, events, observed } = raw
  const { accountant, positions, rates, prices, units, allowances } = readResult
  const assets = new Map(units.assets.map((asset) => [asset.address, asset]))
  const assetOf = (address: Asset['address']): Asset =>
    assets.get(address) ?? { address, symbol: address, decimals: null }
  const quoteResults = [...rates.quotes, ...positions.quotes].map((quote) =>
    quoteIn(quote, { assetOf, atUnix: plan.block.atUnix }),
  )
  const listed = [...prices.flatMap(({ quote }) => quote ?? []), ...observed]
  return {
    chain: plan.chain,
    vault: plan.vault,
    day: plan.day,
    block: plan.block,
    share: accountant.share,
    base: accountant.base === null ? null : assetOf(accountant.base),
    accountant: accountant.accountant,
    events,
    holdings: positions.holdings.map(
      ({ asset, amount, maturityUnix, ...fields }): Holding => ({
        ...fields,
        asset: assetOf(asset),
        amount: String(amount),
        maturityUnix: maturityUnix === null ? null : String(maturityUnix),
      }),
    ),
    quotes: [
      ...inTrustOrder(listed, plan.trust),
      ...quoteResults.flatMap((one) => ('price' in one ? one : [])),
    ],
    failures: [
      ...plan.missingTrees.map((root) => ({
        what: `${unseenTree}${root}`,
        reason: 'It is not stored, so that what it permits was not looked at.',
      })),
      ...accountant.failures,
      ...positions.failures,
      ...rates.failures,
      ...prices.flatMap(({ failure }) => failure ?? []),
      ...units.failures,
      ...quoteResults.flatMap((one) => ('what' in one ? one : [])),
      ...raw.failures,
    ],
    ...(plan.allowances !== undefined && {
      allowances: { entries: allowances, note: plan.allowances.note },
    }),
    ...(raw.proof !== undefined && { proof: raw.proof }),
  }
}

const unseenTree = 'tree of root '

/**
 * Reads which trees a day was read without.
 *
 * @returns their roots, in the order in which they were set.
 */
export function unseenRootsOf({ failures }: Pick<VaultState, 'failures'>): readonly Hex[] {
  return failures.flatMap(({ what }) =>
    what.startsWith(unseenTree) ? (what.slice(unseenTree.length) as Hex) : [],
  )
}

type QuoteUnits = {
  readonly assetOf: (address: Asset['address']) => Asset
  readonly atUnix: string
}

function quoteIn(quote: QuoteResult, { assetOf, atUnix }: QuoteUnits): Quote | ReadFailure {
  const { asset, per, amount, worth, source, kind } = quote
  const [assetDecimals, perDecimals] = [assetOf(asset).decimals, assetOf(per).decimals]
  const what = `price of ${asset} by ${source}`
  if (assetDecimals === null || perDecimals === null) {
    return { what, reason: `${assetDecimals === null ? asset : per} says no decimals.` }
  }
  if (amount <= 0n || worth <= 0n) return { what, reason: 'The price is zero.' }
  const scaled =
    (worth * 10n ** BigInt(assetDecimals + pricePlaces)) / (amount * 10n ** BigInt(perDecimals))
  if (scaled === 0n) return { what, reason: 'The price is zero.' }
  const price = printUnits(scaled, pricePlaces)
  return { asset, per, price, source, atUnix, confidence: null, kind }
}
