import { simulateOnNode } from '@vaultwright/chain'
import { appendDroneTarget, type Call } from '@vaultwright/manager'
import { assertVault, OtherVaultError, readDrones, readManager } from '@vaultwright/operations'
import { describeBatch } from '@vaultwright/packet'
import { callContextOf } from '@vaultwright/protocols'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approve, batchOf, ether, transfer } from './simulation/matrix/call.ts'
import { type MatrixWorld, openMatrixWorld } from './simulation/matrix/world.ts'

let world: MatrixWorld

beforeAll(async () => {
  world = await openMatrixWorld()
})
afterAll(async () => {
  await world?.close()
})

const suffixed = ({ target, data, value }: Call, drone: Call['target']): Call => ({
  target: drone,
  data: appendDroneTarget(data, target),
  value,
})

/** Money to the drone, and back from it. */
const lent = () => {
  const { of, drone, vault } = world
  return batchOf(
    world.main,
    transfer(of('WETH'), drone, ether),
    suffixed(transfer(of('WETH'), vault, ether / 2n), drone),
  )
}

test('golden: the code of a drone answers as one, the code of a token does not', async () => {
  const { chain, manager, vault, drone, of, main } = world
  const block = await chain.readBlock('latest')
  const place = { manager, vault, block }
  expect(await readDrones(chain, lent(), place)).toEqual([drone])
  const token = suffixed(approve(of('WETH'), of('Aave pool'), ether), of('USDC'))
  const data = batchOf(main, suffixed(approve(of('WETH'), of('Aave pool'), ether), drone))
  expect(
    await readDrones(
      chain,
      data.replaceAll(
        drone.slice(2).toLowerCase(),
        token.target.slice(2).toLowerCase(),
      ) as typeof data,
      place,
    ),
  ).toEqual([])
  expect(await readDrones(chain, lent(), { ...place, vault: of('USDC') })).toEqual([])
})

test('golden: a simulation sees who forwards, and its sentence says that the drone pays the vault', async () => {
  const { chain, manager, vault, drone, of } = world
  const strategist = of('strategist')
  const request = { from: strategist, to: manager, data: lent() }
  const simulation = await simulateOnNode(chain, request)
  expect([simulation.outcome.status, simulation.drones]).toEqual(['success', [drone]])
  const context = { ...callContextOf(null, vault), drones: simulation.drones ?? [] }
  const sentences = [...describeBatch(request.data, context, { manager }).values()].map(
    ({ sentences: [first] }) => first,
  )
  expect(sentences[1]).toMatch(new RegExp(`^${drone} transfers .* to the vault$`))
})

test('refuses: a file with another vault than the Manager acts for', async () => {
  const { chain, manager, vault, of } = world
  const strategist = of('strategist')
  const block = await chain.readBlock('latest')
  const reading = await readManager(chain, { manager, strategist, block })
  expect(() => assertVault(reading, vault)).not.toThrow()
  expect(() => assertVault(reading, of('USDC'))).toThrow(OtherVaultError)
})
