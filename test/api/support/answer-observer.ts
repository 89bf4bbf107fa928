import type { IncomingMessage, ServerResponse } from 'node:http'
import { gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { assertDocumented } from './documented.ts'

type Answered = Parameters<typeof assertDocumented>[2]

/** The observer of every answer of a service, however it was asked. */
type AnswerObserver = {
  /** Throws the first answer that the OpenAPI document does not know. */
  readonly assertAll: () => void
}

/**
 * Compares every answer of a service with the OpenAPI document: those that a test asks for through the
 * harness, over a socket, with `fetch` or a client, inside a route or before one. Problems are reported when
 * the service is closed, for nothing could catch an error where the answer is on its way.
 */
export function observeAnswers(app: FastifyInstance): AnswerObserver {
  const wrong: unknown[] = []
  const look = ({ method = 'GET', url = '/' }: IncomingMessage, answered: Answered): void => {
    const text = method === 'HEAD' ? '' : answered.text
    try {
      assertDocumented(method, url, { ...answered, text })
    } catch (error) {
      wrong.push(error)
    }
  }
  const looked = new WeakSet<ServerResponse>()
  app.addHook('onSend', async (request, reply, payload) => {
    looked.add(reply.raw)
    const { statusCode: status } = reply
    const headers = reply.getHeaders()
    look(request.raw, { status, headers, text: textOf(unzipped(payload, headers)) })
    return payload
  })
  // No hook sees what is answered before there is a route.
  app.server.prependListener('request', (request, response) =>
    followRaw(response, (answered) => {
      if (!looked.has(response)) look(request, answered)
    }),
  )
  return {
    assertAll: () => {
      if (wrong.length > 0) throw wrong[0]
    },
  }
}

/** Tells what goes out whole: its head as an object, or as names and values one after the other. */
function followRaw(response: ServerResponse, tell: (answered: Answered) => void): void {
  const { writeHead, end } = response
  const headers: Record<string, unknown> = {}
  response.writeHead = (...head: readonly unknown[]) => {
    for (const [name, value] of pairsOf(head.at(-1))) headers[name.toLowerCase()] = value
    return Reflect.apply(writeHead, response, head)
  }
  response.end = (...body: readonly unknown[]) => {
    const all = { ...response.getHeaders(), ...headers }
    tell({ status: response.statusCode, headers: all, text: textOf(body[0]) })
    return Reflect.apply(end, response, body)
  }
}

function pairsOf(head: unknown): readonly (readonly [string, unknown])[] {
  if (!Array.isArray(head)) return Object.entries(head ?? {})
  return head.flatMap((name, at) => (at % 2 === 0 ? [[name, head[at + 1]] as const] : []))
}

/** A large answer is compressed before any hook sees it. */
function unzipped(payload: unknown, headers: Readonly<Record<string, unknown>>): unknown {
  const isZipped = headers['content-encoding'] === 'gzip' && Buffer.isBuffer(payload)
  return isZipped ? gunzipSync(payload) : payload
}

/** Pages that are streamed are none of the interface, whose answers are texts. */
function textOf(payload: unknown): string {
  if (typeof payload === 'string') return payload
  return Buffer.isBuffer(payload) ? payload.toString('utf8') : ''
}
