import { afterEach, expect, test } from 'vitest'
import { openFairTurns } from '../../../packages/api/src/limit/fair-turn.ts'
import { builderPath, localManifest, main, seedLocalVault } from '../support/builder-world.ts'
import { openTestApi, type TestApi } from '../support/harness.ts'

let api: TestApi
afterEach(() => api.close())

const asset = localManifest.contracts.WETH!
const requests = 60

/** A batch of 50. */
const batch = {
  skip_sim: true,
  verbose: true,
  actions: Array.from({ length: 50 }, (_, at) => ({
    route: 'aave_v3/supply',
    params: { asset, amount: `0.00${at + 1}` },
  })),
}

test('law: while one tenant builds 60 batches of 50, reads and builds of another are answered between them', async () => {
  api = await openTestApi()
  const otherTenant = await api.addTenant('other')
  await seedLocalVault(api.store, api.tenant.id)
  await seedLocalVault(api.store, otherTenant.tenant.id)
  const [headers, otherHeaders] = [await api.as('strategist'), await otherTenant.as('strategist')]
  const path = builderPath('execute-multiple', main)
  // What each of them needs is prepared.
  for (const sender of [headers, otherHeaders])
    await api.ask('POST', path, { headers: sender, body: batch })

  let answered = 0
  let begun = () => {}
  const first = new Promise<void>((resolve) => {
    begun = resolve
  })
  const all = Array.from({ length: requests }, async () => {
    const { status } = await api.ask('POST', path, { headers, body: batch })
    answered++
    begun()
    return status
  })
  await first
  const before = answered
  const vaults = await api.ask('GET', '/v1/vaults', { headers: otherHeaders })
  const afterRead = answered
  const built = await api.ask('POST', path, { headers: otherHeaders, body: batch })
  const afterBuild = answered
  expect([vaults.status, built.status]).toEqual([200, 200])
  expect(await Promise.all(all)).toEqual(Array(requests).fill(200))
  expect(afterRead - before).toBeLessThan(requests / 3)
  expect(afterBuild).toBeLessThan(requests)
})

test('golden: turns of two tenants that build alternate while both wait', async () => {
  const order: { readonly name: string; readonly bothWait: boolean }[] = []
  api = await openTestApi()
  const { turns } = api.context
  const otherTenant = await api.addTenant('other')
  const counted = openFairTurns()
  const waiting = { a: 0, b: 0 }
  Object.assign(turns, {
    next: async (tenantId: string) => {
      const name = tenantId === otherTenant.tenant.id ? 'b' : 'a'
      waiting[name]++
      await counted.next(tenantId)
      order.push({ name, bothWait: waiting.a > 0 && waiting.b > 0 })
      waiting[name]--
    },
  })
  await seedLocalVault(api.store, api.tenant.id)
  await seedLocalVault(api.store, otherTenant.tenant.id)
  const [headers, otherHeaders] = [await api.as('strategist'), await otherTenant.as('strategist')]
  const path = builderPath('execute-multiple', main)
  const ask = (one: Readonly<Record<string, string>>) =>
    api.ask('POST', path, { headers: one, body: batch })
  await Promise.all([ask(headers), ask(otherHeaders)])
  order.splice(0)
  const many = Array.from({ length: 20 }, () => ask(headers))
  const few = Array.from({ length: 5 }, () => ask(otherHeaders))
  await Promise.all(few)
  // A turn for each build, and none for the answer of one that is quick.
  expect(order.filter(({ name }) => name === 'b')).toHaveLength(5)
  // Where both wait, one has as many as the other: none has two in a row.
  for (const [index, { name, bothWait }] of order.entries()) {
    if (bothWait) expect(order[index - 1]?.name, `turn ${index}`).not.toBe(name)
  }
  const share = order.filter(({ bothWait }) => bothWait)
  const [ofA, ofB] = ['a', 'b'].map((one) => share.filter(({ name }) => name === one).length)
  expect(ofA).toBeGreaterThanOrEqual(2)
  expect(ofB).toBeGreaterThanOrEqual(2)
  await Promise.all(many)
  expect(order.filter(({ name }) => name === 'a')).toHaveLength(20)
})
