import type { IndexEvent, Indexer } from '@vaultwright/indexer'
import { withStore } from '../admin/store.ts'
import type { Context } from '../context.ts'
import { rangeMeant } from './day-word.ts'
import { chainsServed, type IndexerWords, readIndexEnv } from './env.ts'
import { type Filled, fillGaps } from './fill.ts'
import { openNews } from './news.ts'
import type { IndexWords, RangeWords } from './option.ts'
import { readPriceFile } from './price-file.ts'
import { openTally, type TallyCounts } from './tally.ts'
import { findTarget, type Target } from './target.ts'

/** Which vaults, days and nodes a person means. */
export type BackfillWords = IndexWords &
  RangeWords &
  Pick<IndexerWords, 'order' | 'concurrency'> & { readonly quiet: boolean }

/** How a chain's node was asked: round trips, and questions in them. */
export type AskedChain = { readonly chain: string; readonly asks: number; readonly calls: number }

/** What was done, and what was not. */
export type Backfilled = TallyCounts & {
  readonly target: Target
  readonly filled: readonly Filled[]
  /** Chains that are meant and have no node. */
  readonly unserved: readonly string[]
  readonly asked: readonly AskedChain[]
  readonly ms: number
}

/** What is done with an indexer before what is missing. */
export type Preparation = (
  indexer: Indexer,
  target: Target,
  chains: readonly string[],
) => Promise<void>

/**
 * Indexes days that are missing, now and in this process.
 *
 * @throws {UsageError} when it is not clear what is meant, or no chain of it has a node, and what opening an
 * indexer and looking at a chain throws.
 */
export async function backfill(
  words: BackfillWords,
  context: Context,
  prepare: Preparation = async () => {},
): Promise<Backfilled> {
  const range = rangeMeant(words)
  const target = await withStore(words, context, (store) => findTarget(store, words))
  const env = await readIndexEnv({ ...words, queue: 'inline' }, target.chains, context)
  const chains = chainsServed(
    target.chains,
    env.chains.map(({ slug }) => slug),
  )
  const { openIndexer } = await import('@vaultwright/indexer')
  const news = await openNews({ quiet: words.quiet, context }, env.logLevel, namesOf(target))
  const tally = openTally()
  const observe = (event: IndexEvent) => {
    tally.observe(event)
    news.observe(event)
  }
  const begun = context.now()
  const prices = await readPriceFile(env)
  const indexer = await openIndexer(env, { observe, told: news.told, prices })
  try {
    await prepare(indexer, target, chains)
    const { tenantId, vault } = target
    const filter = {
      ...{ ...range, order: env.settings.order },
      ...(tenantId === undefined ? {} : { tenantId }),
      ...(vault === undefined ? {} : { vault }),
    }
    const filled = await fillGaps(indexer, { chains, filter, signal: context.signal })
    return {
      ...tally.counts(),
      ...{ target, filled },
      unserved: target.chains.filter((chain) => !chains.includes(chain)),
      asked: indexer
        .reports()
        .map(({ chain, counts: { asks, calls } }) => ({ chain, asks, calls })),
      ms: context.now() - begun,
    }
  } finally {
    news.end()
    await indexer.close()
  }
}

/** Names vaults as their tenants do. */
export function namesOf({ vaults }: Pick<Target, 'vaults'>): (vault: string) => string {
  const names = new Map(vaults.map(({ address, name }) => [address as string, name]))
  return (vault) => names.get(vault) ?? vault
}

/** Tells whether everything that was to be done was. */
export function isWhole({ failed, waits, filled }: Backfilled): boolean {
  const isOpen = ({ report }: Filled) => report.behind !== null || report.missing + report.stale > 0
  return failed.length + waits.length === 0 && !filled.some(isOpen)
}
