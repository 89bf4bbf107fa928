import type { LocalChain } from '@vaultwright/chain'
import type { Store } from '@vaultwright/store'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSeededStore } from '../support/index/index-seed.ts'
import { openIndexerHarness } from '../support/index/indexer-harness.ts'
import { localTree, startLocalChain } from '../support/node/local-chain.ts'
import { rowsOf } from './row.ts'

let local: LocalChain

beforeAll(async () => {
  local = await startLocalChain()
})
afterAll(() => local?.anvil.close())

test('behavior: days that were read without a tree are read again once it is stored, and end as if it had been', async () => {
  const seeded = await openSeededStore(local.manifest)
  const [vaultRef] = seeded.places
  const vault = local.manifest.vaults[0]!
  const name = `${vault.name.toLowerCase().replace(' ', '-')}-main-1`
  const { root } = localTree(name).metadata
  let isHidden = true
  const { trees } = seeded.store
  const store: Store = {
    ...seeded.store,
    trees: {
      ...trees,
      find: async (tenantId, asked) =>
        isHidden && asked === root ? null : trees.find(tenantId, asked),
      stored: async (tenantId, roots) =>
        trees.stored(
          tenantId,
          roots.filter((one) => !isHidden || one !== root),
        ),
    },
  }
  const node = { manifest: local.manifest, rpc: local.anvil.rpc }
  const harness = await openIndexerHarness({ store }, node)
  await harness.index()
  const before = await store.readings.marks(seeded.tenantId, vaultRef!)
  await harness.index()
  expect(await store.readings.marks(seeded.tenantId, vaultRef!)).toEqual(before)

  isHidden = false
  await harness.index()
  const after = await store.readings.marks(seeded.tenantId, vaultRef!)
  const again = after.filter(({ revision }) => revision === 1).map(({ day }) => day)
  expect(again.length).toBeGreaterThan(10)
  const [reading] = (
    await store.revisions.list(seeded.tenantId, { ...vaultRef!, day: again[0]! })
  ).filter(({ kind }) => kind === 'reading')
  expect(reading!.reason).toBe(`The tree of root ${root} was stored after the day was read.`)

  const fresh = await openSeededStore(local.manifest)
  const otherHarness = await openIndexerHarness(fresh, node)
  await otherHarness.index()
  const plain = (rows: Awaited<ReturnType<typeof rowsOf>>) =>
    rows.map(({ readings, ...fields }) => ({
      ...fields,
      readings: readings.map(({ day, digest }) => ({ day, digest })),
    }))
  expect(plain(await rowsOf(seeded))).toEqual(plain(await rowsOf(fresh)))
  await Promise.all([harness, otherHarness].map((one) => one.close()))
  await Promise.all([seeded, fresh].map((one) => one.close()))
})
