import type { IndexContext } from '../context/context.ts'
import type { Flow } from '../task/task.ts'
import { svmDaysOf } from './svm-due.ts'

/** The chain of Solana vaults, as queues and statuses name it. */
export const solana = 'solana'

/**
 * Puts the day that can be read now into the queue, of every Solana vault that lacks it.
 *
 * @returns how many vaults there are, and how many days were put into the queue.
 */
export async function scanSolana({
  store,
  nowUnix,
  enqueue,
}: Pick<IndexContext, 'store' | 'nowUnix' | 'enqueue'>): Promise<{
  readonly vaults: number
  readonly flows: number
}> {
  const vaults = (await store.svmVaults.everywhere()).filter(({ status }) => status !== 'retired')
  const flows: Flow[] = []
  for (const { tenantId, address, createdAtUnix } of vaults) {
    const marks = await store.svmReadings.marks(tenantId, { vault: address })
    const readDays = marks.map(({ day }) => day)
    const { readable } = svmDaysOf(nowUnix(), { addedUnix: createdAtUnix, read: readDays })
    if (readable === null) continue
    const task = { tenantId, chain: solana, vault: address, day: readable } as const
    flows.push([{ kind: 'svm.reading', ...task }])
  }
  await enqueue(flows)
  return { vaults: vaults.length, flows: flows.length }
}
