import type { Address } from '@vaultwright/base'
import { openProvenBlock } from '@vaultwright/chain'
import { type AppliedShock, applyShock, openDrillWorld, type Shock } from '@vaultwright/outcome'
import { beforeAll, expect, test } from 'vitest'
import { drillOn, type ExitWorld, executeDrill, oneShare, startExitWorld } from './exit-world.ts'

let world: ExitWorld
let begin: () => Promise<void>

beforeAll(async () => {
  const lent = await startExitWorld(oneShare)
  ;({ world, begin } = lent)
  return lent.close
})

/** Makes the same changes on the chain. */
async function impose({ overrides }: AppliedShock) {
  for (const change of overrides) {
    if ('code' in change) await world.ask('anvil_setCode', change.account, change.code)
    else await world.ask('anvil_setStorageAt', change.account, change.slot, change.word)
  }
}

async function shocked(shocks: readonly Shock[]) {
  const applied: AppliedShock[] = []
  const drill = await drillOn(world, {}, async (on) => {
    for (const shock of shocks) applied.push(await applyShock(on, shock))
  })
  return { drill, applied }
}

test('law: under shocks every step ends as foretold on a chain that is so, and every cap is the most', async () => {
  await begin()
  const aToken = await world.aTokenOf()
  const { asset: token, place } = world
  const value = { byBps: -2_000n }
  const { drill, applied } = await shocked([
    { kind: 'cash', token, holder: aToken, value: { to: 33_000_000_000_000_000_001n } },
    { kind: 'feed', feed: place('Morpho oracle'), value },
  ])
  expect(applied.map(({ shown }) => shown.map(({ getter }) => getter))).toEqual([
    ['balanceOf(address)'],
    ['price()'],
  ])
  const [aave] = drill.unwinds.filter(({ route }) => route === 'aave_v3/withdraw')
  expect(aave!.paid).toBe(33_000_000_000_000_000_001n)
  const capped = drill.unwinds.filter(({ cap }) => cap !== null)
  expect(capped.map(({ route }) => route)).toContain('morpho_blue/withdraw_collateral')
  for (const shock of applied) await impose(shock)
  await executeDrill(world, drill)
})

test('law: a shock of nothing changes nothing', async () => {
  await begin()
  const { asset: token, place } = world
  const plain = await drillOn(world)
  const value = { byBps: 0n }
  const { drill } = await shocked([
    { kind: 'cash', token, holder: await world.aTokenOf(), value },
    { kind: 'rate', accountant: place('Local ETH: accountant'), value },
  ])
  expect(drill).toEqual(plain)
})

test('law: a pause is found by its getter, and the stop is the call that it stops', async () => {
  await begin()
  const contract = world.place('Local ETH: teller')
  const { drill, applied } = await shocked([{ kind: 'paused', contract }])
  expect([applied[0]!.overrides.length, drill.payments]).toEqual([1, []])
  expect(drill.unpaid.map(({ stop }) => stop!.target)).toEqual(drill.unpaid.map(() => contract))
  await impose(applied[0]!)
  await executeDrill(world, drill)
})

test('refuses: a feed without code, one that tells no price, a balance that no slot holds', async () => {
  await begin()
  const base = await openProvenBlock(world.chain, await world.chain.readBlock('latest'))
  const on = await openDrillWorld(base, {
    stepSeconds: 12n,
    delaySeconds: 0n,
    nowMs: () => performance.now(),
  })
  const value = { byBps: -100n }
  const refusalOf = (shock: Shock) =>
    applyShock(on, shock).then(
      () => null,
      (error: { readonly shortMessage: string }) => error.shortMessage,
    )
  const feed: Address = '0x00000000000000000000000000000000000000A9'
  expect(await refusalOf({ kind: 'feed', feed, value })).toContain('it has no code')
  expect(await refusalOf({ kind: 'feed', feed: world.asset, value })).toContain('answers none of')
  expect(await refusalOf({ kind: 'paused', contract: world.asset })).toContain('answers none of')
  const stEth = world.place('stETH')
  const holding = { kind: 'cash', token: stEth, holder: world.vault } as const
  expect(await refusalOf({ ...holding, value: { to: 5n } })).toContain('no slot')
})
