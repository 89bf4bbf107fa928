import { execFile } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { assertDocumented } from '../../api/support/documented.ts'
import { fetchWhenFree, runBeside } from '../program.ts'

const shell = promisify(execFile)

/** A vault of the demo. */
export type DemoVault = {
  readonly name: string
  readonly chain: string
  readonly vault: string
  readonly strategists: readonly unknown[]
}

/** The announcement of the demo when it is ready. */
export type Announcement = {
  readonly url: string
  readonly docs: string
  readonly metrics: string
  readonly chain: string
  readonly solana: string
  readonly key: string
  readonly vaults: readonly DemoVault[]
  readonly examples: readonly { readonly what: string; readonly line: string }[]
}

/** Questions to the API of the demo. */
export type DemoApi = {
  readonly ask: (path: string) => Promise<{ readonly status: number; readonly body: never }>
  /** The announcement of a vault of the local chain. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into documents of many shapes
  readonly get: (vault: string, path: string) => Promise<any>
}

/** Opens the API of the demo; every answer is one that its document knows. */
export function openDemoApi({ url, key }: Announcement): DemoApi {
  const ask: DemoApi['ask'] = async (path) => {
    const headers = { authorization: `Bearer ${key}` }
    const response = await fetchWhenFree(`${url}${path}`, { headers })
    const { status } = response
    const text = await response.text()
    assertDocumented('GET', path, { status, headers: Object.fromEntries(response.headers), text })
    return { status, body: JSON.parse(text) as never }
  }
  return {
    ask,
    get: async (vault, path) => {
      const { status, body } = await ask(`/v1/vaults/local/${vault}${path}`)
      expect(status).toBe(200)
      return body
    },
  }
}

/** Runs a line that the demo prints, again while the service is too busy to answer. */
export async function runLine(line: string): Promise<string> {
  const [request, command] = line.split(' | npx vaultwright ')
  for (;;) {
    const { stdout } = await shell('sh', ['-c', request!])
    if (stdout.includes('The service is busy.')) await setTimeout(1_000)
    else if (command === undefined) return stdout
    else return (await runBeside(command.split(' '), { input: stdout })).out
  }
}
