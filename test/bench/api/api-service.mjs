// The service as it is started by `serve`, over the local chain and its whole history.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openServer, readEnv } from '@vaultwright/api'
import { openLocalChain } from '@vaultwright/chain'
import { openIndexer, readIndexerEnv } from '@vaultwright/indexer'
import { demoPrices, fillGaps, seedDemo } from '@vaultwright/operations'
import { openStore } from '@vaultwright/store'
import { figuresOf, hearOptions, serveParent } from './api-child.mjs'
import { recordStatements } from './api-statement.mjs'

const folder = fileURLToPath(new URL('../../../fixtures/chain', import.meta.url))
const { databaseUrl, environment, keyCount, withNode, records = false } = await hearOptions()
const { anvil, manifest } = await openLocalChain(folder)
const keys = await seed()
const env = readEnv({
  DATABASE_URL: databaseUrl,
  PORT: '0',
  ...(withNode && { LOCAL_RPC_URL: anvil.url }),
  ...environment,
})
const takeStatements = records ? await recordStatements() : () => []
let server = await openServer(env)
serveParent({ url: server.url, keys, manifest }, answer, async () => {
  await server.close()
  await anvil.close()
})

/** Also what the database was asked, and the same service opened anew: nothing is kept in it yet. */
async function answer(message) {
  if (message.statements) return takeStatements()
  if (!message.reopen) return figuresOf(message)
  await server.close()
  takeStatements.stop?.()
  server = await openServer(env)
  return { url: server.url }
}

/** Keys with a limit that no load meets, ten to a user. */
async function seed() {
  const store = await openStore(databaseUrl, { migrate: true })
  const definitions = join(folder, '../definitions')
  const { tenantId } = await seedDemo({ store, manifest, folder, definitions })
  const texts = []
  let userId = ''
  for (let index = 0; index < keyCount; index++) {
    if (index % 10 === 0) {
      const user = { name: `user ${index}`, role: 'strategist' }
      userId = (await store.users.create(tenantId, user, 'local:bench')).id
    }
    const draft = { userId, description: 'bench', ratePerMinute: 1_000_000 }
    texts.push((await store.keys.create(tenantId, draft, 'local:bench')).text)
  }
  await store.close()
  await indexHistory()
  return texts
}

/** Every day of the local chain, as the demo has them. */
async function indexHistory() {
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
