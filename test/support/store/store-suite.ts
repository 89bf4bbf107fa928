import { afterAll, beforeAll, describe, test } from 'vitest'
import { accountCases } from './store-case-account.ts'
import { derivedCases } from './store-case-derived.ts'
import { historyCases } from './store-case-history.ts'
import { indexCases } from './store-case-index.ts'
import { latestDayCases } from './store-case-latest-day.ts'
import { lawCases } from './store-case-law.ts'
import { packCases } from './store-case-pack.ts'
import { readingCases } from './store-case-reading.ts'
import { revisionCases } from './store-case-revision.ts'
import { rootSyncCases } from './store-case-root-sync.ts'
import { sessionCases } from './store-case-session.ts'
import { svmCases } from './store-case-svm.ts'
import { swapCases } from './store-case-swap.ts'
import { treeCases } from './store-case-tree.ts'
import { vaultCases } from './store-case-vault.ts'
import { withdrawCases } from './store-case-withdraw.ts'
import type { Fresh, StoreUnderTest } from './store-fixture.ts'

/** Every case, for other tests that need all that a store does. */
export const storeCases = [
  ...accountCases,
  ...revisionCases,
  ...sessionCases,
  ...vaultCases,
  ...treeCases,
  ...rootSyncCases,
  ...historyCases,
  ...readingCases,
  ...withdrawCases,
  ...derivedCases,
  ...packCases,
  ...indexCases,
  ...latestDayCases,
  ...swapCases,
  ...svmCases,
  ...lawCases,
]

/**
 * Tests that an adapter is a store: every function of the port, in all it promises.
 *
 * @param name - the adapter.
 * @param openFresh - makes an empty, migrated database.
 */
export function testStore(name: string, openFresh: () => Promise<Fresh>): void {
  describe(name, () => {
    let storeUnderTest: StoreUnderTest
    beforeAll(async () => {
      const fresh = await openFresh()
      storeUnderTest = { store: await fresh.open({ migrate: true }), fresh }
    })
    afterAll(async () => {
      await storeUnderTest?.store.close()
      await storeUnderTest?.fresh.drop()
    })
    test.each(storeCases)('$name', ({ run }) => run(storeUnderTest))
  })
}
