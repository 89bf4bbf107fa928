import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { ownNode } from './own-node.ts'

const program = fileURLToPath(new URL('./api-process.ts', import.meta.url))

/** The service as a process of its own. */
export type ApiProcess = {
  readonly url: string
  readonly child: ChildProcess
  /** @returns what it printed since it was asked last. */
  readonly takePrinted: () => string
}

/** The options of a started service. */
export type ApiProcessOptions = {
  readonly databaseUrl: string
  readonly env?: Readonly<Record<string, string>>
  /** For Node. */
  readonly flags?: readonly string[]
}

/**
 * Starts the service as a process that ends with the test.
 *
 * @throws when it ends before it listens.
 */
export async function startApi({
  databaseUrl,
  env = {},
  flags = [],
}: ApiProcessOptions): Promise<ApiProcess> {
  const { NODE_OPTIONS, REDIS_URL, DATABASE_URL, ...variables } = process.env
  const child = spawn(ownNode, ['--conditions=source', '--no-warnings', ...flags, program], {
    env: {
      ...variables,
      DATABASE_URL: databaseUrl,
      PORT: '0',
      // On a busy machine the loop is late, and what is refused for that is not what is counted here.
      MAX_LOOP_DELAY_MS: '0',
      LOG_LEVEL: 'error',
      ...env,
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.stdin.end()
    await ended
  })
  let printed = ''
  const listening = new Promise<string>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text
      const [line] = /^http:\S+$/m.exec(printed) ?? []
      if (line !== undefined) resolve(line)
    })
  })
  const url = await Promise.race([listening, ended])
  if (typeof url !== 'string') throw new Error(`The service ended with ${url[0] ?? url[1]}.`)
  return {
    url,
    child,
    takePrinted: () => {
      const taken = printed
      printed = ''
      return taken
    },
  }
}
