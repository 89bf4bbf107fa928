import type { Hex } from '@vaultwright/base'
import type { ExecutionKey, PageQuery, Store, StoredExecution } from '@vaultwright/store'
import fc from 'fast-check'
import { expect } from 'vitest'
import { runsOf } from '../../runs.ts'
import {
  by,
  makeTenantVault,
  type StoreCase,
  strategists,
  type TenantVault,
  walk,
} from '../store-fixture.ts'

const numRuns = runsOf(1 / 5)
const hashOf = (number: number): Hex => `0x${number.toString(16).padStart(64, '0')}`

const execution = fc
  .record({ block: fc.nat(9), logIndex: fc.nat(1), branch: fc.nat(1) })
  .map(({ block, logIndex, branch }): StoredExecution => executionOf(block, logIndex, branch))
/** The history of a chain: one execution at a place. */
const history = fc.uniqueArray(execution, {
  maxLength: 8,
  selector: ({ block, logIndex }) => `${block}.${logIndex}`,
})

/** An execution of a strategist, or of an unknown account. */
export function executionOf(block: number, logIndex: number, branch: number): StoredExecution {
  const hash = hashOf(1 + block * 100 + branch * 10 + logIndex)
  return {
    block: BigInt(block),
    logIndex,
    blockHash: hashOf(1 + block * 100 + branch * 10),
    atUnix: BigInt(1_800_000_000 + block),
    txHash: hash,
    strategist: logIndex === 0 ? strategists[0] : null,
    safeTxHash: logIndex === 0 ? hash : null,
    calls: branch === 0 ? 3 : null,
    outcome: branch === 0 ? 'executed_as_said' : null,
    body: JSON.stringify({ block, branch }),
  }
}

type Range = {
  readonly from: number
  readonly to: number
  readonly rows: readonly StoredExecution[]
}

/** Reads a range as the indexer does: what is stored of the same blocks stays. */
async function sync(store: Store, { tenant, vaultRef }: TenantVault, { from, to, rows }: Range) {
  const range = { fromBlock: BigInt(from), toBlock: BigInt(to) }
  const inRange = rows.filter(({ block }) => block >= range.fromBlock && block <= range.toBlock)
  const marks = await store.executions.marks(tenant.id, vaultRef, range)
  const isStored = ({ txHash, blockHash }: StoredExecution) =>
    marks.some((mark) => mark.txHash === txHash && mark.blockHash === blockHash)
  const unchanged = inRange.filter(isStored)
  const added = inRange.filter((row) => !isStored(row))
  return store.executions.sync(tenant.id, { ...vaultRef, ...range }, { rows: added, unchanged })
}

async function listed(store: Store, { tenant, vaultRef }: TenantVault) {
  const { items } = await store.executions.page(tenant.id, vaultRef, { after: null, limit: 99 })
  return items
}

/** Executions that are read range by range, and again after a reorganisation. */
export const executionCases: readonly StoreCase[] = [
  {
    name: 'law: executions of a range that is read again are as if nothing else ever was',
    run: async ({ store }) => {
      await fc.assert(
        fc.asyncProperty(history, history, fc.nat(9), async (first, second, cut) => {
          const [home, plain] = [await makeTenantVault(store), await makeTenantVault(store)]
          const isBefore = ({ block }: StoredExecution) => block < BigInt(cut)
          const joined = [...first.filter(isBefore), ...second.filter((row) => !isBefore(row))]
          for (let block = 0; block <= 9; block++) {
            await sync(store, home, { from: block, to: block, rows: first })
          }
          await sync(store, home, { from: cut, to: 9, rows: joined })
          await sync(store, plain, { from: 0, to: 9, rows: joined })
          const list = await listed(store, home)
          expect(list).toEqual(await listed(store, plain))
          expect(list.length).toBe(joined.length)
          const next = await store.executions.nextBlock(home.tenant.id, home.vaultRef)
          expect(next).toBe(10n)
        }),
        { numRuns },
      )
    },
  },
  {
    name: 'law: pages of any size give each execution once, newest first',
    run: async ({ store }) => {
      const home = await makeTenantVault(store)
      const rows = Array.from({ length: 7 }, (_, index) => executionOf(index >> 1, index % 2, 0))
      await sync(store, home, { from: 0, to: 9, rows })
      for (const limit of [1, 2, 3, 99]) {
        const list = await walk(
          (query: PageQuery<ExecutionKey>) =>
            store.executions.page(home.tenant.id, home.vaultRef, query),
          ({ block, logIndex }) => ({ block, logIndex }),
          limit,
        )
        expect(list).toEqual(rows.toReversed())
      }
    },
  },
  {
    name: 'behavior: executions are read anew after another Manager is named, and a gap is not skipped',
    run: async ({ store }) => {
      const home = await makeTenantVault(store)
      const { tenant, vaultRef } = home
      await sync(store, home, { from: 0, to: 3, rows: [] })
      await sync(store, home, { from: 6, to: 9, rows: [executionOf(7, 0, 0)] })
      expect(await store.executions.nextBlock(tenant.id, vaultRef)).toBe(4n)
      expect(await listed(store, home)).toHaveLength(1)
      const vault = (await store.vaults.find(tenant.id, vaultRef))!
      const deployments = vault.deployments.map((deployment) => {
        return { ...deployment, manager: strategists[1] }
      })
      await store.vaults.put(tenant.id, { ...vault, deployments } as never, by)
      expect(await store.executions.nextBlock(tenant.id, vaultRef)).toBe(null)
    },
  },
  {
    name: 'refuses: executions of a vault that the tenant does not have, and shows none of another',
    run: async ({ store }) => {
      const [home, foreign] = [await makeTenantVault(store), await makeTenantVault(store)]
      await sync(store, home, { from: 0, to: 9, rows: [executionOf(1, 0, 0)] })
      // Both tenants have a vault at this address.
      expect(await listed(store, foreign)).toEqual([])
      const nowhere = { ...home.vaultRef, chain: 'nowhere' }
      const range = { from: 0, to: 9, rows: [] }
      await expect(sync(store, { ...home, vaultRef: nowhere }, range)).rejects.toMatchObject({
        code: 'vault_not_found',
      })
    },
  },
]
