import { BaseError } from '@vaultwright/base'
import type { FastifyReply } from 'fastify'

/** Lets the work of a request know that its caller is gone. */
export type RequestLifetime = {
  /** Aborted when the caller hangs up, the time is over, or the service cuts its connections. */
  readonly signal: AbortSignal
}

/**
 * What all lifetimes inherit. A getter of each one's own would be part of its hidden class, which refers to whatever the
 * getter does: whole requests would outlive their answers until the collector looks at everything.
 */
const lazyLifetime = {
  controller: null as AbortController | null,
  isOver: false,
  get signal(): AbortSignal {
    this.controller ??= new AbortController()
    if (this.isOver) this.controller.abort()
    return this.controller.signal
  },
}

/**
 * Runs the work of a request while its caller waits for the answer.
 *
 * The end of the answer's stream is what counts: that of the request's comes as soon as its body is read.
 *
 * @throws {RequestDeadlineError} when the time is over first; the work is aborted.
 */
export function whileClientWaits<Answer>(
  reply: FastifyReply,
  timeoutMs: number,
  run: (life: RequestLifetime) => Promise<Answer>,
): Promise<Answer> {
  const life: typeof lazyLifetime = Object.create(lazyLifetime)
  const over = (): void => {
    life.isOver = true
    life.controller?.abort()
  }
  return new Promise((resolve, reject) => {
    const deadline = addDeadline(timeoutMs, () => {
      over()
      reject(new RequestDeadlineError(timeoutMs))
    })
    const end = () => {
      removeDeadline(deadline)
      if (!reply.raw.writableEnded) over()
    }
    // It closes once: a listener that takes itself away costs more.
    reply.raw.on('close', end)
    // A client that hung up during authentication emits no further event.
    if (reply.raw.destroyed) end()
    run(life).then(resolve, reject)
  })
}

/** When the time of a request is over. */
type Deadline = { readonly atMs: number; readonly expire: () => void; at: number }

/** Milliseconds between two looks at the deadlines: none is met early, nor late by more than that. */
const lookMs = 10

/** Of all requests that are being answered. A timer of each would cost more than most of them wait for. */
const deadlines: Deadline[] = []
let isLooking = false

function addDeadline(timeoutMs: number, expire: () => void): Deadline {
  const deadline = { atMs: performance.now() + timeoutMs, expire, at: deadlines.length }
  deadlines.push(deadline)
  if (!isLooking) lookLater()
  return deadline
}

/** Removes a deadline, if it is still there: the last one takes its place. */
function removeDeadline(deadline: Deadline): void {
  const { at } = deadline
  if (deadlines[at] !== deadline) return
  const last = deadlines.pop()!
  if (last === deadline) return
  last.at = at
  deadlines[at] = last
}

function lookLater(): void {
  isLooking = true
  setTimeout(() => {
    isLooking = false
    const nowMs = performance.now()
    for (const deadline of deadlines.filter(({ atMs }) => atMs <= nowMs)) {
      removeDeadline(deadline)
      deadline.expire()
    }
    if (deadlines.length > 0) lookLater()
  }, lookMs)
}

/** A request took too long. */
export class RequestDeadlineError extends BaseError {
  override readonly code = 'request_timed_out'
  override readonly kind = 'timeout'

  constructor(timeoutMs: number) {
    super({
      message: 'The request took too long and was given up. Ask again later.',
      facts: { timeoutMs },
      retryable: true,
    })
  }
}
