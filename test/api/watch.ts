import type { FastifyInstance } from 'fastify'
import { assertDocumented } from './documented.ts'

/** What looks at every answer of a service, however it was asked. */
export type Watch = {
  /** Throws the first answer that the OpenAPI document does not know. */
  readonly assertAll: () => void
}

/**
 * Compares every answer of a service with the OpenAPI document: those that a test asks for through the
 * harness, over a socket, with `fetch` or a client. What is wrong is told when the service is closed,
 * for nobody could throw where the answer is on its way.
 */
export function watchAnswers(app: FastifyInstance): Watch {
  const wrong: unknown[] = []
  app.addHook('onSend', async (request, reply, payload) => {
    const { method, url = '/' } = request.raw
    const text = method === 'HEAD' ? '' : textOf(payload)
    try {
      const answered = { status: reply.statusCode, headers: reply.getHeaders(), text }
      assertDocumented(method ?? 'GET', url, answered)
    } catch (error) {
      wrong.push(error)
    }
    return payload
  })
  return {
    assertAll: () => {
      if (wrong.length > 0) throw wrong[0]
    },
  }
}

/** Pages that are streamed are none of the interface, whose answers are texts. */
function textOf(payload: unknown): string {
  if (typeof payload === 'string') return payload
  return Buffer.isBuffer(payload) ? payload.toString('utf8') : ''
}
