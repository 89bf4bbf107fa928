import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import type { SlotUse } from '@vaultwright/outcome'
import type { StoredSimulation, StoredWitness } from '@vaultwright/store'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { codingFor } from '../answer/compression.ts'
import { envelopeOf } from '../request/envelope.ts'
import { whileClientWaits } from '../request/request-lifetime.ts'
import type { ApiContext } from '../service/context.ts'
import { isSimulationId } from './simulation.ts'

const decompress = promisify(brotliDecompress)

/** Callers with a link share one place in the queue: they never wait in front of a tenant with a key. */
const linkTenant = 'link'

/** The most bytes of what a simulation read, as JSON: 12,000 accounts and slots have a third of it. */
const maxUseBytes = 16 * 1024 * 1024

/** The link is a secret: no index, and no cache that others share. */
const fileHeaders = {
  'x-robots-tag': 'noindex, nofollow, noarchive',
  vary: 'Accept-Encoding',
} as const

/**
 * Adds what a simulation was proven with: its witness, and what it read as the newest block has it.
 *
 * Both are for the holder of the link, as the page is.
 */
export function addSimulationProof(app: FastifyInstance, context: ApiContext): void {
  const { store } = context
  const find = async (id: string): Promise<StoredProof | null> => {
    if (!isSimulationId(id)) return null
    const simulation = await store.simulations.find(id)
    const witness = simulation === null ? null : await store.simulations.findWitness(id)
    return simulation === null ? null : { simulation, witness }
  }
  app.get<{ Params: { id: string } }>('/simulations/:id/witness', async (request, reply) => {
    const proof = await find(request.params.id)
    if (proof?.witness == null) return missing(reply, proof)
    const { body, byteCount } = proof.witness
    const seconds = proof.simulation.expiresAtUnix - context.now()
    reply.headers(fileHeaders).type('application/json; charset=utf-8')
    reply.header('cache-control', `private, max-age=${seconds > 0n ? seconds : 0n}, immutable`)
    reply.header('content-disposition', 'attachment; filename="witness.json"')
    if (codingFor(request.headers['accept-encoding']) === 'br') {
      return reply.header('content-encoding', 'br').send(Buffer.from(body))
    }
    return reply.send(await decompress(body, { maxOutputLength: byteCount }))
  })
  app.get<{ Params: { id: string } }>('/simulations/:id/state', async (request, reply) => {
    const proof = await find(request.params.id)
    if (proof?.witness == null) return missing(reply, proof)
    const { chain } = JSON.parse(proof.simulation.body) as { readonly chain: string }
    const readState = context.chains.of(chain)?.readState ?? null
    if (readState === null) return unserved(reply)
    const { slotUse } = proof.witness
    const { requestTimeoutMs } = context.config
    return whileClientWaits(reply, requestTimeoutMs, async ({ signal }) => {
      const use = await slotUseIn(slotUse)
      const text = await readState(use, { tenantId: linkTenant, signal })
      reply.headers(fileHeaders).header('cache-control', 'no-store')
      reply.header('content-disposition', 'attachment; filename="state.json"')
      return reply.type('application/json; charset=utf-8').send(Buffer.from(text))
    })
  })
}

type StoredProof = {
  readonly simulation: StoredSimulation
  readonly witness: StoredWitness | null
}

async function slotUseIn(packed: Uint8Array): Promise<SlotUse> {
  const text = await decompress(packed, { maxOutputLength: maxUseBytes })
  return JSON.parse(String(text)) as SlotUse
}

function missing(reply: FastifyReply, proof: StoredProof | null): FastifyReply {
  const content =
    proof === null
      ? {
          code: 'simulation_not_found',
          message: 'There is no such simulation, or it has expired. Build again for a new one.',
        }
      : {
          code: 'witness_not_found',
          message: 'The simulation was not proven, so it has no witness.',
        }
  return refuse(reply.code(404), content)
}

function unserved(reply: FastifyReply): FastifyReply {
  const message = 'This service asks no node for proofs. Ask a node with simulate hold.'
  return refuse(reply.code(503), { code: 'unavailable', message })
}

function refuse(reply: FastifyReply, content: Parameters<typeof envelopeOf>[1]): FastifyReply {
  reply.headers(fileHeaders).header('cache-control', 'no-store')
  return reply
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(envelopeOf('data', content)))
}
