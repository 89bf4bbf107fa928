// The generator of load, in a process of its own: it costs the servers nothing but the requests.
import { Agent, request } from 'node:http'
import { hearOptions, serveParent } from './child.ts'

/** A request as it is sent. */
export type LoadRequest = {
  readonly method: string
  readonly path: string
  readonly key: string
  readonly body: string | null
}

/** Requests to send, in turn and so many at once. */
export type LoadOrder = {
  readonly url: string
  readonly connections: number
  readonly requests: readonly LoadRequest[]
}

/** The result of requests under load. */
export type LoadAnswer = {
  readonly count: number
  /** Of the bodies of all answers. */
  readonly bytes: number
  /** Answers by status. */
  readonly statuses: Readonly<Record<string, number>>
  /** Milliseconds within which half of the requests, and 99 of 100, were answered. */
  readonly p50: number
  readonly p99: number
  /** Answers a second. */
  readonly rate: number
}

type TimedAnswer = { readonly status: number; readonly bytes: number; readonly ms: number }

type Target = { readonly hostname: string; readonly port: string }

await hearOptions()
const agent = new Agent({ keepAlive: true })
serveParent({}, async ({ url, connections, requests }: LoadOrder) => {
  const { hostname, port } = new URL(url)
  const answers: TimedAnswer[] = []
  let next = 0
  const work = async () => {
    for (let order = requests[next++]; order !== undefined; order = requests[next++]) {
      answers.push(await send(order, { hostname, port }))
    }
  }
  const vigil = openVigil()
  const beganMs = performance.now()
  await Promise.all(Array.from({ length: connections }, work))
  vigil.end()
  return answerOf(answers, performance.now() - beganMs)
})

/**
 * Keeps this process from sleeping until it is ended: on the loopback the kernel charges the waking of a client to the
 * server that writes to it, and to a slow server more often, whose client has time to fall asleep.
 */
function openVigil(): { readonly end: () => void } {
  let isOver = false
  const turn = (): void => {
    if (!isOver) setImmediate(turn)
  }
  turn()
  return {
    end: () => {
      isOver = true
    },
  }
}

function send({ method, path, key, body }: LoadRequest, target: Target): Promise<TimedAnswer> {
  const headers: Record<string, string | number> = { authorization: `Bearer ${key}` }
  if (body !== null) {
    headers['content-type'] = 'application/json'
    headers['content-length'] = Buffer.byteLength(body)
  }
  const beganMs = performance.now()
  return new Promise((resolve, reject) => {
    const outgoing = request({ ...target, agent, method, path, headers }, (response) => {
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
    outgoing.end(body ?? undefined)
  })
}

function answerOf(answers: readonly TimedAnswer[], elapsedMs: number): LoadAnswer {
  const times = answers.map(({ ms }) => ms).sort((one, other) => one - other)
  const statuses: Record<string, number> = {}
  for (const { status } of answers) statuses[status] = (statuses[status] ?? 0) + 1
  return {
    count: answers.length,
    bytes: answers.reduce((sum, { bytes }) => sum + bytes, 0),
    statuses,
    p50: percentileOf(times, 0.5),
    p99: percentileOf(times, 0.99),
    rate: (1_000 * answers.length) / elapsedMs,
  }
}

/** The least of sorted numbers that so large a share of them does not exceed; 0 of none. */
function percentileOf(sorted: readonly number[], share: number): number {
  return sorted[Math.max(Math.ceil(share * sorted.length) - 1, 0)] ?? 0
}
