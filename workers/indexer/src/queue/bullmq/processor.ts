import { BaseError, redact } from '@vaultwright/base'
import {
  type BackoffStrategy,
  DelayedError,
  type Job,
  type Processor,
  UnrecoverableError,
  WaitingError,
} from 'bullmq'
import type { TaskHandler, WorkOptions } from '../../task/queue.ts'
import { parseTask, type Task } from '../../task/task.ts'

/** Does jobs, and says when one that failed is tried again. */
export type TaskProcessor = {
  readonly process: Processor
  readonly backoff: BackoffStrategy
  /** Takes away what fell with the job that it waited for: that one is kept, and says why. */
  readonly jobFailed: (job: Job | undefined) => void
}

/** An error that says when its job is tried again. */
type RetryError = Error & { readonly afterMs: number }

/** Makes what does the jobs of a queue. */
export function openProcessor(
  handler: TaskHandler,
  retryDecisionOf: WorkOptions['retryDecisionOf'],
  letGo: AbortSignal,
): TaskProcessor {
  const failureOf = (task: Task, error: unknown, attempt: number): Error => {
    const decision = retryDecisionOf(task, error, attempt)
    if (decision.kind === 'park') return new UnrecoverableError(printFailure(error))
    // The decision is asked for once: its pause may be random, so that the error carries it.
    return Object.assign(new Error(printFailure(error)), { afterMs: decision.afterMs })
  }
  const process = async (job: Job, token?: string, lost?: AbortSignal): Promise<void> => {
    const task = taskOf(job)
    const attempt = job.attemptsMade + 1
    const signal = lost === undefined ? letGo : AbortSignal.any([letGo, lost])
    const end = await handler(task, { attempt, signal }).catch(async (error: unknown) => {
      if (!letGo.aborted) throw failureOf(task, error, attempt)
      // It was not the work that failed: another worker does it.
      await job.moveToWait(token)
      throw new WaitingError()
    })
    if (end.kind === 'done') return
    await job.moveToDelayed(Date.now() + end.seconds * 1_000, token)
    throw new DelayedError()
  }
  return {
    process,
    jobFailed: (job) => {
      if (job?.deferredFailure) job.remove({ removeChildren: false }).catch(() => {})
    },
    backoff: (_attempt, _type, error: Partial<RetryError> | undefined) => error?.afterMs ?? 0,
  }
}

function taskOf(job: Job): Task {
  try {
    return parseTask(job.data)
  } catch (error) {
    throw new UnrecoverableError(printFailure(error))
  }
}

/**
 * Says what failed, for the queue and the log.
 *
 * @returns one line; of addresses that a foreign message holds only the host stays, for they may have keys.
 */
export function printFailure(error: unknown): string {
  if (error instanceof BaseError) return `${error.code}: ${error.shortMessage}`
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return redact(message).slice(0, 500)
}
