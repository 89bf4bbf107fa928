import { chainOf } from '@vaultwright/registry'
import type { IndexContext } from '../context/context.ts'
import type { Task } from '../task/task.ts'

/**
 * Lists the strategists of all vaults on chains whose services are configured, each once a tenant. Whether one is a
 * Safe is found out when it is looked at.
 */
export async function safeTasks({
  store,
  safes,
}: Pick<IndexContext, 'store' | 'safes'>): Promise<
  readonly Extract<Task, { kind: 'safe.queue' }>[]
> {
  if (safes === null) return []
  const vaults = await store.vaults.everywhere()
  const tasks = vaults
    .filter(({ status }) => status !== 'retired')
    .flatMap(({ tenantId, deployments }) =>
      deployments
        .filter(({ chain }) => safes.servicesOf(chainOf(chain)?.id ?? 0).length > 0)
        .flatMap(({ chain, strategists }) =>
          strategists.map(({ address: safe }) => {
            return { kind: 'safe.queue' as const, tenantId, chain, safe }
          }),
        ),
    )
  const keyOf = ({ tenantId, chain, safe }: (typeof tasks)[number]) =>
    [tenantId, chain, safe.toLowerCase()].join(' ')
  return [...new Map(tasks.map((task) => [keyOf(task), task])).values()]
}
