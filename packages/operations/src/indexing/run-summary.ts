import type { IndexEvent, Task, TenantSvmVaultRef, TenantVaultRef } from '@vaultwright/indexer'

/** Work that failed and was not done since. */
export type FailedWork = {
  readonly vaultRef: TenantVaultRef | TenantSvmVaultRef | null
  /** Slug; null for work on all. */
  readonly chain: string | null
  readonly kind: Task['kind']
  readonly day: string | null
  readonly code: string
  /** The problem and its remedy. */
  readonly message: string
}

/** Work that waits for something that is no failure. */
export type WaitingWork = { readonly task: Task; readonly reason: string }

/** The events so far. */
export type RunSummary = {
  readonly observe: (event: IndexEvent) => void
  readonly counts: () => RunCounts
}

/** Counts of what happened. */
export type RunCounts = {
  /** Days that were read and kept. */
  readonly indexed: number
  /** Days that were there already. */
  readonly kept: number
  /** Rows that took the place of others, which are kept. */
  readonly revised: number
  readonly tasks: number
  /** Roots on chain whose tree is not in the store. */
  readonly unknownRoots: readonly Extract<IndexEvent, { event: 'root_without_tree' }>[]
  readonly failed: readonly FailedWork[]
  readonly waits: readonly WaitingWork[]
}

/** Counts what happens. */
export function startRunSummary(): RunSummary {
  let [indexed, unchanged, revised, tasks] = [0, 0, 0, 0]
  const failed = new Map<string, FailedWork>()
  const waits = new Map<string, WaitingWork>()
  const unknownRoots = new Map<string, RunCounts['unknownRoots'][number]>()
  const observe = (event: IndexEvent) => {
    if (event.event === 'day_indexed') indexed += 1
    if (event.event === 'day_kept') unchanged += 1
    if (event.event === 'revised') revised += event.rows
    if (event.event === 'root_without_tree') {
      const { vaultRef, root, strategist } = event
      unknownRoots.set(
        [vaultRef.tenantId, vaultRef.chain, vaultRef.vault, root, strategist].join(),
        event,
      )
    }
    if (event.event === 'task_failed') {
      failed.set(keyOf(event.task), failedOf(event.task, event.error))
    }
    if (event.event === 'task_waits') {
      waits.set(keyOf(event.task), { task: event.task, reason: event.reason })
    }
    if (event.event !== 'task_done') return
    tasks += 1
    failed.delete(keyOf(event.task))
    waits.delete(keyOf(event.task))
  }
  return {
    observe,
    counts: () => ({
      indexed,
      kept: unchanged,
      revised,
      tasks,
      unknownRoots: [...unknownRoots.values()],
      failed: [...failed.values()],
      waits: [...waits.values()],
    }),
  }
}

function failedOf(
  task: Task,
  { code, message }: { readonly code: string; readonly message: string },
) {
  return {
    vaultRef: vaultRefOf(task),
    chain: 'chain' in task ? task.chain : null,
    kind: task.kind,
    day: 'day' in task ? task.day : null,
    code,
    message,
  }
}

function vaultRefOf(task: Task): FailedWork['vaultRef'] {
  if (!('vault' in task)) return null
  if (task.kind === 'svm.reading') {
    const { tenantId, chain, vault } = task
    return { tenantId, chain, vault }
  }
  const { tenantId, chain, vault } = task
  return { tenantId, chain, vault }
}

/** The same for the same work. */
function keyOf(task: Task): string {
  const { kind } = task
  if (kind === 'retention') return kind
  if (kind === 'gaps.scan') return `${kind} ${task.chain}`
  if (kind === 'safe.queue') return [kind, task.tenantId, task.chain, task.safe].join(' ')
  return [kind, task.tenantId, task.chain, task.vault, 'day' in task ? task.day : ''].join(' ')
}
