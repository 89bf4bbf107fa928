// The service as it is started by `serve`, over the local chain and its whole history.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openServer, readEnv } from '@vaultwright/api'
import { type LocalManifest, openLocalChain } from '@vaultwright/chain'
import { openIndexer, readIndexerEnv } from '@vaultwright/indexer'
import { demoPrices, fillGaps, seedDemo } from '@vaultwright/operations'
import { openStore } from '@vaultwright/store'
import { copyVaults } from './api-copy.ts'
import { recordStatements } from './api-statement.ts'
import { collectedFigures, hearOptions, processFigures, serveParent } from './child.ts'

/** Options of a benchmark's service. */
export type ServiceOptions = {
  readonly databaseUrl: string
  readonly keyCount: number
  readonly withNode: boolean
}

/** The message of a service when it listens. */
export type ServiceReady = {
  readonly url: string
  readonly keys: readonly string[]
  readonly manifest: LocalManifest
  /** Addresses of more vaults, which differ in nothing else. */
  readonly copies: readonly string[]
}

/** The message to a service. */
export type ServiceMessage = {
  readonly ask: 'figures' | 'collected figures' | 'statements' | 'reopen'
}

const folder = fileURLToPath(new URL('../../../fixtures/chain', import.meta.url))
/** Eight vaults in all. */
const copiesOfVault = 3

const { databaseUrl, keyCount, withNode } = await hearOptions<ServiceOptions>()
const { anvil, manifest } = await openLocalChain(folder)
const keys = await seed()
const copies = await copyVaults(
  databaseUrl,
  manifest.vaults.map(({ vault }) => vault),
  copiesOfVault,
)
const env = readEnv({
  DATABASE_URL: databaseUrl,
  PORT: '0',
  ...(withNode && { LOCAL_RPC_URL: anvil.url }),
})
const recorder = recordStatements()
let server = await openServer(env)
const ready: ServiceReady = { url: server.url, keys, manifest, copies }
serveParent(ready, answer, async () => {
  await server.close()
  await anvil.close()
})

async function answer({ ask }: ServiceMessage): Promise<object> {
  switch (ask) {
    case 'figures':
      return processFigures()
    case 'collected figures':
      return collectedFigures()
    case 'statements':
      return recorder.take()
    case 'reopen':
      // Nothing is kept in it yet, and nothing is recorded any more.
      await server.close()
      recorder.stop()
      server = await openServer(env)
      return { url: server.url }
  }
}

/** Keys with a limit that no load meets, ten to a user. */
async function seed(): Promise<readonly string[]> {
  const store = await openStore(databaseUrl, { migrate: true })
  const definitions = join(folder, '../definitions')
  const { tenantId } = await seedDemo({ store, manifest, folder, definitions })
  const texts: string[] = []
  let userId = ''
  for (let index = 0; index < keyCount; index++) {
    if (index % 10 === 0) {
      const user = { name: `user ${index}`, role: 'strategist' } as const
      userId = (await store.users.create(tenantId, user, 'local:bench')).id
    }
    const draft = { userId, description: 'bench', ratePerMinute: 1_000_000 }
    texts.push((await store.keys.create(tenantId, draft, 'local:bench')).text)
  }
  await store.close()
  await indexHistory()
  return texts
}

/** Reads each day of the chain's history into the store, as the demo has them. */
async function indexHistory(): Promise<void> {
  const indexEnv = readIndexerEnv({
    DATABASE_URL: databaseUrl,
    LOCAL_RPC_URL: anvil.url,
    INDEX_CONCURRENCY: '16',
    LOG_LEVEL: 'silent',
  })
  const io = { observe: () => {}, warn: () => {}, prices: demoPrices(manifest, 'local') }
  const indexer = await openIndexer(indexEnv, io)
  try {
    const signal = AbortSignal.timeout(600_000)
    await fillGaps(indexer, { chains: ['local'], filter: { order: 'oldest' }, signal })
  } finally {
    await indexer.close()
  }
}
