import type { LocalManifest } from '@vaultwright/chain'
import type { Indexer } from '@vaultwright/indexer'
import { openIndexer, readIndexerEnv } from '@vaultwright/indexer'
import type { Context } from '../context.ts'
import { fillGaps } from '../indexing/fill.ts'
import { openWatch } from '../indexing/watch.ts'
import { demoPrices } from './price.ts'

/** What the demo's indexer works on. */
export type DemoGround = {
  readonly databaseUrl: string
  /** Of the local chain. */
  readonly chainUrl: string
  readonly manifest: LocalManifest
  /** True draws no bar. */
  readonly quiet: boolean
}

/** The demo's chain moves when its person wants it to. */
const scanSeconds = 2
const slug = 'local'

/**
 * Indexes all days of the demo's vaults, with a bar on a terminal.
 *
 * @throws what opening an indexer throws. Nothing stays open then.
 */
export async function openDemoIndexer(ground: DemoGround, context: Context): Promise<Indexer> {
  const { databaseUrl, chainUrl, manifest, quiet } = ground
  const env = readIndexerEnv({
    ...{ DATABASE_URL: databaseUrl, LOCAL_RPC_URL: chainUrl, QUEUE_URL: 'inline' },
    INDEX_CONCURRENCY: '16',
  })
  const names = new Map(manifest.vaults.map(({ vault, name }) => [vault as string, name]))
  const watch = openWatch({ quiet, context }, (vault) => names.get(vault) ?? vault)
  const prices = demoPrices(manifest, slug)
  const indexer = await openIndexer(env, { observe: watch.observe, told: () => {}, prices })
  try {
    const { signal } = context
    await fillGaps(indexer, { chains: [slug], filter: { order: 'oldest' }, signal })
    const { queue, handle, workOptions } = indexer
    // From here on what is not yet final is waited for.
    await queue.work(handle, workOptions)
    await queue.every({ kind: 'gaps.scan', chain: slug }, scanSeconds * 1_000)
    return indexer
  } catch (error) {
    await indexer.close()
    throw error
  } finally {
    watch.end()
  }
}
