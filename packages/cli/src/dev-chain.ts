import {
  type Anvil,
  AnvilExitError,
  openAnvil,
  openChain,
  openHttpRpc,
  openLocalChain,
} from '@vaultwright/chain'
import type { Answer } from './answer.ts'
import type { Context } from './context.ts'
import { untilInterrupted } from './interrupt.ts'
import { localChainFolder } from './local-folder.ts'
import { chainIdIn } from './node-input.ts'
import { assertPort, PortTakenError } from './port.ts'
import type { Ink } from './print/ink.ts'
import { printServed, type Served, servedJsonOf } from './print/served.ts'
import { assertNoFile, type ServiceWords, sayReady, toldAlready } from './service.ts'
import { UsageError } from './usage.ts'

/** How a person wants the local chain. */
export type ServeWords = ServiceWords & {
  readonly port: number | undefined
  readonly host: string | undefined
  readonly fork: boolean
  readonly 'fork-url': string | undefined
}

type Running = { readonly anvils: readonly Anvil[]; readonly served: Served }

const defaultPort = 8545
const likeLocal = ['--hardfork', 'cancun', '--gas-limit', '100000000']

/**
 * Starts the local chain or a fork, says so when it is ready, and keeps it until the interrupt.
 *
 * @returns an empty answer: everything was said while it ran.
 * @throws {PortTakenError} when somebody else listens there, {AnvilMissingError} without Anvil, and
 * {AnvilExitError} when it ends by itself.
 */
export async function serveChain(words: ServeWords, context: Context): Promise<Answer> {
  assertNoFile(words, 'dev chain')
  const { anvils, served } = await start(words, context.signal)
  try {
    const ready = { json: () => servedJsonOf(served), text: (ink: Ink) => printServed(served, ink) }
    sayReady(ready, words, context)
    const ends = anvils.map(({ gone }) => gone.then((error) => Promise.reject(error)))
    await untilInterrupted(context.signal, Promise.race(ends)).catch((error: unknown) => {
      if (!context.signal.aborted) throw error
    })
  } finally {
    await closeAll(anvils)
  }
  return toldAlready
}

async function start(words: ServeWords, signal: AbortSignal): Promise<Running> {
  const { port = defaultPort, host = '127.0.0.1', fork } = words
  const forkUrl = words['fork-url']
  assertPort(port, 'port')
  if (fork && forkUrl !== undefined) {
    throw new UsageError('--fork and --fork-url are given. Give one of them.')
  }
  const place = { port, host, signal }
  const anvils: Anvil[] = []
  try {
    if (forkUrl !== undefined) {
      const chainId = await readChainId(forkUrl)
      anvils.push(await openAnvil({ ...place, forkUrl, chainId }))
      return { anvils, served: await servedBy(anvils[0]!, { forkOf: 'another node', local: null }) }
    }
    const folder = localChainFolder()
    const { anvil, manifest } = await openLocalChain(folder, fork ? { signal } : place)
    anvils.push(anvil)
    const local = { folder, manifest }
    if (!fork) return { anvils, served: await servedBy(anvil, { forkOf: null, local }) }
    const { chainId } = manifest
    const forked = { ...place, forkUrl: anvil.url, chainId, arguments: likeLocal }
    anvils.unshift(await openAnvil(forked))
    return { anvils, served: await servedBy(anvils[0]!, { forkOf: 'the local chain', local }) }
  } catch (error) {
    await closeAll(anvils)
    const isTaken =
      error instanceof AnvilExitError && /in use|AddrInUse/i.test(String(error.facts.said))
    throw isTaken ? new PortTakenError(host, port, error) : error
  }
}

async function servedBy(anvil: Anvil, rest: Pick<Served, 'forkOf' | 'local'>): Promise<Served> {
  const [answer] = await anvil.rpc.ask([{ method: 'eth_chainId', params: [] }])
  const chainId = chainIdIn(answer)
  const chain = await openChain(anvil.rpc, { id: chainId })
  const { url, version } = anvil
  return { url, chainId, head: await chain.readBlock('latest'), version, ...rest }
}

async function readChainId(url: string): Promise<number> {
  const rpc = openHttpRpc({ endpoints: [url] })
  try {
    const [answer] = await rpc.ask([{ method: 'eth_chainId', params: [] }])
    return chainIdIn(answer)
  } finally {
    await rpc.close()
  }
}

/** The fork ends before what it forks. */
async function closeAll(anvils: readonly Anvil[]): Promise<void> {
  for (const anvil of anvils) await anvil.close()
}
