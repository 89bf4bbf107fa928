import { type Hex, printHex, printUnits } from '@vaultwright/base'
import { keccak256 } from '@vaultwright/merkle'
import { buildVaultState, type MovableKind, type NavReadResult } from '@vaultwright/protocols'
import {
  type Asset,
  defaultNavGapBps,
  isNavGapBeyond,
  type NavValues,
  navValuesOf,
  type Quote,
  type VaultState,
  type VaultStateBlock,
  valueDay,
  type WorthBounds,
  worthBoundsOf,
  worthOf,
} from '@vaultwright/valuation'
import { boundFlagsOf, navDataOf } from '@vaultwright/wire'
import { type NavAllowance, navAllowancesOf } from './nav-allowance.ts'
import type { NavInputs } from './nav-input.ts'
import {
  kindFinderOf,
  type MoveInputs,
  movesOf,
  type NavMove,
  spotFloorsOf,
} from './nav-movable.ts'
import { type NavPlaces, navPlacesOf } from './nav-place.ts'

/** A price that a report counts with. */
export type NavPrice = Pick<Quote, 'asset' | 'per' | 'price' | 'source' | 'kind'> & {
  readonly ageSeconds: string
  /** True if a contract says it at the block; a server or a file says any other, without proof. */
  readonly isProven: boolean
}

/** Something that is held or owed, with its worth. */
export type NavHolding = {
  readonly protocol: string
  readonly holder: string
  readonly asset: Asset
  /** Whole units; null where the token tells no decimals. Below zero when it is owed. */
  readonly amount: string | null
  /** In the base asset; null without a price. */
  readonly worth: string | null
  readonly reason: string | null
  readonly movable: NavMovable
  readonly prices: readonly NavPrice[]
}

/** The way in which others can move a count within the block. */
type NavMovable = {
  readonly kind: MovableKind
  /** Its worth in the least, by facts that no trade moves; null where none is known: it counts as it was read. */
  readonly leastWorth: string | null
  /** Donations that were executed before the reading, by their part of what the account has; none where none is. */
  readonly executed: readonly NavMove[]
}

/** The place of the reported worth beside what was counted: within, above the most, below the least, or not known. */
export type NavAnswer = 'within' | 'above' | 'below' | 'unknown'

/** The worth of a vault at a block, counted from state that follows from its hash. Plain JSON. */
export type NavReport = {
  readonly chain: string
  readonly vault: string
  readonly block: VaultStateBlock
  readonly answer: NavAnswer
  readonly base: Asset | null
  /** Rate times supply, in the base asset; null if not known. */
  readonly reported: string | null
  readonly nav: NavValues
  readonly bounds: WorthBounds
  /** By worth, the most first. */
  readonly holdings: readonly NavHolding[]
  readonly prices: readonly NavPrice[]
  readonly places: NavPlaces
  readonly allowances: readonly NavAllowance[]
  readonly allowanceNote: string | null
  readonly flags: readonly { readonly flag: string; readonly reason: string }[]
  /** Why the values do not follow from the hash of the block; empty if all but the told prices do. */
  readonly unprovenBecause: readonly string[]
  /** Hash of the inputs that the maker states: another plan, price or list of leaves gives another. */
  readonly inputsDigest: Hex
}

/** The result of reading a vault on proven state. */
type NavRun = { readonly found: NavReadResult; readonly unknowable: readonly string[] }

/** Makes the report of a vault's worth of what its readers found. */
export function navReportOf(inputs: NavInputs, { found: result, unknowable }: NavRun): NavReport {
  const { plan, observed, failures } = inputs
  const state = buildVaultState({ plan, events: [], observed, failures }, result.vault)
  const { result: value } = valueDay(state)
  const nav = navValuesOf(value)
  const { holdings, decimals } = worthOf(state)
  const floors = spotFloorsOf(holdings, result.vault.positions.holdings, decimals)
  const bounds = worthBoundsOf(state, floors)
  const places = navPlacesOf(inputs, result)
  const allowances = navAllowancesOf(inputs, result)
  const answer = answerOf(bounds)
  return {
    chain: plan.chain,
    vault: plan.vault,
    block: plan.block,
    answer,
    base: state.base,
    reported: value.totalAssets.value,
    nav,
    bounds,
    holdings: holdingsOf(state, inputs, { floors, result, kindOf: kindFinderOf(inputs, result) }),
    prices: state.quotes.map((quote) => priceOf(quote, inputs)),
    places,
    allowances,
    allowanceNote: plan.allowances?.note ?? null,
    flags: [
      ...(answer === 'unknown'
        ? navDataOf(nav, defaultNavGapBps).flags
        : gapFlagsOf(answer, bounds)),
      ...boundFlagsOf(bounds),
      ...placeFlagsOf(places),
      ...allowances.flatMap(({ isNamed, spender, token, pullable }) =>
        isNamed || pullable === '0'
          ? []
          : {
              flag: 'allowance_open',
              reason: `${spender} may pull ${pullable ?? 'an unknown amount'} of ${token}, and no leaf in force names it.`,
            },
      ),
    ],
    unprovenBecause: unknowable.map((fact) => `A contract asks for ${fact}, which no proof gives.`),
    inputsDigest: printHex(keccak256(new TextEncoder().encode(JSON.stringify(inputs)))),
  }
}

