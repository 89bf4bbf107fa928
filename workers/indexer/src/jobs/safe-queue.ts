import { lookAtSafe } from '../safe/look-at-safe.ts'
import { defineJob, done } from './job.ts'

/** Looks at a Safe and the queue that services hold for it. */
export const safeQueue = defineJob({
  kind: 'safe.queue',
  run: async ({ kind: _, ...safeRef }, context) => {
    await lookAtSafe(context, safeRef)
    return done
  },
})
