import { defineJob, done } from './job.ts'

/** Rows that one step takes away, so that no other work waits for long. */
const limit = 5_000
const daySeconds = 86_400n

/** Takes away observed prices and revisions that are older than they are kept for. */
export const retention = defineJob({
  kind: 'retention',
  run: async (_, { store, settings, nowUnix, observe }) => {
    const before = (days: number | null) =>
      days === null ? null : nowUnix() - BigInt(days) * daySeconds
    const limits = {
      pricesUnix: before(settings.priceDays),
      revisionsUnix: before(settings.revisionDays),
      limit,
    }
    const total = { prices: 0, revisions: 0 }
    for (;;) {
      const { prices, revisions } = await store.retention.prune(limits)
      total.prices += prices
      total.revisions += revisions
      if (prices < limit && revisions < limit) break
    }
    observe({ event: 'pruned', ...total })
    return done
  },
})
