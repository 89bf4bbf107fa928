import { isRoomLow, type WorthBounds } from '@vaultwright/valuation'
import Type, { type Static } from 'typebox'
import { decimal, time } from './field.ts'
import { printTime } from './time.ts'

const orNull = (description: string) => Type.Union([decimal, Type.Null()], { description })

const nextRate = Type.Object(
  {
    lowest: { ...decimal, description: 'A rate below it pauses the accountant' },
    highest: { ...decimal, description: 'A rate above it pauses the accountant' },
    counted: orNull('Net assets for one share, rounded down; null when it is not known'),
    counted_reason: Type.Union([Type.String(), Type.Null()], {
      description: 'Why `counted` is null; null when it is known',
    }),
    room_below: orNull(
      'Part of the way down from the last rate to the lowest that is left below `counted`: 1 at the last rate, 0 at the lowest, below 0 beyond it. Null without `counted`, or where the bounds leave no way',
    ),
    room_above: orNull('The same upward, to the highest; null likewise'),
    earliest_at: { ...time, description: 'An update before it pauses the accountant' },
    update: Type.Union([Type.String(), Type.Null()], {
      description:
        'What an update to `counted` at the time of the block would do, by the bounds as they were read: `passes`, `pauses`, or `refused` while the accountant is paused. Null without `counted`',
      examples: ['passes'],
    }),
  },
  {
    title: 'NextRate',
    description: 'The rates that the accountant takes next, in `base_asset` for one share',
    additionalProperties: false,
  },
)

/** The least and the most that a vault was worth. */
export const worthBounds = Type.Union(
  [
    Type.Object(
      {
        lower: orNull(
          'The least, in `base_asset`: a holding without a price counts as nothing, a peg at the worse of peg and market. Null where something opens it',
        ),
        upper: orNull(
          'The most: a debt without a price counts as nothing, a peg at the better of the two. Null where something opens it',
        ),
        gap_lower: orNull(
          '`lower` less the total assets, as a fraction of these; null as `nav_gap_relative`, and where `lower` is',
        ),
        gap_upper: orNull('The same of `upper`; null where `upper` is'),
        open: Type.Array(
          Type.Object(
            {
              side: Type.String({ description: '`lower` or `upper`', examples: ['upper'] }),
              reason: Type.String(),
            },
            { title: 'OpenEnd', additionalProperties: false },
          ),
          { description: 'What opens an end, all of it' },
        ),
        next_rate: Type.Union([nextRate, Type.Null()], {
          description:
            'Null where the accountant takes no rate within bounds around the last one, or could not be read',
        }),
        next_rate_reason: Type.Union([Type.String(), Type.Null()], {
          description: 'Why `next_rate` is null; null when it is known',
        }),
      },
      { title: 'WorthBounds', additionalProperties: false },
    ),
    Type.Null(),
  ],
  {
    description:
      'The least and the most that the vault was worth, computed from what was read, not proven. Prices that a trade within the block can move count as they were read. Null where an earlier version computed the day, and on `solana`',
  },
)

/** The least and the most that a vault was worth. */
export type WorthBoundsData = Static<typeof worthBounds>

/** Writes the bounds of a worth. */
export function worthBoundsDataOf(bounds: WorthBounds | null): WorthBoundsData {
  if (bounds === null) return null
  const next = bounds.nextRate
  return {
    lower: bounds.lower,
    upper: bounds.upper,
    gap_lower: bounds.gapLower,
    gap_upper: bounds.gapUpper,
    open: bounds.open.map(({ side, reason }) => ({ side, reason })),
    next_rate: next && {
      lowest: next.lowest,
      highest: next.highest,
      counted: next.counted,
      counted_reason: next.countedReason,
      room_below: next.roomBelow,
      room_above: next.roomAbove,
      earliest_at: printTime(BigInt(next.earliestUnix)),
      update: next.update,
    },
    next_rate_reason: bounds.nextRateReason,
  }
}

/** Lists what a reader of the bounds must look at: an open end, and a next rate with little room. */
export function boundFlagsOf(
  bounds: WorthBounds | null,
): readonly { readonly flag: string; readonly reason: string }[] {
  if (bounds === null) return []
  const { open, nextRate: next } = bounds
  const flags = open.slice(0, 1).map(({ side, reason }) => {
    const end = side === 'lower' ? 'least' : 'most'
    return {
      flag: 'nav_open',
      reason: `The ${end} that the vault is worth is not known. ${reason}`,
    }
  })
  const sides = [
    ...(isRoomLow(next?.roomBelow ?? null) ? [`the lowest, ${next!.lowest},`] : []),
    ...(isRoomLow(next?.roomAbove ?? null) ? [`the highest, ${next!.highest},`] : []),
  ]
  const rooms = sides.map((side) => ({
    flag: 'rate_headroom',
    reason: `The counted rate, ${next!.counted}, is near or beyond ${side} that the accountant takes next without a pause.`,
  }))
  return [...flags, ...rooms]
}
