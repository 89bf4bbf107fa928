// The local chain's history as it is read: the readings that synthetic ones are made of.
import { type LocalChain, openLocalChain } from '@vaultwright/chain'
import { openStore, type StoredReading } from '@vaultwright/store'
import { openSeededStore } from '../../support/index/index-seed.ts'
import { openIndexerHarness } from '../../support/index/indexer-harness.ts'
import { localChainFolder } from '../../support/node/local-chain.ts'

/** Reads every day of both vaults. @returns the readings, vault by vault, oldest first. */
export async function recordReadings(): Promise<readonly (readonly StoredReading[])[]> {
  const local = await openLocalChain(localChainFolder)
  try {
    return await recordReadingsOf(local)
  } finally {
    await local.anvil.close()
  }
}

/** As `recordReadings`, of a local chain that is open. */
export async function recordReadingsOf(
  local: LocalChain,
): Promise<readonly (readonly StoredReading[])[]> {
  const store = await openStore('sqlite::memory:', { migrate: true })
  const seeded = await openSeededStore(local.manifest, store)
  const { manifest, anvil } = local
  const harness = await openIndexerHarness(seeded, { manifest, rpc: anvil.rpc })
  try {
    await harness.index()
    return await Promise.all(
      seeded.places.map(async (place) => {
        const range = { ...place, from: '2000-01-01', to: '2100-01-01' }
        const all = { limit: 1_000, after: null }
        return (await store.readings.page(seeded.tenantId, range, all)).items
      }),
    )
  } finally {
    await harness.close()
    await seeded.close()
  }
}
