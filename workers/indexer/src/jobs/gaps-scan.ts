import { behindReasonOf } from '../final-head.ts'
import { defineJob, done } from '../job.ts'
import { scanChain } from '../schedule.ts'

/** Finds out what is missing on a chain, and puts it into the queue. */
export const gapsScan = defineJob({
  kind: 'gaps.scan',
  run: async ({ chain }, context) => {
    const { order } = context.settings
    const { head, behind, isCut } = await scanChain(context, chain, { order })
    if (behind !== null) return { kind: 'wait', seconds: 15, reason: behindReasonOf(head, behind) }
    if (!isCut) return done
    return {
      kind: 'wait',
      seconds: 30,
      reason: 'More is missing than is put into the queue at once.',
    }
  },
})
