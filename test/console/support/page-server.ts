import { createReadStream, existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { consolePolicy } from '@vaultwright/console'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
}

/** The built pages without a service behind them, under the policy of the console. */
export type PageServer = { readonly url: string; readonly close: () => Promise<void> }

/** The build of the console; `CONSOLE_PAGES` names another folder. */
const built =
  process.env.CONSOLE_PAGES ??
  fileURLToPath(new URL('../../../packages/console/dist', import.meta.url))

/** The folders of the build: what is served, and what opens from a disk. */
export const pageFolders = { app: join(built, 'app'), offline: join(built, 'offline') }

/** Serves the built pages under `/console`; what needs a service is answered with 404. */
export async function startPageServer(): Promise<PageServer> {
  const server = createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://localhost')
    const path = normalize(pathname.replace(/^\/console\/?/, ''))
    // Without a session the page gets an empty answer: a status of 4xx would stand in the browser's log.
    if (path === 'session') return response.writeHead(200).end()
    const file = join(pageFolders.app, path)
    const isFile = extname(path) in types && !path.startsWith('..') && existsSync(file)
    if (path.startsWith('v1/') || !pathname.startsWith('/console'))
      return response.writeHead(404).end()
    const shown = isFile ? file : join(pageFolders.app, 'index.html')
    const type = types[extname(shown)] ?? 'application/octet-stream'
    response.writeHead(200, { 'content-type': type, 'content-security-policy': consolePolicy })
    createReadStream(shown).pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { readonly port: number }
  return {
    url: `http://localhost:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
