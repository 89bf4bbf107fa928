import { BaseError, type ErrorKind, type Facts } from '@vaultwright/base'

/** A failure as a thread hands it over: only code and kind survive. */
export type ThreadFailure = {
  /** Null for an error that is a bug. */
  readonly code: string | null
  readonly kind: ErrorKind
  readonly message: string
  readonly facts: Facts
  readonly retryable: boolean
  readonly stack: string | undefined
}

/** The outcome of a task. */
export type ThreadOutcome<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: ThreadFailure }

/** Runs a task and takes down how it failed. */
export function outcomeOf<Value>(task: () => Value): ThreadOutcome<Value> {
  try {
    return { ok: true, value: task() }
  } catch (error) {
    return { ok: false, failure: failureOf(error) }
  }
}

/**
 * Gives what a task came to in this thread.
 *
 * @throws {ThreadError} for a failure of the task, with its code.
 */
export function resultOf<Value>(outcome: ThreadOutcome<Value>): Value {
  if (outcome.ok) return outcome.value
  const { failure } = outcome
  if (failure.code !== null) throw new ThreadError(failure.code, failure)
  const bug = new Error(failure.message)
  if (failure.stack !== undefined) bug.stack = failure.stack
  throw bug
}

/** Takes down a failure. */
export function failureOf(error: unknown): ThreadFailure {
  if (error instanceof BaseError) {
    const { code, kind, shortMessage: message, facts, retryable, stack } = error
    return { code, kind, message, facts, retryable, stack }
  }
  const stack = error instanceof Error ? error.stack : undefined
  return { code: null, kind: 'bug', message: String(error), facts: {}, retryable: false, stack }
}

/** A failure of a task that another thread did; its code and kind are those of the failure there. */
export class ThreadError extends BaseError {
  override readonly code: string
  override readonly kind: ErrorKind

  constructor(code: string, failure: ThreadFailure) {
    super(failure)
    this.code = code
    this.kind = failure.kind
  }
}
