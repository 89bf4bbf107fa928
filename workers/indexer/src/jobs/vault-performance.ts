import { shiftDay } from '@vaultwright/valuation'
import { weekDays } from '../basis.ts'
import { deriveFor, inputsChanged } from '../derive-day.ts'
import { defineJob, done } from '../job.ts'
import { findSeat } from '../plan.ts'

/** Computes every performance that looks at a day, on all chains of the vault. */
export const vaultPerformance = defineJob({
  kind: 'vault.performance',
  run: async ({ kind: _, day, ...place }, context) => {
    const seat = await findSeat(context, place)
    if (seat === null) return done
    const week = Array.from({ length: weekDays + 1 }, (_, at) => shiftDay(day, at))
    await deriveFor(context, seat, { days: { performance: week }, reason: inputsChanged })
    for (const deployment of seat.vault.deployments) {
      if (deployment.chain === place.chain) continue
      // Other chains look at the first and the last day of theirs.
      const other = { ...seat, deployment, place: { ...place, chain: deployment.chain } }
      const days = { performance: [day, shiftDay(day, weekDays)] }
      await deriveFor(context, other, { days, reason: inputsChanged })
    }
    return done
  },
})
