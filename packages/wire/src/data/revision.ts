import Type, { type Static } from 'typebox'
import { decimal, time } from '../field/field.ts'
import { pageOf } from '../field/page.ts'
import { dayText } from './index-status.ts'

const values = Type.Record(Type.String(), Type.Union([decimal, Type.Null()]), {
  description: 'Exact decimals by name; null is not known. Empty for a reading',
})

/** The stored value of a day until another replaced it. */
export const revisionEntry = Type.Object(
  {
    kind: Type.String({
      description: '`snapshot`, `daily` or `performance`; `reading` is what they are computed from',
      examples: ['daily'],
    }),
    number: Type.Integer({ description: 'Counts up from 0 within the day and kind' }),
    since: Type.Union([time, Type.Null()], {
      description: 'Since when it stood; null when that was not noted',
    }),
    until: time,
    reason: Type.String({ description: 'Why it was replaced' }),
    values,
  },
  { title: 'Revision', additionalProperties: false },
)

/** A day whose values were revised. */
export const revisedDay = Type.Object(
  {
    day: dayText,
    revisions: Type.Array(revisionEntry, { description: 'By kind, oldest first' }),
    current: Type.Record(Type.String(), values, {
      description: 'What stands now, by kind, of the kinds that were revised',
    }),
  },
  { title: 'RevisedDay', additionalProperties: false },
)

export const revisionsResponse = pageOf(revisedDay, 'RevisionPage')

/** A day whose values were revised. */
export type RevisedDayData = Static<typeof revisedDay>
