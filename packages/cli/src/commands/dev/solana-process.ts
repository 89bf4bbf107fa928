import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { BaseError } from '@vaultwright/base'
import { fileSystem } from '../../terminal/file-system.ts'

/** The Solana chain of the demo: a process that this one started, on this machine only. */
export type SolanaProcess = {
  readonly url: string
  readonly genesisHash: string
  readonly vault: string
  readonly strategist: string
  /** Payments to it are permitted. */
  readonly treasury: string
  /** Text of the vault's definition. */
  readonly definition: string
  /** Calls a control method of its node. */
  readonly control: (method: string, params: readonly unknown[]) => Promise<unknown>
  readonly close: () => Promise<void>
}

/** The path of a program that is built beside the packages, and is in none of them. */
const program = fileURLToPath(new URL('../../../.cache/solana-node/serve.js', import.meta.url))

/** Tells why the demo has no Solana vault here; null when it can have one. */
export function whyWithoutSolana(): string | null {
  if (!fileSystem.existsSync(program)) return 'the demo of Solana is only in the repository'
  try {
    createRequire(program).resolve('litesvm')
    return null
  } catch {
    return 'litesvm is not installed'
  }
}

/** Starts the chain. It ends with this process. */
export async function startSolana(unix: bigint): Promise<SolanaProcess> {
  const child = spawn(process.execPath, ['--no-warnings', program, '0', String(unix)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const announced = JSON.parse(await firstLine(child)) as Announcement
  const { url } = announced
  return {
    ...announced,
    control: (method, params) => control(url, method, params),
    async close() {
      if (child.exitCode !== null) return
      const end = once(child, 'close')
      child.stdin?.end()
      await end
    },
  }
}

type Announcement = Omit<SolanaProcess, 'control' | 'close'>

async function firstLine(child: ChildProcess): Promise<string> {
  const lines = createInterface({ input: child.stdout! })
  const line = await Promise.race([
    once(lines, 'line').then(([text]) => String(text)),
    once(child, 'close').then(([code]) => {
      throw new SolanaDemoError(`it ended with ${code} before it was ready`)
    }),
  ])
  lines.close()
  return line
}

async function control(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await fetch(url, { method: 'POST', body })
  const { result, error } = (await response.json()) as { result?: unknown; error?: unknown }
  if (error !== undefined) throw new SolanaDemoError(`${method}: ${JSON.stringify(error)}`)
  return result
}

/** The demo's own Solana chain does not do what the demo needs. */
export class SolanaDemoError extends BaseError {
  override readonly code = 'solana_demo'
  override readonly kind = 'unavailable'

  constructor(reason: string) {
    super({
      message: `The Solana chain of the demo does not work: ${reason}. Run npm ci, then npm run build.`,
      facts: { reason },
    })
  }
}
