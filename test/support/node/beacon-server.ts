import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { printHex } from '@vaultwright/base'
import { layoutsOf } from '../../../packages/finality/src/layout.ts'
import { mainnetPreset } from '../../../packages/finality/src/network.ts'

/** The objects of a light client that a server has. */
export type BeaconAnswers = {
  readonly bootstrap: Uint8Array
  /** One a period, from period 0 on. */
  readonly updates: readonly Uint8Array[]
  readonly finality: Uint8Array
  /** Null for a server that does not have it. */
  readonly optimistic?: Uint8Array | null
  /** True for a server that has JSON alone. */
  readonly isJson?: boolean
  /** The root of the block that the server names as finalised. */
  readonly finalized?: string
}

/** Serves `/eth/v1/beacon/light_client` on 127.0.0.1 as the beacon API does. Source: beacon-APIs, light client. */
export async function startBeaconServer(answers: BeaconAnswers) {
  const paths: string[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    paths.push(url.pathname)
    if (url.pathname.startsWith('/eth/v1/beacon/headers/') && answers.finalized !== undefined) {
      const data = { root: answers.finalized, canonical: true }
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ finalized: true, data }))
      return
    }
    const bytes = answerTo(url, answers)
    if (request.headers.accept?.startsWith('application/octet-stream') !== true || bytes === null) {
      response.writeHead(404).end()
      return
    }
    if (answers.isJson === true) {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(jsonAnswerTo(url, answers)))
      return
    }
    response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(bytes)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, paths, close: () => void server.close() }
}

function answerTo({ pathname, searchParams }: URL, answers: BeaconAnswers): Uint8Array | null {
  const name =
    /^\/eth\/v1\/beacon\/light_client\/(bootstrap|updates|finality_update|optimistic_update)/.exec(
      pathname,
    )
  if (name?.[1] === 'bootstrap') return answers.bootstrap
  if (name?.[1] === 'finality_update') return answers.finality
  if (name?.[1] === 'optimistic_update') return answers.optimistic ?? null
  if (name?.[1] !== 'updates') return null
  const start = Number(searchParams.get('start_period'))
  const frames = answers.updates
    .slice(start, start + Number(searchParams.get('count')))
    .map((update) => {
      const head = new DataView(new ArrayBuffer(12))
      head.setBigUint64(0, BigInt(update.length + 4), true)
      return [new Uint8Array(head.buffer), update]
    })
  return Buffer.concat(frames.flat())
}

/** The same answer in JSON. Source: beacon-APIs, light client. */
function jsonAnswerTo({ pathname, searchParams }: URL, answers: BeaconAnswers): unknown {
  const of = (name: 'bootstrap' | 'update' | 'finality' | 'optimistic', bytes: Uint8Array) => ({
    version: 'fulu',
    data: lightClientJsonOf(layoutsOf(mainnetPreset).electra[name].decode(bytes)),
  })
  if (pathname.includes('/bootstrap/')) return of('bootstrap', answers.bootstrap)
  if (pathname.endsWith('/finality_update')) return of('finality', answers.finality)
  if (pathname.endsWith('/optimistic_update')) return of('optimistic', answers.optimistic!)
  const start = Number(searchParams.get('start_period'))
  const updates = answers.updates.slice(start, start + Number(searchParams.get('count')))
  return updates.map((bytes) => of('update', bytes))
}

/** Writes an object as the beacon API has it: numbers as text, bytes as hex, bits as the bytes of SSZ. */
export function lightClientJsonOf(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value)
  if (value instanceof Uint8Array) return printHex(value)
  if (Array.isArray(value) && typeof value[0] === 'boolean') {
    const bytes = new Uint8Array(value.length / 8)
    for (const [index, bit] of value.entries()) if (bit) bytes[index >> 3]! |= 1 << (index & 7)
    return printHex(bytes)
  }
  if (Array.isArray(value)) return value.map(lightClientJsonOf)
  return Object.fromEntries(
    Object.entries(value as object).map(([key, field]) => [key, lightClientJsonOf(field)]),
  )
}
