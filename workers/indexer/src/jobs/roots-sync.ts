import { behindReasonOf, readHead } from '../context/final-head.ts'
import { syncRoots, withDeployment } from '../read/root-sync.ts'
import { findIndexedVault } from '../read/vault-read-plan.ts'
import { defineJob, done } from './job.ts'

/** Records which roots a Manager has and had. */
export const rootsSync = defineJob({
  kind: 'roots.sync',
  run: async (task, context) => {
    const indexedVault = await findIndexedVault(context, task)
    if (indexedVault === null) return done
    const indexed = await context.chains(task.chain)
    const { head, behind } = await context.singleFlight(`head ${task.chain}`, () =>
      readHead(context, indexed),
    )
    if (behind !== null) return { kind: 'wait', seconds: 15, reason: behindReasonOf(head, behind) }
    const deployed = await withDeployment(context, indexed, indexedVault)
    await syncRoots(context, indexed, { indexedVault: deployed, head })
    return done
  },
})
