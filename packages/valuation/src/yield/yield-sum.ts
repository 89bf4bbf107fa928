import {
  type Flag,
  firstReasonOf,
  type Known,
  knownValue,
  unknownValue,
} from '../base/known-value.ts'
import { contributionOf, type YieldPart } from './breakdown.ts'

/** A yield of the whole, and what it leaves out. */
export type YieldSum = { readonly apy: Known<string>; readonly flags: readonly Flag[] }

/**
 * Adds up the variable yield of what a vault holds.
 *
 * @returns fraction of a year on the net assets. Parts of unknown yield are left out, and named, when
 * together they are at most 1 % of all that is held and owed.
 */
export function realYieldOf(parts: readonly YieldPart[], net: Known<bigint>): YieldSum {
  const real = parts.filter(({ valued }) => valued.holding.maturityUnix === null)
  const reason = reasonAgainst(net)
  if (net.value === null || reason !== null) return { apy: unknownValue(reason ?? ''), flags: [] }
  const open = real.filter(({ apy, worth }) => apy.value === null && worth !== 0n)
  const told = open.map(({ chain, apy }) => `${chain}: ${apy.reason}`).sort()
  if (sizeOf(open) * 100n > sizeOf(parts)) {
    return {
      apy: unknownValue(`The earnings of more than 1 % are unknown. ${told.join(' ')}`),
      flags: [],
    }
  }
  const closed = real.filter(({ apy }) => apy.value !== null)
  return {
    apy: knownValue(contributionOf(closed, net.value)),
    flags:
      open.length === 0
        ? []
        : [{ flag: 'partial', reason: `The real yield leaves out: ${told.join(' ')}` }],
  }
}

/**
 * Adds up the fixed yield of what a vault holds to a maturity.
 *
 * @returns fraction of a year on the net assets; 0 when there is no such holding.
 */
export function maturityYieldSumOf(parts: readonly YieldPart[], net: Known<bigint>): Known<string> {
  const fixed = parts.filter(({ valued }) => valued.holding.maturityUnix !== null)
  if (fixed.length === 0) return knownValue('0')
  const reason = reasonAgainst(net)
  if (net.value === null || reason !== null) return unknownValue(reason ?? '')
  const open = firstReasonOf(fixed.map(({ apy }) => apy))
  return open === null ? knownValue(contributionOf(fixed, net.value)) : unknownValue(open)
}

function reasonAgainst(net: Known<bigint>): string | null {
  if (net.value === null) return net.reason
  return net.value <= 0n ? 'Net assets are not above zero.' : null
}

/** What is held and what is owed together. */
function sizeOf(parts: readonly YieldPart[]): bigint {
  return parts.reduce((sum, { worth }) => sum + (worth < 0n ? -worth : worth), 0n)
}
