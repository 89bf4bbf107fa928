import {
  type Finality,
  type LocalManifest,
  openBatchingRpc,
  openChain,
  openCountingRpc,
  type Rpc,
} from '@vaultwright/chain'
import {
  handlerOf,
  type IndexContext,
  type IndexEvent,
  type IndexParts,
  openContext,
  openInlineQueue,
  parsePriceBook,
  type Queue,
  scanChain,
  workOptionsOf,
} from '@vaultwright/indexer'
import { untilIdle } from '../progress.ts'
import { type SeededStore, slug } from './index-seed.ts'

/** The one oracle of the local chain, whose prices are in US dollars. */
export function pricesOf({ contracts }: LocalManifest): string {
  const rules = ['WETH', 'USDC', 'DAI'].map((token) => ({
    chain: slug,
    asset: contracts[token],
    per: 'usd',
    sources: [{ oracle: contracts['Price oracle'] }],
  }))
  return JSON.stringify({ prices: rules })
}

/** The parts of an indexer of the local chain, but for its inputs, store and output. */
export function localParts(manifest: LocalManifest) {
  return {
    prices: parsePriceBook(pricesOf(manifest)),
    settings: { order: 'oldest', revisionDays: null, priceDays: null, provesDays: false },
    random: () => 0.5,
    fetch: async () => {
      throw new Error('Nobody but the chain is asked.')
    },
  } as const satisfies Partial<IndexParts>
}

/** A process that indexes, within this one. */
export type IndexerHarness = {
  readonly context: IndexContext
  readonly queue: Queue
  readonly events: readonly IndexEvent[]
  /** Looks the chain over and does what is missing, until nothing changes any more. */
  readonly index: () => Promise<void>
  /** Round trips so far. */
  readonly asks: () => number
  readonly close: () => Promise<void>
}

export type IndexerHarnessOptions = Partial<IndexParts> & {
  readonly finality?: Finality
  readonly concurrency?: number
}

/** Opens one on a node. */
export async function openIndexerHarness(
  { store }: Pick<SeededStore, 'store'>,
  { manifest, rpc }: { readonly manifest: LocalManifest; readonly rpc: Rpc },
  options: IndexerHarnessOptions = {},
): Promise<IndexerHarness> {
  const counted = openCountingRpc(rpc)
  const chain = await openChain(openBatchingRpc(counted.rpc), { id: manifest.chainId })
  const queue = openInlineQueue()
  const events: IndexEvent[] = []
  const finality = options.finality ?? { kind: 'tag', tag: 'latest' }
  const context = openContext({
    ...localParts(manifest),
    store,
    chains: async () => ({ slug, chain, finality }),
    nowUnix: () => BigInt(manifest.head.timestamp),
    observe: (event) => void events.push(event),
    enqueue: (flows) => queue.add(flows),
    ...options,
  })
  const concurrency = options.concurrency ?? 4
  await queue.work(handlerOf(context), workOptionsOf(context, concurrency))
  return {
    context,
    queue,
    events,
    index: async () => {
      for (let round = 0; round < 5; round++) {
        const { flows } = await scanChain(context, slug, { order: context.settings.order })
        await untilIdle(queue, events)
        if (flows === 0) return
      }
    },
    asks: () => counted.counts().asks,
    close: () => queue.close(),
  }
}
