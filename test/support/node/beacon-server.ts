import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The objects of a light client that a server has. */
export type BeaconAnswers = {
  readonly bootstrap: Uint8Array
  /** One a period, from period 0 on. */
  readonly updates: readonly Uint8Array[]
  readonly finality: Uint8Array
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
    if (request.headers.accept !== 'application/octet-stream' || bytes === null) {
      response.writeHead(404).end()
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
  const name = /^\/eth\/v1\/beacon\/light_client\/(bootstrap|updates|finality_update)/.exec(
    pathname,
  )
  if (name?.[1] === 'bootstrap') return answers.bootstrap
  if (name?.[1] === 'finality_update') return answers.finality
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
