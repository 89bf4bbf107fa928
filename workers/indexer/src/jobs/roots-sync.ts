import { behindReasonOf, readHead } from '../final-head.ts'
import { defineJob, done } from '../job.ts'
import { findSeat } from '../plan.ts'
import { syncRoots, withDeployment } from '../root-sync.ts'

/** Records which roots a Manager has and had. */
export const rootsSync = defineJob({
  kind: 'roots.sync',
  run: async (task, context) => {
    const seat = await findSeat(context, task)
    if (seat === null) return done
    const indexed = await context.chains(task.chain)
    const { head, behind } = await context.share(`head ${task.chain}`, () =>
      readHead(context, indexed),
    )
    if (behind !== null) return { kind: 'wait', seconds: 15, reason: behindReasonOf(head, behind) }
    const deployed = await withDeployment(context, indexed, seat)
    await syncRoots(context, indexed, { seat: deployed, head })
    return done
  },
})
