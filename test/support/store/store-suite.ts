import { afterAll, beforeAll, describe, test } from 'vitest'
import { accountCases } from './access/account.cases.ts'
import { accountNameCases } from './access/account-name.cases.ts'
import { keyCases } from './access/key.cases.ts'
import { reviewCases } from './access/review.cases.ts'
import { sessionCases } from './access/session.cases.ts'
import { derivedCases } from './derived.cases.ts'
import { historyCases } from './history.cases.ts'
import { indexCases } from './index.cases.ts'
import { latestDayCases } from './latest-day.cases.ts'
import { lawCases } from './law.cases.ts'
import { packCases } from './pack.cases.ts'
import { readingCases } from './reading.cases.ts'
import { revisionCases } from './revision.cases.ts'
import { rootSyncCases } from './root-sync.cases.ts'
import { safeCases } from './safe.cases.ts'
import type { Fresh, StoreUnderTest } from './store-fixture.ts'
import { svmCases } from './svm.cases.ts'
import { swapCases } from './swap.cases.ts'
import { treeCases } from './tree.cases.ts'
import { controlCases } from './vault/control.cases.ts'
import { executionCases } from './vault/execution.cases.ts'
import { withdrawQueueCases } from './vault/withdraw-queue.cases.ts'
import { vaultCases } from './vault.cases.ts'
import { withdrawCases } from './withdraw.cases.ts'

/** Every case, for other tests that need all that a store does. */
export const storeCases = [
  ...accountCases,
  ...accountNameCases,
  ...reviewCases,
  ...keyCases,
  ...revisionCases,
  ...sessionCases,
  ...vaultCases,
  ...treeCases,
  ...rootSyncCases,
  ...executionCases,
  ...historyCases,
  ...readingCases,
  ...withdrawCases,
  ...derivedCases,
  ...packCases,
  ...indexCases,
  ...latestDayCases,
  ...swapCases,
  ...safeCases,
  ...controlCases,
  ...withdrawQueueCases,
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
