import { printUnits } from '@vaultwright/base'
import { isNavGapBeyond, type NavValues } from '@vaultwright/valuation'
import Type, { type Static } from 'typebox'
import { decimal } from './field.ts'

const inBaseAsset = (description: string) =>
  Type.Union([decimal, Type.Null()], { description: `In the base asset; ${description}` })

/** The worth of a vault by its holdings and debts, beside its reported worth. */
export const navFields = {
  net_assets: inBaseAsset(
    'the sum of what it holds, less debts and fees owed; what has no price, or could not be read, is left out: see `nav_left_out`. Null when the base asset or the fees owed are not known, and when nothing of what it may hold could be valued',
  ),
  fees_owed: inBaseAsset(
    'fees that are owed and were not claimed. Null when no accountant could be read',
  ),
  nav_gap: inBaseAsset(
    'net assets less total assets: what was counted less what is reported. Null when one of the two is, and for a vault on several chains, whose shares are worth what all of them hold',
  ),
  nav_gap_relative: Type.Union([decimal, Type.Null()], {
    description:
      'The gap as a fraction of the total assets: -0.008 is 0.8 % less than reported. Null when the gap is, and when the total assets are not above zero',
  }),
  nav_gap_bound: {
    ...decimal,
    description: 'Fraction beyond which the flag `nav_gap` stands: NAV_GAP_BPS of the service',
  },
  nav_reason: Type.Union([Type.String(), Type.Null()], {
    description: 'Why one of the values above is null; null when all are known',
  }),
  nav_left_out: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
    description:
      'Holdings without a price and parts that could not be read, which the net assets leave out; null when nothing was counted',
  }),
  flags: Type.Array(
    Type.Object(
      { flag: Type.String({ examples: ['nav_gap'] }), reason: Type.String() },
      { title: 'ValueFlag', additionalProperties: false },
    ),
    {
      description:
        '`nav_gap`: the gap is beyond its bound, either way. Without it the gap is within, or not known: then `nav_gap_relative` is null. Of a snapshot also `nav_open`: the least or the most that the vault is worth is not known, and `rate_headroom`: less than a fifth of the way to a bound of the next rate is left, or none',
    },
  ),
}

const navObject = Type.Object(navFields)

/** As fields of an answer: services of earlier versions do not give them. */
export const optionalNavFields = Type.Partial(navObject).properties

/** The worth of a vault by its holdings and debts. */
export type NavData = Static<typeof navObject>

const notComputed = 'It was not computed yet: an older formula computed the day.'

/**
 * Writes what a vault is worth by what it holds and owes.
 *
 * @param nav - null where it was not computed, as by an older formula.
 * @param boundBps - how far counted and reported may lie apart without a flag · bps of the total assets, from 0.
 */
export function navDataOf(nav: NavValues | null, boundBps: number): NavData {
  const gap = nav?.gapRelative ?? null
  return {
    net_assets: nav?.netAssets ?? null,
    fees_owed: nav?.feesOwed ?? null,
    nav_gap: nav?.gap ?? null,
    nav_gap_relative: gap,
    nav_gap_bound: printUnits(BigInt(boundBps), 4),
    nav_reason: nav === null ? notComputed : nav.reason,
    nav_left_out: nav?.leftOut ?? null,
    flags: gap !== null && isNavGapBeyond(gap, boundBps) ? [flagOf(gap, boundBps)] : [],
  }
}

function flagOf(relative: string, boundBps: number): NavData['flags'][number] {
  const isLess = relative.startsWith('-')
  const size = isLess ? relative.slice(1) : relative
  const bound = printUnits(BigInt(boundBps), 4)
  const reason = `What was counted is ${isLess ? 'less' : 'more'} than what is reported by ${size} of it, and the bound is ${bound}.`
  return { flag: 'nav_gap', reason }
}
