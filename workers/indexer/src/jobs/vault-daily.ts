import { shiftDay } from '@vaultwright/valuation'
import { deriveFor, inputsChanged } from '../derive-day.ts'
import { defineJob, done } from '../job.ts'
import { findSeat } from '../plan.ts'

/** Computes a day's growth, and that of the day after it, which looks at it. */
export const vaultDaily = defineJob({
  kind: 'vault.daily',
  run: async ({ kind: _, day, ...place }, context) => {
    const seat = await findSeat(context, place)
    if (seat === null) return done
    const days = { daily: [day, shiftDay(day, 1)] }
    await deriveFor(context, seat, { days, reason: inputsChanged })
    return done
  },
})
