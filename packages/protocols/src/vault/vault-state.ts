import { type Hex, printUnits } from '@vaultwright/base'
import type {
  AccountantEvent,
  Asset,
  Holding,
  Quote,
  ReadFailure,
  StateProof,
  VaultState,
} from '@vaultwright/valuation'
import type { QuoteResult } from '../position/position.ts'
import { inTrustOrder } from './price-trust.ts'
import type { VaultReadPlan } from './read-plan.ts'
import type { VaultReadResult } from './vault-read.ts'

/** Decimal places of a price whose digits do not end. */
const pricePlaces = 36

/** The part of a reading that is not the answer of a contract at its block. */
export type VaultReadInputs = {
  readonly plan: VaultReadPlan
  /** The accountant's reports of the day; null if the logs could not be read. */
  readonly events: readonly AccountantEvent[] | null
  /** Prices from outside the chain, in order of trust. */
  readonly observed: readonly Quote[]
  /** Sources outside the chain that gave none. */
  readonly failures: readonly ReadFailure[]
  /** The part that was proven; absent if no proof was requested. */
  readonly proof?: StateProof
}

/** Puts what a chain said together with what came from elsewhere. */
export function buildVaultState(raw: VaultReadInputs, readResult: VaultReadResult): VaultState {
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
      ({ asset, amount, maturityUnix, spot: _, donation: __, ...fields }): Holding => ({
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
