import { join } from 'node:path'
import { openServer, readEnv } from '@vaultwright/api'
import type { LocalChain } from '@vaultwright/chain'
import type { Indexer } from '@vaultwright/indexer'
import { type Demo, seedDemo } from '@vaultwright/operations'
import { openStore } from '@vaultwright/store'
import { consoleUrlOf } from '../../command/console-url.ts'
import { announceReady, portErrorOf, untilInterrupted } from '../../command/service.ts'
import type { Context } from '../../terminal/context.ts'
import type { TextStyle } from '../../terminal/style.ts'
import { demoJsonOf, openDemoIndexer, printDemo } from './demo.ts'
import { localDefinitions } from './demo-files.ts'
import { type DemoSolana, fillSolana, solanaVariablesOf } from './demo-solana.ts'
import type { DemoOptions, StepTimer } from './demo-terms.ts'

/** The chains that run already, and the place where the rest is kept. */
export type DemoState = {
  readonly folder: string
  readonly place: string
  /** Of the API. */
  readonly port: number
  readonly local: LocalChain
  readonly solana: DemoSolana
  readonly timed: StepTimer
}

/** Fills a store from the chains that run, indexes their days, serves the API, and says so when all is ready. */
export async function runDemo(
  options: DemoOptions,
  context: Context,
  state: DemoState,
): Promise<void> {
  const { place, local, solana, timed } = state
  const { signal } = context
  const databaseUrl = `sqlite:${join(place, 'demo.sqlite')}`
  const { key, invite } = await timed('filling the store', () => fill(databaseUrl, state))
  const indexer = await timed('indexing every day', () =>
    index(databaseUrl, { options, context, state }),
  )
  try {
    const nodes = { LOCAL_RPC_URL: local.anvil.url, ...solanaVariablesOf(solana) }
    const server = await timed('starting the API', () => listen(state.port, databaseUrl, nodes))
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
    throw portErrorOf(error, { host: '127.0.0.1', port })
  }
}