/** An open end bounds nothing: what is reported may still lie beyond the end that is known. */
function answerOf({ gapLower, gapUpper }: WorthBounds): NavAnswer {
  if (gapLower !== null && !gapLower.startsWith('-') && Number(gapLower) !== 0) return 'below'
  if (gapUpper?.startsWith('-') === true) return 'above'
  return gapLower === null || gapUpper === null ? 'unknown' : 'within'
}

function gapFlagsOf(answer: NavAnswer, { gapLower, gapUpper }: WorthBounds): NavReport['flags'] {
  const gap = answer === 'above' ? gapUpper : answer === 'below' ? gapLower : null
  if (gap === null || !isNavGapBeyond(gap, defaultNavGapBps)) return []
  const bound = printUnits(BigInt(defaultNavGapBps), 4)
  const side = answer === 'above' ? 'more than the most' : 'less than the least'
  const size = gap.startsWith('-') ? gap.slice(1) : gap
  const reason = `The reported worth is ${side} that was counted, by ${size} of it, and the bound is ${bound}.`
  return [{ flag: 'nav_gap', reason }]
}

function placeFlagsOf({ logsFrom, missingTrees, noReader, anywhere, otherRoots }: NavPlaces) {
  const parts = [
    ...(logsFrom === null ? [] : [`roots before block ${logsFrom} were not looked for`]),
    ...(missingTrees.length > 0 ? [`${missingTrees.length} roots have no tree here`] : []),
    ...(noReader.length > 0 ? [`${noReader.length} calls lead where no reader looks`] : []),
    ...(anywhere.length > 0 ? [`${anywhere.length} calls leave open who receives`] : []),
  ]
  const incomplete = {
    flag: 'nav_incomplete',
    reason: `Not all was looked at: ${parts.join(', ')}.`,
  }
  return [
    ...(parts.length > 0 ? [incomplete] : []),
    ...otherRoots.map(({ strategist, root }) => ({
      flag: 'root_differs',
      reason: `The Manager has the root ${root ?? 'none'} for ${strategist}, which its logs do not say.`,
    })),
  ]
}

function holdingsOf(
  state: VaultState,
  inputs: NavInputs,
  { floors, result, kindOf }: MoveInputs,
): readonly NavHolding[] {
  const { holdings, decimals } = worthOf(state)
  const results = new Map(
    holdings.map(({ holding }, index) => [holding, result.vault.positions.holdings[index]]),
  )
  const sizeOf = (worth: bigint | null) => (worth === null ? 0n : worth < 0n ? -worth : worth)
  return holdings
    .filter(({ holding }) => holding.amount !== '0')
    .toSorted((one, other) => {
      const [left, right] = [sizeOf(one.worth.value), sizeOf(other.worth.value)]
      return left === right ? 0 : left < right ? 1 : -1
    })
    .map(({ holding, path, worth }) => ({
      protocol: holding.protocol,
      holder: holding.holder,
      asset: holding.asset,
      amount:
        holding.asset.decimals === null
          ? null
          : printUnits(BigInt(holding.amount), holding.asset.decimals),
      worth: worth.value === null ? null : printUnits(worth.value, decimals!),
      reason: worth.reason,
      movable: {
        kind: kindOf(holding),
        leastWorth: leastOf(floors.get(holding), decimals),
        executed: movesOf(holding, result, results.get(holding)?.donation?.to),
      },
      prices: (path?.steps ?? []).map((quote) => priceOf(quote, inputs)),
    }))
}

function leastOf(floor: bigint | undefined, decimals: number | null): string | null {
  return floor === undefined ? null : printUnits(floor, decimals!)
}

function priceOf(quote: Quote, { plan, observed }: NavInputs): NavPrice {
  const { asset, per, price, source, kind, atUnix } = quote
  const ageSeconds = String(BigInt(plan.block.atUnix) - BigInt(atUnix))
  return { asset, per, price, source, kind, ageSeconds, isProven: !observed.includes(quote) }
}
