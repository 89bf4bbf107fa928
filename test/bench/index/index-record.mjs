// The local chain's history as it is read: the readings that synthetic ones are made of.

import { openLocalChain } from '@vaultwright/chain'
import { openStore } from '@vaultwright/store'
import { openSeededStore } from '../../support/index/index-seed.ts'
import { openIndexerHarness } from '../../support/index/indexer-harness.ts'
import { localChainFolder } from '../../support/node/local-chain.ts'

/** Reads every day of both vaults. @returns the readings, vault by vault, oldest first. */
export async function recordReadings() {
  const local = await openLocalChain(localChainFolder)
  try {
    const store = await openStore('sqlite::memory:', { migrate: true })
    const seeded = await openSeededStore(local.manifest, store)
    const harness = await openIndexerHarness(seeded, {
      manifest: local.manifest,
      rpc: local.anvil.rpc,
    })
    try {
      await harness.index()
      return await Promise.all(seeded.places.map((place) => readingsOf(seeded, place)))
    } finally {
      await harness.close()
      await seeded.close()
    }
  } finally {
    await local.anvil.close()
  }
}

async function readingsOf({ store, tenantId }, place) {
  const range = { ...place, from: '2000-01-01', to: '2100-01-01' }
  const { items } = await store.readings.page(tenantId, range, { limit: 1_000, after: null })
  return items
}
