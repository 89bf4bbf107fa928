// The generator of load, in a process of its own: it costs the servers nothing but the requests.
import { Agent, request } from 'node:http'
import { hearOptions, serveParent } from '../child.ts'
import { answerOf } from './api-percentile.ts'

/** A request as it is sent. */
export type LoadRequest = {
  readonly method: string
  readonly path: string
  readonly key: string
  readonly body?: string
}

/** Requests to send, in turn and so many at once. */
export type LoadOrder = {
  readonly url: string
  readonly connections: number
  readonly requests: readonly LoadRequest[]
}

type Sent = { readonly status: number; readonly bytes: number; readonly ms: number }

await hearOptions()
const agent = new Agent({ keepAlive: true })
serveParent({}, async ({ url, connections, requests }: LoadOrder) => {
  const { hostname, port } = new URL(url)
  const sent: Sent[] = []
  let next = 0
  const work = async () => {
    for (let order = requests[next++]; order !== undefined; order = requests[next++]) {
      sent.push(await send(order, { hostname, port }))
    }
  }
  const beganMs = performance.now()
  await Promise.all(Array.from({ length: connections }, work))
  return answerOf(sent, performance.now() - beganMs)
})

function send(
  { method, path, key, body }: LoadRequest,
  to: { readonly hostname: string; readonly port: string },
): Promise<Sent> {
  const content =
    body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  const headers = { authorization: `Bearer ${key}`, ...content }
  const beganMs = performance.now()
  return new Promise((resolve, reject) => {
    const outgoing = request({ ...to, agent, method, path, headers }, (response) => {
      let bytes = 0
      response.on('data', (piece: Buffer) => {
        bytes += piece.length
      })
      response.on('error', reject)
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, bytes, ms: performance.now() - beganMs })
      })
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
