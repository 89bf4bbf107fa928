import { EventEmitter } from 'node:events'
import type { FastifyReply } from 'fastify'
import { expect, test } from 'vitest'
import { whileClientWaits } from './request-lifetime.ts'

function replyOf(raw: { readonly destroyed: boolean; readonly writableEnded: boolean }) {
  const emitter = Object.assign(new EventEmitter(), raw)
  return { reply: { raw: emitter } as unknown as FastifyReply, emitter }
}

const open = { destroyed: false, writableEnded: false }

test('behavior: the signal is aborted when the caller hangs up, before the work begins or later', async () => {
  const gone = replyOf({ ...open, destroyed: true })
  const wasAborted = await whileClientWaits(
    gone.reply,
    60_000,
    async ({ signal }) => signal.aborted,
  )
  expect(wasAborted).toBe(true)
  const { reply, emitter } = replyOf(open)
  const abortedBeforeAndAfter = await whileClientWaits(reply, 60_000, async ({ signal }) => {
    const before = signal.aborted
    emitter.emit('close')
    return [before, signal.aborted]
  })
  expect(abortedBeforeAndAfter).toEqual([false, true])
})

test('behavior: an answer that is out ends nothing', async () => {
  const { reply, emitter } = replyOf({ ...open, writableEnded: true })
  const isAborted = await whileClientWaits(reply, 60_000, async ({ signal }) => {
    emitter.emit('close')
    return signal.aborted
  })
  expect(isAborted).toBe(false)
})

test('error: RequestTimeoutError when the time is over, and the signal is aborted', async () => {
  const { reply } = replyOf(open)
  let lastSignal: AbortSignal | null = null
  const late = whileClientWaits(reply, 1, ({ signal }) => {
    lastSignal = signal
    return new Promise(() => {})
  })
  await expect(late).rejects.toMatchObject({ code: 'request_timed_out', retryable: true })
  expect(lastSignal).toMatchObject({ aborted: true })
})
