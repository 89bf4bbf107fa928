import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** A node that is far away. */
export type SlowNode = {
  readonly url: string
  /** HTTP requests so far: round trips. */
  readonly count: () => number
  /** Requests so far that had to follow each other: each came after the one before it was answered. */
  readonly depth: () => number
  /** Lets what waits through, and everything that comes. */
  readonly open: () => void
  readonly close: () => Promise<void>
}

/**
 * Starts a proxy to a node that answers no sooner than after a time.
 *
 * @param upstream - the node's URL.
 * @param latencyMs - from a request to its answer, at least.
 */
export async function openSlowNode(upstream: string, latencyMs: number): Promise<SlowNode> {
  const node = await openHeldNode(upstream, latencyMs)
  node.open()
  return node
}

/** Starts such a proxy that answers nothing before it is opened. */
export async function openHeldNode(upstream: string, latencyMs: number): Promise<SlowNode> {
  let count = 0
  let answered = 0
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  const server = createServer(async (request, response) => {
    count++
    const depth = answered + 1
    try {
      const body = await bodyOf(request)
      await opened
      // Beside the answer, not before it: the node's own time is part of the way.
      const late = latencyMs === 0 ? null : wait(latencyMs)
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(upstream, { method: 'POST', headers, body })
      const text = await answer.text()
      await late
      answered = Math.max(answered, depth)
      response.writeHead(answer.status, headers).end(text)
    } catch {
      response.destroy()
    }
  })
  await new Promise<void>((ready) => {
    server.listen(0, '127.0.0.1', ready)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    count: () => count,
    depth: () => answered,
    open: () => open(),
    close: async () => {
      open()
      const closed = new Promise((done) => server.close(done))
      server.closeAllConnections()
      await closed
    },
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts).toString()
}
