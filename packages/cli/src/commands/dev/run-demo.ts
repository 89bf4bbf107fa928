import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openServer, readEnv } from '@vaultwright/api'
import { type LocalChain, openLocalChain } from '@vaultwright/chain'
import type { Indexer } from '@vaultwright/indexer'
import { type Demo, seedDemo } from '@vaultwright/operations'
import { openStore } from '@vaultwright/store'
import { consoleUrlOf } from '../../command/console-url.ts'
import {
  announceReady,
  assertNoFile,
  assertPort,
  PortTakenError,
  reportedAnswer,
  type ServiceOptions,
  untilInterrupted,
} from '../../command/service.ts'
import type { Answer, Context } from '../../terminal/context.ts'
import type { TextStyle } from '../../terminal/style.ts'
import {
  demoJsonOf,
  localChainFolder,
  localDefinitions,
  openDemoIndexer,
  printDemo,
} from './demo.ts'
import { type DemoSolana, fillSolana, openDemoSolana, solanaVariablesOf } from './demo-solana.ts'

export type DemoOptions = ServiceOptions & {
  readonly port: number | undefined
  readonly 'chain-port': number | undefined
  readonly quiet: boolean
}

const defaultPort = 8080
/** Ctrl-C is the program's own. With chains of two packages in one process, no other listener handles these signals. */
const endings = ['SIGTERM', 'SIGHUP'] as const

/**
 * Starts the local chain, a store with its history, and the API, says so when all is ready, and keeps
 * them until the interrupt.
 */
export async function serveDemo(options: DemoOptions, context: Context): Promise<Answer> {
  assertNoFile(options, 'dev serve')
  const { port = defaultPort, 'chain-port': chainPort = 0 } = options
  assertPort(port, 'port')
  assertPort(chainPort, 'chain-port')
  await assertFree(port)
  const ending = new AbortController()
  const end = () => ending.abort()
  for (const name of endings) process.on(name, end)
  const signal = AbortSignal.any([context.signal, ending.signal])
  const folder = localChainFolder()
  const place = mkdtempSync(join(tmpdir(), 'vaultwright-demo-'))
  let local: LocalChain | null = null
  let solana: DemoSolana | null = null
  try {
    local = await openLocalChain(folder, { port: chainPort, signal })
    await goOnFromHead(local)
    solana = await openDemoSolana()
    await runDemo(options, { ...context, signal }, { folder, place, local, solana })
  } catch (error) {
    // Whoever ends it by a signal knows that it ended.
    if (!ending.signal.aborted) throw error
  } finally {
    await solana?.process?.close()
    await local?.anvil.close()
    rmSync(place, { recursive: true, force: true })
    for (const name of endings) process.off(name, end)
  }
  return reportedAnswer
}

/** Its history ends long before today: the next block follows it, instead of many empty days. */
async function goOnFromHead({ anvil, manifest }: LocalChain): Promise<void> {
  await anvil.rpc.ask([{ method: 'evm_setTime', params: [manifest.head.timestamp] }])
}

type DemoState = {
  readonly folder: string
  readonly place: string
  readonly local: LocalChain
  readonly solana: DemoSolana
}

async function runDemo(options: DemoOptions, context: Context, state: DemoState): Promise<void> {
  const { place, local, solana } = state
  const { signal } = context
  const databaseUrl = `sqlite:${join(place, 'demo.sqlite')}`
  const { key, invite } = await fill(databaseUrl, state)
  const indexer = await index(databaseUrl, { options, context, state })
  try {
    const server = await listen(options.port ?? defaultPort, databaseUrl, {
      LOCAL_RPC_URL: local.anvil.url,
      ...solanaVariablesOf(solana),
    })
    try {
      const { url, metricsUrl } = server
      const { manifest } = local
      const consoleUrl = consoleUrlOf(url)
      const demo = {
        url,
        consoleUrl,
        inviteUrl: `${consoleUrl}/invite#${invite}`,
        databaseUrl,
        metricsUrl,
        chainUrl: local.anvil.url,
        key,
        manifest,
        solana,
      }
      const ready = {
        json: () => demoJsonOf(demo),
        text: (style: TextStyle) => printDemo(demo, style),
      }
      announceReady(ready, options, context)
      const end = local.anvil.gone.then((error) => Promise.reject(error))
      await untilInterrupted(signal, end).catch((error: unknown) => {
        if (!signal.aborted) throw error
      })
    } finally {
      await server.close()
    }
  } finally {
    await indexer.close()
  }
}

type Work = { readonly options: DemoOptions; readonly context: Context; readonly state: DemoState }

async function fill(databaseUrl: string, { folder, local, solana }: DemoState): Promise<Demo> {
  const store = await openStore(databaseUrl, { migrate: true })
  try {
    const definitions = localDefinitions(folder)
    const demo = await seedDemo({ store, manifest: local.manifest, folder, definitions })
    await fillSolana(solana, store, demo.tenantId)
    return demo
  } finally {
    await store.close()
  }
}

function index(databaseUrl: string, { options, context, state }: Work): Promise<Indexer> {
  const { anvil, manifest } = state.local
  const quiet = options.quiet || options.json
  const solana = solanaVariablesOf(state.solana)
  return openDemoIndexer({ databaseUrl, chainUrl: anvil.url, manifest, quiet, solana }, context)
}

/** Printed before the work, not after it. */
async function assertFree(port: number): Promise<void> {
  const probe = createServer()
  try {
    await once(probe.listen(port, '127.0.0.1'), 'listening')
  } catch (error) {
    throw takenOr(error, port)
  }
  probe.close()
  await once(probe, 'close')
}

function takenOr(error: unknown, port: number): unknown {
  const isTaken = (error as { readonly code?: unknown }).code === 'EADDRINUSE'
  return isTaken ? new PortTakenError('127.0.0.1', port, error) : error
}

async function listen(port: number, databaseUrl: string, nodes: Readonly<Record<string, string>>) {
  const env = readEnv({
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    ...nodes,
    SIMULATION_ENGINE: 'all',
    LOG_LEVEL: 'warn',
    // One machine, one person, many tries.
    SIGN_INS_PER_MINUTE: '600',
  })
  try {
    return await openServer(env)
  } catch (error) {
    throw takenOr(error, port)
  }
}
