import { openSolanaNode } from '@vaultwright/chain'
import { seedSolanaDemo, solanaDemoDays, solanaDemoStart } from '@vaultwright/operations'
import { openStore, type Store } from '@vaultwright/store'
import { decodeVaultReading, parseKeptAccounts } from '@vaultwright/svm'
import { dayOf, endOfDay, shiftDay } from '@vaultwright/valuation'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshName } from '../support/store/store-fixture.ts'
import { solanaUsdText } from './vault-world.ts'
import { openSolanaWorld, type SolanaWorld } from './world.ts'

const nowUnix = BigInt(Date.UTC(2026, 5, 20, 13) / 1_000)
let world: SolanaWorld
let store: Store
beforeAll(async () => {
  world = await openSolanaWorld({ unix: solanaDemoStart(nowUnix) })
  world.shim.add({ svm_followClock: () => true })
  store = await openStore(':memory:', { migrate: true, nowUnix: () => nowUnix })
})
afterAll(async () => {
  await store.close()
  await world.close()
})

async function control(method: string, params: readonly unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await fetch(world.url, { method: 'POST', body })
  return ((await response.json()) as { result: unknown }).result
}

async function seed(genesisHash: string) {
  const tenant = await store.tenants.create({ name: freshName() }, 'local:test')
  const node = openSolanaNode({ endpoints: [world.url], genesisHash })
  try {
    const parts = { store, tenantId: tenant.id, definition: solanaUsdText, node, control, nowUnix }
    return await seedSolanaDemo(parts)
  } finally {
    await node.close()
  }
}

test('law: the demo has a reading of each of ten days, each at its end, at a rate that rises', async () => {
  const vault = await seed(world.genesisHash)
  const range = { vault: vault.address, from: '2026-01-01', to: '2026-12-31' }
  const { items } = await store.svmReadings.page(vault.tenantId, range, { after: null, limit: 50 })
  const days = Array.from({ length: solanaDemoDays }, (_, ago) =>
    shiftDay(dayOf(nowUnix), ago - solanaDemoDays),
  )
  expect(items.map(({ day }) => day)).toEqual(days)
  const rates = items.map(({ body, day, atUnix }) => {
    expect(atUnix - endOfDay(day)).toBe(30n)
    const of = { vault: vault.address, program: vault.program }
    return decodeVaultReading(parseKeptAccounts(body), of).state.exchangeRate
  })
  expect(rates.every((rate, index) => index === 0 || rate > rates[index - 1]!)).toBe(true)
  expect(new Set(rates.slice(1).map((rate, index) => rate - rates[index]!)).size).toBe(9)
})

test('refuses: a chain of another genesis, and keeps no reading of it', async () => {
  await expect(seed(world.people.treasury)).rejects.toMatchObject({ code: 'wrong_genesis' })
  const vaults = await store.svmVaults.everywhere()
  const marks = await Promise.all(
    vaults.map(({ tenantId, address }) => store.svmReadings.marks(tenantId, { vault: address })),
  )
  expect(marks.map(({ length }) => length).sort()).toEqual([0, solanaDemoDays])
})
