import { behindReasonOf } from '../context/final-head.ts'
import { defineJob, done } from './job.ts'
import { scanChain } from './schedule.ts'

/** A look takes a twentieth of the time at most, however many vaults there are. */
const restFactor = 19
/** The longest wait for a scan, as after a queue that forgot everything. */
const mostRestMs = 600_000

/** Finds out what is missing on a chain, and puts it into the queue. */
export const gapsScan = defineJob({
  kind: 'gaps.scan',
  run: async ({ chain }, context) => {
    const last = context.scans.get(chain)
    if (last !== undefined && performance.now() < last.nextScanMs) return done
    const begun = performance.now()
    const { order } = context.settings
    const { head, behind, isCut } = await scanChain(context, chain, { order })
    const ended = performance.now()
    context.scans.set(chain, {
      nextScanMs: ended + Math.min(mostRestMs, restFactor * (ended - begun)),
    })
    if (behind !== null) return { kind: 'wait', seconds: 15, reason: behindReasonOf(head, behind) }
    if (!isCut) return done
    return {
      kind: 'wait',
      seconds: 30,
      reason: 'More is missing than is put into the queue at once.',
    }
  },
})
