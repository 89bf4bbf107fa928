import { join } from 'node:path'
import { openServer, readEnv } from '@vaultwright/api'
import type { Address } from '@vaultwright/base'
import { type LocalChain, type LocalManifest, openChain } from '@vaultwright/chain'
import { type Indexer, openIndexer, readIndexerEnv, watchTasks } from '@vaultwright/indexer'
import {
  type Demo,
  type DemoQueue,
  demoPrices,
  fillGaps,
  openDemoQueue,
  seedDemo,
} from '@vaultwright/operations'
import { openStore } from '@vaultwright/store'
import {
  announceReady,
  consoleUrlOf,
  portErrorOf,
  untilInterrupted,
} from '../../command/service.ts'
import { openIndexProgress } from '../../print/index-progress.ts'
import type { Context, Json } from '../../terminal/context.ts'
import type { TextStyle } from '../../terminal/style.ts'
import { printPairs } from '../../terminal/table.ts'
import { type DemoOptions, localDefinitions, type StepTimer } from './demo-files.ts'
import {
  type DemoSolana,
  fillSolana,
  solanaLineOf,
  solanaTourOf,
  solanaVariablesOf,
  solanaVaultsOf,
  type TourLine,
} from './demo-solana.ts'

/** The chains that run already, and the place where the rest is kept. */
type DemoState = {
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
  const queue = await timed('filling the queue of the Safe', () => openQueue(state))
  const opened = timed('indexing every day', () => index(databaseUrl, { options, context, state }))
  const indexer = await opened.catch(async (error: unknown) => {
    await queue.close()
    throw error
  })
  try {
    const services = {
      SAFE_SERVICES: `${slug}:transaction=${queue.url}`,
      SAFE_DELEGATE_KEY: queue.delegateKey,
      SAFE_PROPOSALS: `demo:${slug}:${queue.safe}`,
    }
    const nodes = { LOCAL_RPC_URL: local.anvil.url, ...solanaVariablesOf(solana), ...services }
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
        queue,
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
    await queue.close()
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

async function openQueue({ folder, local }: DemoState): Promise<DemoQueue> {
  const { anvil, manifest } = local
  const chain = await openChain(anvil.rpc, { id: manifest.chainId })
  return openDemoQueue({ chain, manifest, folder })
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

type DemoIndexer = {
  readonly databaseUrl: string
  /** Of the local chain. */
  readonly chainUrl: string
  readonly manifest: LocalManifest
  /** Variables of the Solana chain's node; empty without one. */
  readonly solana: Readonly<Record<string, string>>
  /** True draws no bar. */
  readonly quiet: boolean
}

/** The demo's chain moves when its person wants it to. */
const scanSeconds = 2
const slug = 'local'

/** Indexes all days of the demo's vaults, with a bar on a terminal. */
async function openDemoIndexer(demo: DemoIndexer, context: Context): Promise<Indexer> {
  const { databaseUrl, chainUrl, manifest, solana, quiet } = demo
  const env = readIndexerEnv({
    DATABASE_URL: databaseUrl,
    LOCAL_RPC_URL: chainUrl,
    ...solana,
    QUEUE_URL: 'inline',
    INDEX_CONCURRENCY: '16',
  })
  const names = new Map(manifest.vaults.map(({ vault, name }) => [vault as string, name]))
  const watch = openIndexProgress({ quiet, context }, (vault) => names.get(vault) ?? vault)
  const prices = demoPrices(manifest, slug)
  const indexer = await openIndexer(env, { observe: watch.observe, warn: () => {}, prices })
  try {
    const { signal } = context
    await fillGaps(indexer, { chains: [slug], filter: { order: 'oldest' }, signal })
    const { context: index, queue, handle, workOptions } = indexer
    // From here on what is not yet final is waited for.
    await queue.work(handle, workOptions)
    await queue.every({ kind: 'gaps.scan', chain: slug }, scanSeconds * 1_000)
    for (const task of await watchTasks(index)) await queue.every(task, scanSeconds * 1_000)
    return indexer
  } catch (error) {
    await indexer.close()
    throw error
  } finally {
    watch.end()
  }
}

type DemoAddresses = {
  /** Of the API. */
  readonly url: string
  /** Of the web console, where browsers make passkeys. */
  readonly consoleUrl: string
  /** Signs the demo's admin in to the console, once. */
  readonly inviteUrl: string
  readonly databaseUrl: string
  /** Of the metrics, on their own port; null when they have none. */
  readonly metricsUrl: string | null
  /** Of the local chain. */
  readonly chainUrl: string
  readonly key: string
  readonly manifest: LocalManifest
  readonly solana: DemoSolana
  /** Of the Safe that is a strategist. */
  readonly queue: Pick<DemoQueue, 'url' | 'safe'>
}

/** Lists commands that work as they are printed: one that reads, one that lists, one that builds. */
function tourOf(place: DemoAddresses): readonly TourLine[] {
  const { url, key, manifest, solana, queue } = place
  const [first] = manifest.vaults
  const strategist = strategistOf(manifest)
  const auth = `-H 'Authorization: Bearer ${key}'`
  const supply = JSON.stringify({ params: { asset: 'WETH', amount: '1.5' }, verbose: true })
  return [
    {
      what: 'the vaults of the tenant',
      line: `curl -s ${auth} '${url}/v1/vaults'`,
    },
    {
      what: 'the last days of Local ETH, with its share price and yield',
      line: `curl -s ${auth} '${url}/v1/vaults/local/${first!.vault}/dailyData?from=2026-02-07'`,
    },
    {
      what: 'supply 1.5 WETH to Aave: calldata with its proofs, simulated',
      line: `curl -s ${auth} -H 'Content-Type: application/json' -d '${supply}' '${url}/v1/tx-builder/api/execute/local/${first!.vault}/${strategist}/aave_v3/supply'`,
    },
    {
      what: 'the queue of a Safe that is a strategist: one transaction to confirm, and one to reject',
      line: `curl -s ${auth} '${url}/v1/safes/${slug}/${queue.safe}/queue'`,
    },
    ...solanaTourOf(solana, { url, auth }),
  ]
}

function strategistOf(manifest: LocalManifest): Address {
  return manifest.vaults[0]!.strategists[0]!.address
}

export function demoJsonOf(place: DemoAddresses): Json {
  const { url, metricsUrl, chainUrl, key, manifest } = place
  return {
    console: place.consoleUrl,
    invite: place.inviteUrl,
    url,
    database: place.databaseUrl,
    docs: `${url}/docs`,
    openapi: `${url}/openapi.json`,
    metrics: metricsUrl,
    chain: chainUrl,
    safe: place.queue.safe,
    safe_service: place.queue.url,
    solana: place.solana.process?.url ?? null,
    key,
    vaults: [
      ...manifest.vaults.map(({ name, vault, strategists }) => ({
        name,
        chain: 'local',
        vault,
        strategists: strategists.map(({ name, address }) => ({ name, address })),
      })),
      ...solanaVaultsOf(place.solana),
    ],
    examples: tourOf(place).map(({ what, line }) => ({ what, line })),
  }
}

export function* printDemo(place: DemoAddresses, style: TextStyle): Iterable<string> {
  const { url, metricsUrl, chainUrl, key, manifest } = place
  yield `${style.green('ready')}  ${style.bold(place.consoleUrl)}\n\n`
  yield* printPairs(
    [
      ['sign in', `${place.inviteUrl}  for one use, registers a passkey`],
      ['API', url],
      ['documentation', `${url}/docs`],
      ...(metricsUrl === null ? [] : [['metrics', metricsUrl] as const]),
      ['key', key],
      ['chain', `${chainUrl}  the local chain, 45 days old`],
      ...manifest.vaults.map(({ name, vault }) => [name, vault] as const),
      ['Safe', `${place.queue.safe}  2 of 3 owners sign; its queue is at ${place.queue.url}`],
      solanaLineOf(place.solana),
    ],
    style,
  )
  for (const { what, line } of tourOf(place)) yield `\n${style.dim(`# ${what}`)}\n${line}\n`
  yield `\n${style.yellow('This is a demo:')} the chain is your own, its keys are public, and the store is removed when it\n`
  yield 'ends. Every day was indexed from that chain, prices by an oracle on it, and new days follow as it moves on.\n'
  yield 'For real: vaultwright db migrate, tenant create, user create, key create, vault add, tree push, then\n'
  yield `vaultwright serve and vaultwright index run, with <CHAIN>_RPC_URL set. ${style.dim('Ctrl-C ends everything.')}\n`
}
