import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Address } from '@vaultwright/base'
import type { LocalChain, LocalManifest } from '@vaultwright/chain'
import { openIndexer, readIndexerEnv } from '@vaultwright/indexer'
import { demoPrices, fillGaps, seedDemo } from '@vaultwright/operations'
import { openStore, type UserRole } from '@vaultwright/store'
import { openChains } from '../../../packages/api/src/node/chains.ts'
import { localChainFolder, startLocalChain } from '../../support/node/local-chain.ts'
import {
  type Answered,
  keysOf,
  openTestApi,
  type TestApi,
  type TestOptions,
  type TestTenant,
  testConfig,
} from './harness.ts'

type LocalVault = LocalManifest['vaults'][number]

/** The service over the local chain and its whole history, as the demo seeds it. */
export type DemoWorld = {
  readonly api: TestApi
  readonly chain: LocalChain
  /** Path of the SQLite file. */
  readonly file: string
  readonly tenantId: string
  /** Local ETH and Local USD. */
  readonly eth: LocalVault
  readonly usd: LocalVault
  /** Of Local ETH: with the large tree, with the lending tree. */
  readonly main: Address
  readonly lending: Address
  /** Address of a token of the local chain. */
  readonly token: (name: string) => string
  /** Headers of a user of the demo's tenant. */
  readonly as: TestTenant['as']
  /** Asks as a role. */
  readonly get: (path: string, role?: UserRole) => Promise<Answered>
  readonly post: (path: string, body: unknown, role?: UserRole) => Promise<Answered>
  readonly close: () => Promise<void>
}

/**
 * Starts the local chain, and a service whose store has its vaults with every day of their history.
 *
 * @param options - as the harness takes them, but for the store, which is the demo's; the chains are the node that is
 * started, unless others are given.
 */
export async function openDemoWorld(options: Omit<TestOptions, 'store'> = {}): Promise<DemoWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'vaultwright-demo-'))
  const file = join(folder, 'store.db')
  const local = await startLocalChain()
  const store = await openStore(`sqlite:${file}`, { migrate: true })
  const { manifest, anvil } = local
  const { tenantId } = await seedDemo({
    store,
    manifest,
    folder: localChainFolder,
    definitions: join(localChainFolder, '../definitions'),
  })
  await indexDemo({ databaseUrl: `sqlite:${file}`, chainUrl: anvil.url, manifest })
  const chains = openChains({ LOCAL_RPC_URL: anvil.url }, testConfig.simulation)
  const api = await openTestApi({ chains, ...options, store })
  const [eth, usd] = manifest.vaults as [LocalVault, LocalVault]
  const [main, lending] = eth.strategists.map(({ address }) => address) as [Address, Address]
  const { as } = keysOf(store, tenantId)
  return {
    api,
    chain: local,
    file,
    tenantId,
    eth,
    usd,
    main,
    lending,
    as,
    token: (name) => manifest.contracts[name]!,
    get: async (path, role = 'viewer') => api.ask('GET', path, { headers: await as(role) }),
    post: async (path, body, role = 'admin') =>
      api.ask('POST', path, { headers: await as(role), body }),
    close: async () => {
      await api.context.chains.close()
      await api.close()
      await store.close()
      await anvil.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

type DemoSources = {
  readonly databaseUrl: string
  readonly chainUrl: string
  readonly manifest: LocalManifest
}

/** As the demo does, and then no more. */
async function indexDemo({ databaseUrl, chainUrl, manifest }: DemoSources): Promise<void> {
  const variables = { DATABASE_URL: databaseUrl, LOCAL_RPC_URL: chainUrl, INDEX_CONCURRENCY: '16' }
  const prices = demoPrices(manifest, 'local')
  const io = { observe: () => {}, warn: () => {}, prices }
  const indexer = await openIndexer(readIndexerEnv(variables), io)
  try {
    const signal = AbortSignal.timeout(60_000)
    await fillGaps(indexer, { chains: ['local'], filter: { order: 'oldest' }, signal })
  } finally {
    await indexer.close()
  }
}
