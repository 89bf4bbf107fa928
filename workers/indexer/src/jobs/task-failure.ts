import { type Address, BaseError, redact } from '@vaultwright/base'
import type { IndexContext } from '../context/context.ts'
import { retryDecisionOf } from '../context/failure.ts'
import { forgetChain } from '../context/final-head.ts'
import type { RetryDecision } from '../task/queue.ts'
import type { Task } from '../task/task.ts'

/** The thrown error, and the number of the attempt. */
export type TaskError = { readonly error: unknown; readonly attempt: number }

/** After these, what is remembered of a chain may be wrong. */
const chainDoubtCodes: ReadonlySet<string> = new Set([
  'chain_reorganised',
  'block_not_found',
  'wrong_chain',
])

/**
 * Notes in the store that a task failed.
 *
 * @returns what is to be done about it, also when the store cannot note it.
 */
export async function noteFailure(
  context: IndexContext,
  task: Task,
  { error, attempt }: TaskError,
): Promise<RetryDecision> {
  const decision = retryDecisionOf(error, attempt, context.random)
  const taskError = taskErrorOf(error)
  context.observe({ event: 'task_failed', task, error: taskError, attempt, decision })
  if ('chain' in task && chainDoubtCodes.has(taskError.code)) forgetChain(context, task.chain)
  if (!hasFailures(task)) return decision
  const { tenantId, chain, vault, kind } = task
  const failure = { chain, vault, kind, day: 'day' in task ? task.day : null }
  const after = decision.kind === 'park' ? null : BigInt(Math.ceil(decision.afterMs / 1_000))
  const retryAtUnix = after === null ? null : context.nowUnix() + after
  try {
    await context.store.failures.record(tenantId, { ...failure, ...taskError, retryAtUnix })
  } catch {
    // The task is in the queue, or is found missing again.
  }
  return decision
}

/** Forgets that a task failed. */
export async function clearFailure({ store }: IndexContext, task: Task): Promise<void> {
  if (!hasFailures(task)) return
  const { tenantId, chain, vault, kind } = task
  await store.failures.clear(tenantId, {
    chain,
    vault,
    kind,
    day: 'day' in task ? task.day : null,
  })
}

/**
 * Work on Solana vaults is tried again while its day can be read, and then lost: no failure of it is kept. Nothing is
 * missing while a replay fails; whoever ordered it looks at the queue.
 */
function hasFailures(task: Task): task is Extract<Task, { readonly vault: Address }> {
  return 'vault' in task && task.kind !== 'svm.reading' && task.kind !== 'vault.replay'
}

function taskErrorOf(error: unknown): { readonly code: string; readonly message: string } {
  // A node's or a library's own words may hold an address with its key, and failures are public.
  if (error instanceof BaseError) {
    return { code: error.code, message: redact(error.shortMessage) }
  }
  const message = error instanceof Error ? redact(error.message) : 'unknown'
  return { code: 'internal_error', message }
}
