import { erc20Abi } from '@vaultwright/registry'
import { beforeAll, expect, test } from 'vitest'
import { drillOn, type ExitWorld, executeDrill, oneShare, startExitWorld } from './exit-world.ts'

let world: ExitWorld
let begin: () => Promise<void>

beforeAll(async () => {
  const lent = await startExitWorld(null)
  ;({ world, begin } = lent)
  return lent.close
})

test('golden: what idle cash lacks comes out of positions, and the chain pays what the drill says', async () => {
  await begin()
  const drill = await drillOn(world)
  expect(drill.unwinds.map(({ route, cap }) => [route, cap])).toEqual([
    ['native_wrapper/wrap', null],
    ['aave_v3/withdraw', null],
    ['erc_4626/withdraw', null],
  ])
  const [weth] = drill.assets
  expect([weth!.paid, drill.unpaid, drill.blocked, drill.unreached]).toEqual([
    weth!.demand,
    [],
    [],
    [],
  ])
  expect([drill.afterSeconds, drill.counts]).toEqual([
    84n,
    { simulations: 10, steps: 7, unknowable: [] },
  ])
  await executeDrill(world, drill)
})

test('law: a market without cash pays its cash to the unit, one unit more is refused by the named call, and the next position pays', async () => {
  await begin()
  const { ask, asset, holdingOf, act } = world
  await world.keep(oneShare)
  const aToken = await world.aTokenOf()
  await ask('anvil_setBalance', aToken, '0x56bc75e2d63100000')
  const args = [world.owner, (await holdingOf(aToken)) - 41_123_456_789_012_345_678n]
  await act(aToken, asset, { abi: erc20Abi, functionName: 'transfer', args })
  const drill = await drillOn(world)
  const aave = drill.unwinds.find(({ route }) => route === 'aave_v3/withdraw')!
  expect(aave.amount).toBe(41_123_456_789_012_345_678n)
  expect(aave.cap!.stop.target).not.toBeNull()
  expect(drill.unwinds.map(({ route }) => route)).toContain('morpho_blue/withdraw_collateral')
  const [weth] = drill.assets
  expect(weth!.paid).toBeLessThan(weth!.demand)
  const unpaid = drill.unpaid.reduce((sum, { amount }) => sum + amount, 0n)
  expect(weth!.paid + unpaid).toBe(weth!.demand)
  await executeDrill(world, drill)
})
