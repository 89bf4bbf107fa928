import { buildLeafTree } from '@vaultwright/manager'
import type { Drill } from '@vaultwright/operations'
import { type AppliedShock, applyShock, type Shock } from '@vaultwright/outcome'
import { knownFactsOf } from '@vaultwright/protocols'
import { withdrawQueueAbi } from '@vaultwright/registry'
import { beforeAll, expect, test } from 'vitest'
import { localTree } from '../../support/node/local-chain.ts'
import { drillOn, type ExitWorld, executeDrill, oneShare, startExitWorld } from './exit-world.ts'

let world: ExitWorld
let begin: () => Promise<void>

beforeAll(async () => {
  const lent = await startExitWorld(50n * oneShare)
  ;({ world, begin } = lent)
  return lent.close
})

const cases: readonly (readonly [name: string, shocks: () => Promise<readonly Shock[]>])[] = [
  ['nothing', async () => []],
  [
    'a market without any cash',
    async () => [
      { kind: 'cash', token: world.asset, holder: await world.aTokenOf(), value: { to: 0n } },
    ],
  ],
  [
    'a price that falls by a fifth',
    async () => [
      { kind: 'feed', feed: world.place('Morpho oracle'), value: { byBps: -2_000n } },
      {
        kind: 'cash',
        token: world.asset,
        holder: await world.aTokenOf(),
        value: { byBps: -9_900n },
      },
    ],
  ],
  [
    'a savings vault whose cash is half gone',
    async () => [
      {
        kind: 'cash',
        token: world.asset,
        holder: world.place('Savings WETH'),
        value: { byBps: -5_000n },
      },
    ],
  ],
  [
    'a rate of 5 % less',
    async () => [
      {
        kind: 'rate',
        accountant: world.place('Local ETH: accountant'),
        value: { byBps: -500n },
      },
    ],
  ],
]

test.each(cases)('law: under %s each step, cap and refusal is the chain’s', async (_, shocksOf) => {
  await begin()
  const applied: AppliedShock[] = []
  const shocks = await shocksOf()
  const drill = await drillOn(world, {}, async (on) => {
    for (const shock of shocks) applied.push(await applyShock(on, shock))
  })
  for (const { overrides } of applied)
    for (const change of overrides) {
      if ('code' in change) await world.ask('anvil_setCode', change.account, change.code)
      else await world.ask('anvil_setStorageAt', change.account, change.slot, change.word)
    }
  await executeDrill(world, drill)
  const [weth] = drill.assets
  const unpaid = drill.unpaid.reduce((sum, { amount }) => sum + amount, 0n)
  expect(weth!.paid + unpaid).toBe(weth!.demand)
  console.log(
    `${drill.counts.simulations} simulations, ${drill.unwinds.length} positions, ${drill.unpaid.length} unpaid`,
  )
})

test('law: more demand never pays less of the earlier requests', async () => {
  await begin()
  const { demand } = await world.queryOf()
  if (!('queue' in demand)) throw new Error('No queue.')
  const { queue } = demand
  const paidBy = new Map<string, bigint>()
  for (let count = 1; count <= queue.ids.length; count += 1) {
    const part = { ...queue, ids: queue.ids.slice(0, count) }
    const drill = await drillOn(world, { demand: { kind: 'matured', queue: part } })
    for (const step of drill.payments) {
      if (step.kind === 'wait' || step.request === null) continue
      expect(step.paid).toBeGreaterThanOrEqual(paidBy.get(step.request) ?? 0n)
      paidBy.set(step.request, step.paid)
    }
    const paid = new Set(drill.payments.flatMap((step) => step.request ?? []))
    for (const id of paidBy.keys()) expect(paid).toContain(id)
  }
  expect(paidBy.size).toBeGreaterThan(2)
})

test('law: one transaction for all positions is run as one, and the chain does the same', async () => {
  await begin()
  const drill = await drillOn(world, { unwinding: 'batch' })
  expect(drill.batch!.stop).toBeNull()
  expect(drill.payments.length).toBeGreaterThan(2)
  expect(drill.unwinds.length).toBeGreaterThan(2)
  await executeDrill(world, drill)
})

test('law: a root without the leaves refuses every exit by the error of the Manager, and idle cash pays alone', async () => {
  await begin()
  const drill = await drillOn(world, { strategist: world.place('second strategist') })
  expect(drill.unwinds).toEqual([])
  const names = drill.blocked.map(({ stop }) => ('halt' in stop.error ? null : stop.error.name))
  expect(new Set(names)).toEqual(
    new Set(['ManagerWithMerkleVerification__FailedToVerifyManageProof']),
  )
  await executeDrill(world, drill)
})

test('law: a leaf that is taken away is named as the leaf that is missing, and the drill goes on', async () => {
  await begin()
  const { tree: context } = await world.queryOf()
  const removed = context.tree.leaves.find(
    ({ description }) => description === 'Withdraw WETH from Aave v3',
  )!
  const leaves = context.tree.leaves.filter((leaf) => leaf !== removed)
  const drill = await drillOn(world, { tree: { ...context, tree: buildLeafTree(leaves) } })
  const missing = drill.unreached.flatMap((source) => source.missing)
  const named = missing.find(({ route }) => route === 'aave_v3/withdraw')!.leaf
  expect([named.target, named.signature, named.arguments, named.decoder]).toEqual([
    removed.target,
    removed.signature,
    removed.arguments,
    removed.decoder,
  ])
  expect(drill.blocked.length).toBeGreaterThan(0)
})

test('law: requests that mature later are waited for, and paid at the stated second', async () => {
  await begin()
  const { act, users, address, asset } = world
  const args = [asset, 2n * oneShare, 0, 604_800]
  await act(users[1]!, address, {
    abi: withdrawQueueAbi,
    functionName: 'requestOnChainWithdraw',
    args,
  })
  const { demand } = await world.queryOf()
  if (!('queue' in demand)) throw new Error('No queue.')
  const drill = await drillOn(world, { demand: { ...demand, kind: 'all_requests' } })
  expect(drill.payments.map(({ kind }) => kind)).toContain('wait')
  await executeDrill(world, drill)
})

test('law: all shares of Local USD leave each position as far as it goes, executed', async () => {
  await begin()
  const { place, holdingOf } = world
  const vault = place('Local USD')
  const usdc = place('USDC')
  const tree = localTree('local-usd-main-3').tree
  const manager = place('Local USD: manager')
  const knownFacts = knownFactsOf(world.local.manifest.chainId)
  const drill: Drill = await drillOn(world, {
    tree: { tree, vault, manager, drones: [], knownFacts },
    accountant: place('Local USD: accountant'),
    demand: { kind: 'all_supply', asset: usdc },
    payer: {
      vault,
      teller: place('Local USD: teller'),
      solver: { address: place('solver'), form: 'covering', owner: null },
      sender: place('owner'),
    },
  })
  const [entry] = drill.assets
  const routes = drill.unwinds.map(({ route }) => route)
  expect(routes).toContain('compound_v3/withdraw')
  const idle = await holdingOf(vault, usdc)
  const gathered = drill.unwinds.reduce((sum, { paid }) => sum + paid, idle)
  const unpaid = drill.unpaid.reduce((sum, { amount }) => sum + amount, 0n)
  expect(entry!.paid + unpaid).toBe(entry!.demand)
  expect(gathered - entry!.paid).toBeGreaterThanOrEqual(0n)
  if (unpaid > 0n) expect(gathered - entry!.paid).toBeLessThan(2n)
  await executeDrill({ ...world, vault }, drill)
})
