import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BaseError } from '@vaultwright/base'
import { offlineFolder } from '@vaultwright/console'
import {
  announceReady,
  assertPort,
  ListenError,
  PortTakenError,
  reportedAnswer,
  type ServiceOptions,
} from '../../command/service.ts'
import { type Answer, type Context, yes } from '../../terminal/context.ts'

const host = '127.0.0.1'
const sumsName = 'SHA256SUMS'
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}

/** Options of the console that need no service. */
type OfflineConsoleOptions = ServiceOptions & {
  readonly port: number | undefined
  readonly open: boolean
}

/** A file of the offline console. */
type OfflineFile = { readonly name: string; readonly bytes: Buffer; readonly sha256: string }

/**
 * Writes the offline console into a folder, with the sums of its files.
 *
 * @throws {FolderNotEmptyError} if the folder holds anything.
 */
export function writeOfflineConsole(folder: string): Answer {
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new FolderNotEmptyError(folder)
  const files = offlineFiles()
  mkdirSync(folder, { recursive: true })
  for (const { name, bytes } of files) writeFileSync(join(folder, name), bytes, { flag: 'wx' })
  const sums = files.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join('')
  writeFileSync(join(folder, sumsName), sums, { flag: 'wx' })
  const page = resolve(folder, 'index.html')
  return {
    json: () => ({
      folder: resolve(folder),
      page,
      files: files.map(({ name, bytes, sha256 }) => ({ name, bytes: bytes.length, sha256 })),
    }),
    text: () => [`Wrote ${files.length} files and ${sumsName}. Open ${page} in a browser.\n`],
    isOutWritten: true,
    exit: yes,
  }
}

/** Serves the offline console to this machine alone, until the interrupt. */
export async function serveOfflineConsole(
  options: OfflineConsoleOptions,
  context: Context,
): Promise<Answer> {
  const { port = 0, open } = options
  assertPort(port, 'port')
  const files = new Map(offlineFiles().map((file) => [`/${file.name}`, file]))
  const server = createServer(({ url = '/', method }, response) => {
    const path = url.split(/[?#]/, 1)[0]!
    const file = files.get(path === '/' ? '/index.html' : path)
    if (file === undefined || (method !== 'GET' && method !== 'HEAD')) {
      response.writeHead(file === undefined ? 404 : 405).end()
      return
    }
    response.writeHead(200, {
      'content-type': types[extname(file.name)] ?? 'application/octet-stream',
      'cache-control': 'no-store',
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    response.end(method === 'HEAD' ? undefined : file.bytes)
  })
  const url = await listen(server, port)
  announceReady(
    {
      json: () => ({ url }),
      text: () => [`The offline console is at ${url}. Ctrl-C stops it.\n`],
    },
    options,
    context,
  )
  if (open) openBrowser(url)
  await untilEnded(context.signal)
  server.closeAllConnections()
  server.close()
  return reportedAnswer
}

async function listen(server: Server, port: number): Promise<string> {
  try {
    await once(server.listen(port, host), 'listening')
  } catch (error) {
    const cause = error as NodeJS.ErrnoException
    if (cause.code === 'EADDRINUSE') throw new PortTakenError(host, port, cause)
    throw new ListenError(host, port, cause)
  }
  return `http://${host}:${(server.address() as AddressInfo).port}/`
}

/** Ctrl-C aborts the signal; SIGTERM ends it as well. */
async function untilEnded(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  const ended = new AbortController()
  const end = () => ended.abort()
  process.once('SIGTERM', end)
  await once(AbortSignal.any([signal, ended.signal]), 'abort')
  process.off('SIGTERM', end)
}

/** Hands the address to the system's own opener; without one, the printed address suffices. */
function openBrowser(url: string): void {
  const openers: Readonly<Record<string, readonly [string, ...string[]]>> = {
    darwin: ['open'],
    win32: ['cmd', '/c', 'start', ''],
  }
  const [command, ...words] = openers[process.platform] ?? ['xdg-open']
  const child = spawn(command, [...words, url], { stdio: 'ignore', detached: true })
  child.on('error', () => {})
  child.unref()
}

function offlineFiles(): readonly OfflineFile[] {
  const folder = fileURLToPath(offlineFolder)
  if (!existsSync(folder)) throw new ConsoleNotBuiltError(folder)
  return readdirSync(folder)
    .sort()
    .map((name) => {
      const bytes = readFileSync(join(folder, name))
      return { name, bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
    })
}

/** A folder that should be made or empty holds something. */
class FolderNotEmptyError extends BaseError {
  override readonly code = 'folder_not_empty'
  override readonly kind = 'invalid_input'

  constructor(folder: string) {
    super({
      message: `The folder ${folder} is not empty. Name a new one: sums of a folder with other files prove nothing.`,
      facts: { folder },
    })
  }
}

/** The pages were not built. */
class ConsoleNotBuiltError extends BaseError {
  override readonly code = 'console_not_built'
  override readonly kind = 'invalid_input'

  constructor(folder: string) {
    super({
      message: `The folder ${folder} is missing. Run "npm run build", or install the package again.`,
      facts: { folder },
    })
  }
}
