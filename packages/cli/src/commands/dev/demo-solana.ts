import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { BaseError } from '@vaultwright/base'
import { openSolanaNode } from '@vaultwright/chain'
import { seedSolanaDemo, solanaDemoStart } from '@vaultwright/operations'
import type { Store } from '@vaultwright/store'
import { fileSystem } from '../../terminal/file-system.ts'

/** The Solana chain of the demo, or why the demo has none. */
export type DemoSolana =
  | { readonly process: SolanaProcess; readonly reason: null }
  | { readonly process: null; readonly reason: string }

const slug = 'solana'

/** Starts the Solana chain of the demo where it can be; the demo goes on without it elsewhere. */
export async function openDemoSolana(): Promise<DemoSolana> {
  const reason = whyWithoutSolana()
  if (reason !== null) return { process: null, reason }
  try {
    return { process: await startSolana(solanaDemoStart(nowUnix())), reason: null }
  } catch (error) {
    return { process: null, reason: (error as Error).message }
  }
}

/** Adds the Solana vault to the store, with its days. */
export async function fillSolana(
  { process: chain }: DemoSolana,
  store: Store,
  tenantId: string,
): Promise<void> {
  if (chain === null) return
  const { url, genesisHash, definition, control } = chain
  const node = openSolanaNode({ endpoints: [url], genesisHash })
  try {
    await seedSolanaDemo({ store, tenantId, definition, node, control, nowUnix: nowUnix() })
  } finally {
    await node.close()
  }
}

/** The environment of the service and the indexer. */
export function solanaVariablesOf({
  process: chain,
}: DemoSolana): Readonly<Record<string, string>> {
  if (chain === null) return {}
  return { SOLANA_RPC_URL: chain.url, SOLANA_GENESIS_HASH: chain.genesisHash }
}

/** The vault, as the announcement lists vaults. */
export function solanaVaultsOf({ process: chain }: DemoSolana) {
  if (chain === null) return []
  const { vault, strategist } = chain
  return [
    {
      name: 'Solana USD',
      chain: slug,
      vault,
      strategists: [{ name: 'strategist', address: strategist }],
    },
  ]
}

/** The vault with its node, or why it is left out. */
export function solanaLineOf({ process: chain, reason }: DemoSolana): readonly [string, string] {
  return chain === null
    ? ['Solana USD', `left out: ${reason}`]
    : ['Solana USD', `${chain.vault}  on a Solana chain in memory, ${chain.url}`]
}

/** A command of the demo, and what it shows. */
export type TourLine = { readonly what: string; readonly line: string }

type SolanaTourInput = { readonly url: string; readonly auth: string }

/** Commands on the Solana vault: what it permits, a payment, and what the payment's transaction would do. */
export function solanaTourOf(
  { process: chain }: DemoSolana,
  { url, auth }: SolanaTourInput,
): readonly TourLine[] {
  if (chain === null) return []
  const builder = `${url}/v1/tx-builder/api`
  const params = { sub_account: 0, token: 'USDC', recipient: chain.treasury, amount: '1.25' }
  const body = JSON.stringify({ params, verbose: true })
  const execute = `curl -s ${auth} -H 'Content-Type: application/json' -d '${body}' '${builder}/execute/${slug}/${chain.vault}/spl_token/transfer'`
  return [
    {
      what: 'what the Solana vault permits, as it stands on the chain',
      line: `curl -s ${auth} '${builder}/actions/${slug}/${chain.vault}/${chain.strategist}'`,
    },
    {
      what: 'transfer 1.25 USDC to the treasury: a transaction to sign, simulated',
      line: execute,
    },
    {
      what: 'the same transaction, judged by its bytes: every instruction, every digest, what is free',
      line: `${execute} | npx vaultwright solana verify - --rpc-url ${chain.url} --genesis-hash ${chain.genesisHash}`,
    },
  ]
}

const nowUnix = () => BigInt(Math.floor(Date.now() / 1_000))

/** The Solana chain of the demo: a process that this one started, on this machine only. */
type SolanaProcess = {
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
function whyWithoutSolana(): string | null {
  if (!fileSystem.existsSync(program)) return 'the demo of Solana is only in the repository'
  try {
    createRequire(program).resolve('litesvm')
    return null
  } catch {
    return 'litesvm is not installed'
  }
}

/** Starts the chain. It ends with this process. */
async function startSolana(unix: bigint): Promise<SolanaProcess> {
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
class SolanaDemoError extends BaseError {
  override readonly code = 'solana_demo'
  override readonly kind = 'unavailable'

  constructor(reason: string) {
    super({
      message: `The Solana chain of the demo does not work: ${reason}. Run npm ci, then npm run build.`,
      facts: { reason },
    })
  }
}
