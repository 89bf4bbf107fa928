import { BaseError } from '@vaultwright/base'
import type { FastifyReply } from 'fastify'
import { type ListSlot, openSlotList } from './slot-list.ts'

/** Lets the work of a request know that its caller is gone. */
export type RequestLifetime = {
  /** Aborted when the caller hangs up, the time is over, or the service cuts its connections. */
  readonly signal: AbortSignal
}

/**
 * The prototype of all lifetimes. A getter of each one's own would be part of its hidden class,
 * which refers to whatever the getter does: whole requests would outlive their answers until the
 * collector looks at everything.
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
      deadlines.remove(deadline)
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
type Deadline = { readonly atMs: number; readonly expire: () => void }

/** Milliseconds between two looks at the deadlines: none is met early, nor late by more than that. */
const lookMs = 10

/** Of all requests that are being answered. A timer of each would cost more than most of them wait for. */
const deadlines = openSlotList<Deadline>()
let isLooking = false

function addDeadline(timeoutMs: number, expire: () => void): ListSlot<Deadline> {
  if (!isLooking) lookLater()
  return deadlines.add({ atMs: performance.now() + timeoutMs, expire })
}

function lookLater(): void {
  isLooking = true
  setTimeout(() => {
    isLooking = false
    const nowMs = performance.now()
    for (const slot of deadlines.all.filter(({ item }) => item.atMs <= nowMs)) {
      deadlines.remove(slot)
      slot.item.expire()
    }
    if (deadlines.all.length > 0) lookLater()
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
