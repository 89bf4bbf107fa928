import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SafeStandIn } from './stand-in.ts'

/** A service of queues that listens on this machine. */
export type ServedStandIn = { readonly url: string; readonly close: () => Promise<void> }

/** Serves a stand-in on a free port of 127.0.0.1. */
export async function serveSafeStandIn(standIn: SafeStandIn): Promise<ServedStandIn> {
  const server = createServer(async (request, response) => {
    const { method = 'GET', url = '/' } = request
    const text = await textOf(request)
    const parsed = { method, url: new URL(url, 'http://127.0.0.1'), body: parseBody(text) }
    const { status, body } = await standIn(parsed)
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(body === undefined ? '' : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/api`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

/** Reads the fields of a body; none of what is not an object. */
function parseBody(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}
