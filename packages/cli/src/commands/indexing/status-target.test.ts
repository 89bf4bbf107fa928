import { openStore } from '@vaultwright/store'
import { expect, onTestFinished, test } from 'vitest'
import {
  addressOf,
  by,
  draftOf,
  svmDraftOf,
} from '../../../../../test/support/store/store-fixture.ts'
import { findStatusTarget } from './target.ts'

async function openStoreWith() {
  const store = await openStore(':memory:', { migrate: true })
  onTestFinished(() => store.close())
  const tenant = await store.tenants.create({ name: 'acme' }, by)
  await store.vaults.put(tenant.id, draftOf(1, ['local']), by)
  const svm = await store.svmVaults.put(tenant.id, svmDraftOf(1), by)
  const find = async (options: { readonly vault?: string; readonly chain?: string }) => {
    const all = { tenant: undefined, vault: undefined, chain: undefined, database: undefined }
    const { target, svmVaults } = await findStatusTarget(store, { ...all, ...options })
    return [target?.vaults.length ?? null, svmVaults.map(({ address }) => address)]
  }
  return { store, svm, find }
}

test('golden: without a choice the vaults of all chains are meant; a name or an address chooses', async () => {
  const { svm, find } = await openStoreWith()
  expect(await find({})).toEqual([1, [svm.address]])
  expect(await find({ chain: 'solana' })).toEqual([null, [svm.address]])
  expect(await find({ chain: 'local' })).toEqual([1, []])
  expect(await find({ vault: svm.name })).toEqual([null, [svm.address]])
  expect(await find({ vault: svm.address })).toEqual([null, [svm.address]])
  expect(await find({ vault: addressOf(1) })).toEqual([1, []])
})

test('refuses: an address of Solana in another letter case, and a name that no vault has', async () => {
  const { svm, find } = await openStoreWith()
  for (const vault of [svm.address.toLowerCase(), 'Another']) {
    await expect(find({ vault })).rejects.toMatchObject({ code: 'usage' })
  }
})
