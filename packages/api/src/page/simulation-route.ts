import { type SimulationPage, simulationPage } from '@vaultwright/wire'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Compile from 'typebox/compile'
import { envelopeOf } from '../request/envelope.ts'
import type { ApiContext } from '../service/context.ts'
import { missingHtmlOf, simulationHtmlOf } from './simulation.ts'
import { pageHeaders } from './style.ts'

const check = Compile(simulationPage)

/**
 * Adds the pages of simulations: the holder of the link may read, and the link cannot be guessed.
 */
export function addSimulationPage(app: FastifyInstance, { store }: ApiContext): void {
  app.get<{ Params: { id: string } }>('/simulations/:id', async (request, reply) => {
    const { id, isJson } = pageRequestOf(request)
    const stored = /^[\w-]{20,64}$/.test(id) ? await store.simulations.find(id) : null
    const page = stored === null ? null : pageIn(stored.body)
    reply.headers(pageHeaders)
    if (page === null) return missing(reply, isJson)
    if (isJson) return reply.type('application/json; charset=utf-8').send(stored!.body)
    return reply.type('text/html; charset=utf-8').send(simulationHtmlOf(page))
  })
}

function pageRequestOf(request: FastifyRequest<{ Params: { id: string } }>): {
  readonly id: string
  readonly isJson: boolean
} {
  const { id } = request.params
  if (id.endsWith('.json')) return { id: id.slice(0, -'.json'.length), isJson: true }
  const accept = request.headers.accept ?? ''
  return { id, isJson: accept.includes('application/json') && !accept.includes('text/html') }
}

/** What another version kept in another shape is not there. */
function pageIn(body: string): SimulationPage | null {
  const value: unknown = JSON.parse(body)
  return check.Check(value) ? value : null
}

function missing(reply: FastifyReply, isJson: boolean): FastifyReply {
  reply.code(404)
  if (!isJson) return reply.type('text/html; charset=utf-8').send(missingHtmlOf())
  const message = 'There is no such simulation, or it has expired. Build again for a new one.'
  const body = envelopeOf('data', { code: 'simulation_not_found', message })
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(body))
}
