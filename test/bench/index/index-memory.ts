import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLocalChain } from '@vaultwright/chain'
import { openStore } from '@vaultwright/store'
import { openSeededStore } from '../../support/index/index-seed.ts'
import { pricesOf } from '../../support/index/indexer-harness.ts'
import { localChainFolder } from '../../support/node/local-chain.ts'
import { type ProcessFigures, startChild } from '../api/child.ts'
import type { Figure } from '../figure.ts'
import type { IndexServiceMessage, IndexServiceOptions } from './index-service.ts'
import { type MemorySample, slopeOf } from './slope.ts'

/** The length of the indexer's work. */
export type IndexMemorySize = {
  /** Minutes of its own clock between two looks at the memory. */
  readonly minutes: number
  /** Looks; what the first third of them shows is not counted. */
  readonly steps: number
}

/** The time that an operator waits for. */
const eightHours = 480

/**
 * Lets the indexer work by a clock that runs ahead, while it is asked how it does, and looks at its heap after a
 * collection each time. The chain stands still, so that nothing but what it looks at again and again can grow.
 *
 * @returns how much the heap grows by in eight hours, along a line through the last two thirds.
 */
export async function benchIndexMemory({
  minutes,
  steps,
}: IndexMemorySize): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'vaultwright-bench-'))
  const local = await openLocalChain(localChainFolder)
  try {
    const databaseUrl = `sqlite:${join(folder, 'vaults.sqlite')}`
    const store = await openStore(databaseUrl, { migrate: true })
    await openSeededStore(local.manifest, store)
    await store.close()
    const options: IndexServiceOptions = {
      databaseUrl,
      rpcUrls: Array(3).fill(local.anvil.url).join(','),
      prices: pricesOf(local.manifest),
    }
    const program = new URL('index-service.ts', import.meta.url)
    const service = await startChild<object>(program, options, join(folder, 'service.log'))
    try {
      const samples: (MemorySample & { readonly rssMb: number })[] = []
      for (let step = 1; step <= steps; step++) {
        const message: IndexServiceMessage = { minutes }
        const { heap, rss } = await service.ask<ProcessFigures>(message)
        samples.push({ count: step * minutes, heapMb: heap / 1e6, rssMb: rss / 1e6 })
      }
      const growth = Math.max(0, slopeOf(samples.slice(steps / 3)) * eightHours)
      const alone = { peer: null, theirs: null, ratio: null, fresh: true } as const
      const last = samples.at(-1)!
      return [
        { ...alone, name: 'index-memory-growth', unit: 'MB', ours: growth },
        { ...alone, name: 'index-memory-heap', unit: 'MB', ours: last.heapMb },
        { ...alone, name: 'index-memory-resident', unit: 'MB', ours: last.rssMb },
        { ...alone, name: 'index-memory-minutes', unit: 'count', ours: last.count },
      ]
    } finally {
      await service.stop()
    }
  } finally {
    await local.anvil.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
