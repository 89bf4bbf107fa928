import type { Address, Hex } from '@vaultwright/base'
import { afterEach, expect, test } from 'vitest'
import {
  builderPath,
  lending,
  localEth,
  localManifest,
  localUsd,
  main,
  seedLocalVault,
  setRoot,
  treeOfStrategist,
} from '../support/builder-world.ts'
import { openTestApi, type TestApi, testActor } from '../support/harness.ts'

let api: TestApi
let headers: Readonly<Record<string, string>>
afterEach(() => api.close())

const open = async (seeding: Parameters<typeof seedLocalVault>[2] = {}) => {
  api = await openTestApi()
  headers = await api.as('strategist')
  await seedLocalVault(api.store, api.tenant.id, seeding)
}

const asset = localManifest.contracts.WETH!
const supply = { route: 'aave_v3/supply', params: { asset, amount: '1' } }
const build = (who: Address, { route, params }: { route: string; params: object } = supply) =>
  api.ask('POST', builderPath('execute', `${who}/${route}`), {
    headers,
    body: { params, skip_sim: true },
  })
const loan = {
  route: 'balancer_v2/flash_loan',
  params: { token: asset, amount: '1', actions: [supply] },
}

const push = (strategist: Address) => {
  const file = treeOfStrategist(localEth, strategist)
  const place = { chain: 'local', vault: localEth.vault, strategist }
  return api.store.trees.push(api.tenant.id, { ...place, file }, testActor)
}
const rootOfStrategist = (strategist: Address) =>
  localEth.strategists.find(({ address }) => address === strategist)!.root
const set = (strategist: Address, root: Hex, block: bigint) =>
  setRoot(api.store, api.tenant.id, { vault: localEth, strategist, root, block })

test("behavior: the Manager's tree is used as soon as it is pushed", async () => {
  await open({ withoutTrees: localEth.strategists.map(({ address }) => address) })
  await push(main)
  await set(localEth.manager, rootOfStrategist(lending), 500n)
  const before = await build(main, loan)
  expect([before.status, before.text]).toEqual([
    400,
    expect.stringContaining('its tree was not given'),
  ])
  await push(lending)
  expect((await build(main, loan)).status).toBe(200)
})

test('behavior: calldata is of the root, the Manager and the vault as they are at that moment', async () => {
  await open()
  await seedLocalVault(api.store, api.tenant.id, { vault: localUsd })
  const first = await build(main)
  expect([first.status, first.body.target]).toEqual([200, localEth.manager])
  // The other vault of the same strategist and another tree.
  const answer = await api.ask(
    'POST',
    `/v1/tx-builder/api/execute/local/${localUsd.vault}/${main}/${supply.route}`,
    {
      headers,
      body: { params: { asset: localManifest.contracts.USDC, amount: '1' }, skip_sim: true },
    },
  )
  expect([answer.status, answer.body.target]).toEqual([200, localUsd.manager])
  // Both vaults have one root now: each keeps its own Manager, and its own accounts.
  const shared = rootOfStrategist(main)
  await setRoot(api.store, api.tenant.id, {
    vault: localUsd,
    strategist: main,
    root: shared,
    block: 900n,
  })
  const foreign = await api.ask(
    'POST',
    `/v1/tx-builder/api/execute/local/${localUsd.vault}/${main}/${supply.route}`,
    {
      headers,
      body: { params: supply.params, skip_sim: true },
    },
  )
  expect(foreign.status === 200 ? foreign.body.target : localUsd.manager).toBe(localUsd.manager)
  expect((await build(main)).body.encoded_tx_data).toBe(first.body.encoded_tx_data)
  // Another Manager for the same vault.
  const place = { chain: 'local', vault: localEth.vault }
  const vault = (await api.store.vaults.find(api.tenant.id, place))!
  const moved = '0x1111111111111111111111111111111111111111'
  const deployments = vault.deployments.map((one) => ({ ...one, manager: moved }) as const)
  await api.store.vaults.put(api.tenant.id, { ...vault, deployments }, testActor)
  const then = await build(main)
  expect(then.status === 200 ? then.body.target : moved).toBe(moved)
  await api.store.vaults.put(api.tenant.id, vault, testActor)
  // Rights that were taken away, and another tree.
  await set(main, `0x${'0'.repeat(64)}`, 901n)
  expect((await build(main)).status).not.toBe(200)
  await set(main, rootOfStrategist(lending), 902n)
  const small = await build(main)
  expect([small.status, small.body.encoded_tx_data === first.body.encoded_tx_data]).toEqual([
    200,
    false,
  ])
})
