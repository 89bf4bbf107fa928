import { isoTimeOf } from '@vaultwright/base'
import type { KeyCaller, SessionCaller } from '@vaultwright/store'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { LogTarget } from '../config/log.ts'
import { routeConfigOf } from '../request/route-config.ts'
import { openSlotList } from '../request/slot-list.ts'
import type { Metrics } from './metrics.ts'

/** A request that was answered, or given up. */
export type AnsweredRequest = {
  readonly requestId: string
  readonly operation: string
  readonly status: number
  readonly ms: number
  /** True of what load balancers ask all the time. */
  readonly isProbe: boolean
  readonly caller:
    | Pick<KeyCaller, 'tenantId' | 'keyId'>
    | Pick<SessionCaller, 'tenantId' | 'sessionId'>
    | null
}

/** Writes what became of requests. */
export type RequestWriter = {
  readonly write: (request: AnsweredRequest) => void
  /** Writes what waits. */
  readonly flush: () => void
}

/** The status that is logged when the caller hung up before there was an answer, as others write it. */
const hungUp = 499

/** The field of every line of the log, as the logger prints it. */
const origin = '"process":"api"'

/**
 * Follows each request from its first to its last moment: its id, the headers that every answer has,
 * one line in the log, its time.
 */
export function followRequests(
  app: FastifyInstance,
  metrics: Metrics,
  { write, flush }: RequestWriter,
): void {
  const open = openSlotList<FastifyReply>()
  app.addHook('preClose', async () => {
    // Their connections are closed after the answer: the header tells callers not to ask there again.
    for (const { item } of open.all) if (!item.sent) item.header('connection', 'close')
  })
  app.addHook('onClose', async () => flush())
  app.addHook('onRequest', (request, reply, done) => {
    const beganMs = performance.now()
    metrics.began()
    const pending = open.add(reply)
    reply.header('x-request-id', request.id)
    // Without a listener, what goes wrong with an answer that was given up would end the process.
    reply.raw.on('error', () => {})
    // A caller who hangs up gets no answer, but its request has an end too.
    reply.raw.on('close', () => {
      open.remove(pending)
      const ms = performance.now() - beganMs
      const status = reply.raw.writableEnded ? reply.raw.statusCode : hungUp
      const { operationName: operation = 'other', isProbe = false } = routeConfigOf(request)
      metrics.answered(operation, status, ms)
      write({ requestId: request.id, operation, status, ms, isProbe, caller: request.caller })
    })
    done()
  })
}

/** Opens what writes a line for each request that was answered. */
export function openRequestWriter(level: string, log: LogTarget): RequestWriter {
  if (!['info', 'debug', 'trace'].includes(level)) return { write: () => {}, flush: () => {} }
  const lines = batchLines(log)
  const isQuiet = level === 'info'
  return {
    write: (request) => {
      if (!(isQuiet && request.isProbe)) lines.add({ request, atMs: Date.now() })
    },
    flush: lines.flush,
  }
}

/** A request and when it was answered · milliseconds since 1970. */
type TimedRequest = { readonly request: AnsweredRequest; readonly atMs: number }

function printLine({ request, atMs }: TimedRequest, timeOf: (ms: number) => string): string {
  const { requestId, operation, status, ms, isProbe, caller } = request
  // Every part is a number, an id or a name of ours: nothing in it has to be escaped or taken out.
  const who = caller === null ? '' : `,"tenantId":"${caller.tenantId}",${idOf(caller)}`
  const fields = `"requestId":"${requestId}","operation":"${operation}","status":${status}`
  return `{"level":"${isProbe ? 'debug' : 'info'}","time":"${timeOf(atMs)}",${origin},${fields},"ms":${printMs(ms)}${who},"msg":"answered"}\n`
}

const hundredths = Array.from({ length: 100 }, (_, digits) => String(digits).padStart(2, '0'))

/** Prints milliseconds with two decimals: texts of whole numbers are kept by the engine, those of others are made. */
function printMs(ms: number): string {
  const rounded = Math.round(ms * 100)
  return `${Math.floor(rounded / 100)}.${hundredths[rounded % 100]}`
}

/** Prints times, each second once: making a `Date` of each takes longer than the rest of its line. */
function openClock(): (ms: number) => string {
  let printedMs = Number.NaN
  let second = ''
  return (ms) => {
    const part = ms % 1_000
    if (ms - part !== printedMs) {
      printedMs = ms - part
      second = isoTimeOf(printedMs).slice(0, -4)
    }
    return `${second}${String(part).padStart(3, '0')}Z`
  }
}

function idOf(caller: NonNullable<AnsweredRequest['caller']>): string {
  return 'keyId' in caller ? `"keyId":"${caller.keyId}"` : `"sessionId":"${caller.sessionId}"`
}

/** Milliseconds between two writes of lines. */
const betweenMs = 20

type LineBatch = { readonly add: (answered: TimedRequest) => void; readonly flush: () => void }

/**
 * Prints and writes lines together: each write costs as much as many lines, and many lines one after the other are
 * printed in half the time. The first line after a while without any is written with those of its turn of the event
 * loop, and so is all that waits when the server closes.
 */
function batchLines(log: LogTarget): LineBatch {
  const timeOf = openClock()
  let waiting: TimedRequest[] = []
  let writtenMs = Number.NEGATIVE_INFINITY
  const flush = (): void => {
    if (waiting.length === 0) return
    writtenMs = performance.now()
    const lines = waiting.map((answered) => printLine(answered, timeOf)).join('')
    waiting = []
    log.write(lines)
  }
  return {
    flush,
    add: (answered) => {
      if (waiting.length === 0) {
        const waitMs = writtenMs + betweenMs - performance.now()
        if (waitMs > 0) setTimeout(flush, waitMs)
        else setImmediate(flush)
      }
      waiting.push(answered)
    },
  }
}
