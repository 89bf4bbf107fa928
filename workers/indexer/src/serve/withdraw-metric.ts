import type { WithdrawAssetData, WithdrawQueueData, WithdrawQueuesData } from '@vaultwright/wire'
import type { IndexContext } from '../context/context.ts'
import { withdrawTasks } from '../jobs/withdraw-queue.ts'
import type { TenantVaultRef } from '../task/task.ts'
import type { AddGauge } from './safe-metric.ts'

/** The debts of the withdraw queues of each vault, as they were read last. */
export type WithdrawReport = readonly {
  readonly vaultRef: TenantVaultRef
  readonly atUnix: bigint
  readonly queues: WithdrawQueuesData['queues']
}[]

/** Gives the last reading of every vault that names withdraw queues; one without a reading is left out. */
export async function withdrawReportOf(
  context: Pick<IndexContext, 'store'>,
): Promise<WithdrawReport> {
  const tasks = await withdrawTasks(context)
  const readings = await Promise.all(
    tasks.map(async ({ kind: _, ...vaultRef }) => {
      const stored = await context.store.withdrawQueues.latest(vaultRef.tenantId, vaultRef)
      if (stored === null) return []
      const { queues } = JSON.parse(stored.body) as WithdrawQueuesData
      return [{ vaultRef, atUnix: stored.atUnix, queues }]
    }),
  )
  return readings.flat()
}

const statuses = ['open', 'matured', 'expired'] as const
const queueLabels = ['tenant', 'chain', 'vault', 'queue'] as const
const assetLabels = [...queueLabels, 'asset'] as const

/** Adds what withdraw queues owe and what is paid of it. A number that is not known has no value. */
export function followWithdraws(
  gauge: AddGauge,
  report: () => Promise<WithdrawReport | null>,
): void {
  const queues = async () =>
    ((await report()) ?? []).flatMap(({ vaultRef, atUnix, queues }) =>
      queues.map((queue) => ({ queue, atUnix, labels: labelsOf(vaultRef, queue) })),
    )
  const assets = async () =>
    (await queues()).flatMap(({ queue, atUnix, labels }) =>
      queue.assets.map((row) => ({ row, atUnix, labels: { ...labels, asset: row.asset } })),
    )
  gauge(
    ['withdraw_assets', 'Fixed amounts of requests in a queue', [...assetLabels, 'status']],
    async (self) => {
      for (const { row, labels } of await assets())
        for (const status of statuses) self.set({ ...labels, status }, Number(row[status].assets))
    },
  )
  gauge(['withdraw_requests', 'Requests in a queue', [...assetLabels, 'status']], async (self) => {
    for (const { row, labels } of await assets())
      for (const status of statuses) self.set({ ...labels, status }, row[status].count)
  })
  const perAsset = (
    [name, help]: readonly [name: string, help: string],
    read: (row: WithdrawAssetData, atUnix: bigint) => number | null,
  ) =>
    gauge([name, help, assetLabels], async (self) => {
      for (const { row, labels, atUnix } of await assets()) {
        const value = read(row, atUnix)
        if (value !== null) self.set(labels, value)
      }
    })
  const numberOf = (text: string | null) => (text === null ? null : Number(text))
  perAsset(['withdraw_payable_assets', 'Matured requests that a solver pays now'], (row) =>
    numberOf(row.payable_now),
  )
  perAsset(['withdraw_shortfall_assets', 'What is paid at once less than the reserve'], (row) =>
    numberOf(row.shortfall),
  )
  perAsset(
    ['withdraw_oldest_matured_seconds', 'Age of the matured request that waits longest'],
    ({ oldest_matured_at: at }, atUnix) =>
      at === null ? 0 : Number(atUnix) - Date.parse(at) / 1_000,
  )
  perAsset(
    ['withdraw_deadline_used_ratio', 'Greatest part of its time that a matured request has used'],
    ({ deadline_used: part }) => (part === null ? 0 : Number(part)),
  )
  const checked = "1 while the contract has the requests that a queue's logs give, 0 otherwise"
  gauge(['withdraw_check', checked, queueLabels], async (self) => {
    for (const { queue, labels } of await queues())
      self.set(labels, queue.check.state === 'agrees' ? 1 : 0)
  })
  const solvers = 'Solvers of a queue that every call of a solve lets through'
  gauge(['withdraw_solvers', solvers, queueLabels], async (self) => {
    for (const { queue, labels } of await queues()) {
      const count = queue.solvers.filter(({ may }) => may).length
      const isRead = queue.solvers.every(({ may }) => may !== null)
      if (queue.solvers.length > 0 && (isRead || count > 0)) self.set(labels, count)
    }
  })
  const readAt = 'Time of the block at which a queue was read last, unix'
  gauge(['withdraw_read_timestamp_seconds', readAt, queueLabels], async (self) => {
    for (const { labels, atUnix } of await queues()) self.set(labels, Number(atUnix))
  })
}

function labelsOf({ tenantId, chain, vault }: TenantVaultRef, { address }: WithdrawQueueData) {
  return { tenant: tenantId, chain, vault, queue: address }
}
