import { firstReasonOf, type Known, knownValue, unknownValue } from '../base/known-value.ts'
import { parseRatio, printRounded, unitsOf } from '../base/ratio.ts'
import type { MaturityResult, ProtocolResult } from '../base/result.ts'
import type { Holding, VaultState } from '../base/vault-state.ts'
import { type ChainDays, worthAt } from '../day/chain-day.ts'
import type { ValuedHolding } from '../day/worth.ts'
import { annualYieldOf } from '../growth/annual-yield.ts'
import { knownOrReason } from '../growth/growth-yield.ts'
import type { YieldRule } from './holding-growth.ts'

/** A holding of known worth as a part of what the vault earned, over all chains. */
export type YieldPart = {
  readonly chain: string
  readonly valued: ValuedHolding
  /** In the unit of all chains. */
  readonly worth: bigint
  /** Fraction of a year. */
  readonly apy: Known<string>
}

/** Places that a share and a yield are printed with. */
const places = 18
const unit = 10n ** BigInt(places)

/**
 * Works out what each holding of a vault earns a year.
 *
 * @returns a part for each holding of known worth, in order: those with a maturity by their price, others
 * by their growth. What has no price is in no yield, as it is not in the net assets.
 */
export function yieldPartsOf({ days, decimals }: ChainDays, rule: YieldRule): readonly YieldPart[] {
  return days.flatMap((day) => {
    const yieldOf = rule(day)
    return day.worth.holdings.flatMap((valued): readonly YieldPart[] => {
      const { holding, worth } = valued
      const { maturityUnix } = holding
      if (worth.value === null) return []
      const apy =
        maturityUnix === null
          ? yieldOf(valued)
          : maturityYieldOf({ ...holding, maturityUnix }, day.last)
      return [{ chain: day.chain, valued, worth: worthAt(worth.value, day, decimals), apy }]
    })
  })
}

/**
 * Puts parts of variable yield together by protocol.
 *
 * @returns by chain and protocol, sorted within a chain. What is owed counts below zero, in the share
 * and in the yield; a yield on nothing, or on less, is not known.
 */
export function protocolResultsOf(
  parts: readonly YieldPart[],
  net: bigint,
): readonly ProtocolResult[] {
  const real = parts.filter(({ valued }) => valued.holding.maturityUnix === null)
  return groupsOf(real, ({ valued }) => valued.holding.protocol).map((group) => {
    const { chain, valued } = group[0]!
    const sum = sumOf(group)
    return {
      chain,
      protocol: valued.holding.protocol,
      allocation: printRounded({ above: sum, below: net }, places),
      apy: groupYieldOf(group, sum),
      apyNet: null,
    }
  })
}

/** Puts parts with a maturity together by what they are. */
export function maturityResultsOf(
  parts: readonly YieldPart[],
  net: bigint,
): readonly MaturityResult[] {
  const fixed = parts.filter(({ valued }) => valued.holding.maturityUnix !== null)
  const groups = groupsOf(fixed, ({ valued: { holding } }) =>
    [holding.maturityUnix!.padStart(20, '0'), holding.protocol, holding.asset.address].join(' '),
  )
  return groups.map((group) => {
    const { chain, valued, apy } = group[0]!
    const { protocol, asset, maturityUnix } = valued.holding
    const allocation = printRounded({ above: sumOf(group), below: net }, places)
    return {
      chain,
      protocol,
      allocation,
      apy,
      apyNet: null,
      asset: asset.symbol,
      maturityUnix: maturityUnix!,
    }
  })
}

/** Adds up what parts contribute to the yield of the whole. */
export function contributionOf(parts: readonly YieldPart[], net: bigint): string {
  return printRounded({ above: weightedOf(parts), below: net * unit }, places)
}

function groupYieldOf(group: readonly YieldPart[], sum: bigint): Known<string> {
  const reason = firstReasonOf(group.map(({ apy }) => apy))
  if (reason !== null) return unknownValue(reason)
  if (sum <= 0n) return unknownValue('What is owed is as much as what is held, or more.')
  return knownValue(printRounded({ above: weightedOf(group), below: sum * unit }, places))
}

/** Chain by chain, sorted by key. */
function groupsOf(
  parts: readonly YieldPart[],
  keyOf: (part: YieldPart) => string,
): readonly (readonly YieldPart[])[] {
  const chains = new Map<string, Map<string, YieldPart[]>>()
  for (const part of parts) {
    const groups = chains.get(part.chain) ?? new Map<string, YieldPart[]>()
    chains.set(part.chain, groups)
    const key = keyOf(part)
    const group = groups.get(key) ?? []
    groups.set(key, group)
    group.push(part)
  }
  return [...chains.values()].flatMap((groups) =>
    [...groups].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, group]) => group),
  )
}

function sumOf(parts: readonly YieldPart[]): bigint {
  return parts.reduce((sum, { worth }) => sum + worth, 0n)
}

/** Sum of worth times yield, in units of 10^-18. */
function weightedOf(parts: readonly YieldPart[]): bigint {
  return parts.reduce((sum, { worth, apy }) => sum + worth * unitsOf(apy.value ?? '0', places), 0n)
}

/**
 * Works out what a position with a fixed maturity earns a year when it is held until it pays out: from its
 * price in its own accounting asset to one.
 *
 * @returns fraction of a year, compounded; 0 from the maturity on; a reason when it has no price.
 */
function maturityYieldOf(
  { asset, maturityUnix }: Holding & { readonly maturityUnix: string },
  { block, quotes }: Pick<VaultState, 'block' | 'quotes'>,
): Known<string> {
  const seconds = BigInt(maturityUnix) - BigInt(block.atUnix)
  if (seconds <= 0n) return knownValue('0')
  const quote = quotes.find(
    ({ asset: of, per, kind }) =>
      of === asset.address && per !== 'usd' && (kind === 'market' || kind === 'rate'),
  )
  if (quote === undefined) {
    return unknownValue(`No price of ${asset.symbol} in its accounting asset is known.`)
  }
  const { above, below } = parseRatio(quote.price)
  return knownOrReason(
    annualYieldOf({ from: above, to: below, seconds }),
    `${asset.symbol} at ${quote.price} with ${seconds} seconds to go says nothing.`,
  )
}
