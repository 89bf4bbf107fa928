import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { MetricsConfig } from '../config/config.ts'
import type { Metrics } from './metrics.ts'

/** What answers `/metrics`, listening. */
export type MetricsServer = {
  /** Of the metrics themselves. */
  readonly url: string
  readonly close: () => Promise<void>
}

/**
 * Opens the metrics on a port of their own, so that clients of the API cannot reach them.
 *
 * If the default port is taken, any free one is used.
 *
 * @throws the system's own error when it cannot listen there.
 */
export async function openMetricsServer(
  metrics: Pick<Metrics, 'print' | 'contentType'>,
  { host, port, isChosen }: MetricsConfig,
): Promise<MetricsServer> {
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 5_000 })
  server.on('request', (request, response) => {
    const path = request.url?.split('?')[0]
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (path !== '/metrics' || !isRead) return response.writeHead(404).end()
    metrics.print().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
    return undefined
  })
  const listen = (at: number) => once(server.listen(at, host), 'listening')
  try {
    await listen(port)
  } catch (error) {
    if (isChosen || (error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    await listen(0)
  }
  const { address, family, port: bound } = server.address() as AddressInfo
  const shown = family === 'IPv6' ? `[${address}]` : address
  return {
    url: `http://${shown}:${bound}/metrics`,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
