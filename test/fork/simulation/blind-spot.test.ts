import type { Address } from '@vaultwright/base'
import {
  crossCheck,
  openChain,
  openHttpRpc,
  simulateOnFork,
  simulateOnNode,
  UnsteadySimulationError,
} from '@vaultwright/chain'
import { appendDroneTarget, type Call } from '@vaultwright/manager'
import type { Simulation, SimulationRequest } from '@vaultwright/outcome'
import { encodeFunctionData, parseAbi } from 'viem'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Lie, lyingNode } from '../../support/node/lying-node.ts'
import { approve, batchOf, callOf, ether, transfer } from './matrix/call.ts'
import { accountOf, type MatrixWorld, openMatrixWorld } from './matrix/world.ts'

const most = 2n ** 256n - 1n
const payee = accountOf('payee')
const abi = parseAbi([
  'function manage(address[] targets, bytes[] data, uint256[] values) returns (bytes[])',
])

let world: MatrixWorld

beforeAll(async () => {
  world = await openMatrixWorld()
})
afterAll(() => world?.close())

/** The result of both engines, warnings included. */
async function agreed(request: SimulationRequest): Promise<Simulation> {
  const checked = await crossCheck(world, request)
  if (!checked.agreed) expect.fail(JSON.stringify(checked.differences))
  return checked.simulation
}

/** A request of the owner to the vault, without a Manager. */
function byOwner(...calls: readonly Call[]): SimulationRequest {
  const args = [
    calls.map(({ target }) => target),
    calls.map(({ data }) => data),
    calls.map(({ value }) => value),
  ] as const
  const data = encodeFunctionData({ abi, args })
  return { from: world.of('owner'), to: world.vault, data }
}

const through = ({ target, data, value }: Call): Call => ({
  target: world.drone,
  data: appendDroneTarget(data, target),
  value,
})
const codesOf = ({ warnings }: Simulation) => warnings.map(({ code }) => code)

test('behavior: an owner who calls the vault itself is measured too', async () => {
  const simulation = await agreed(
    byOwner(approve(world.of('WETH'), payee, most), transfer(world.of('WETH'), payee, ether)),
  )
  expect(simulation.vault).toBe(world.vault)
  expect(simulation.balances).toMatchObject([{ holder: world.vault, change: -ether }])
  expect(codesOf(simulation)).toEqual(['unlimited_approval', 'receiver_not_vault'])
})

test('behavior: shares that the owner makes change the supply', async () => {
  const { data } = callOf(
    world.vault,
    'enter(address from, address asset, uint256 assetAmount, address to, uint256 shareAmount)',
    { args: [payee, world.of('WETH'), 0n, payee, ether] },
  )
  const simulation = await agreed({ from: world.of('owner'), to: world.vault, data })
  expect(simulation.outcome.status).toBe('success')
  expect(codesOf(simulation)).toContain('supply_changed')
})

test('behavior: a multisig is asked whose Manager it calls', async () => {
  const data = batchOf(world.lending, approve(world.of('WETH'), world.of('Aave pool'), most))
  const direct = await agreed({ from: world.of('Multisig'), to: world.manager, data })
  // A proxy that calls the Manager as the multisig would, put where the multisig is.
  const code = `0x365f5f375f5f365f5f73${world.manager.slice(2).toLowerCase()}5af100` as const
  const overrides = { [world.of('Multisig')]: { code } }
  const request = { from: payee, to: world.of('Multisig'), data, overrides }
  const simulation = await agreed(request)
  expect(simulation.vault).toBe(world.vault)
  expect(simulation.approvals).toEqual(direct.approvals)
  expect(codesOf(simulation)).toEqual(['unlimited_approval'])
  // A node without traces has the Manager's log.
  const chain = await chainOf((method, result) => (method.startsWith('debug_') ? null : result))
  const blind = await simulateOnNode(chain, request)
  expect(blind.vault).toBe(world.vault)
  expect(blind.approvals).toEqual(direct.approvals)
})

test('behavior: what a drone holds and permits is the vault’s', async () => {
  const weth = world.of('WETH')
  const simulation = await agreed(
    byOwner(
      transfer(weth, world.drone, 3n * ether),
      through(approve(weth, payee, most)),
      through(transfer(weth, payee, ether)),
    ),
  )
  expect(simulation.approvals).toMatchObject([
    { owner: world.drone, spender: payee, isUnlimited: true },
  ])
  expect(simulation.balances).toMatchObject([
    { token: weth, holder: world.vault, change: -3n * ether, isReconciled: true },
    { token: weth, holder: world.drone, change: 2n * ether, isReconciled: true },
  ])
  const [unlimited, receiver] = simulation.warnings
  expect(unlimited).toMatchObject({ code: 'unlimited_approval', facts: { owner: world.drone } })
  expect(receiver).toMatchObject({ code: 'receiver_not_vault', facts: { receiver: payee } })
})

test('behavior: an authorization for all markets is an approval', async () => {
  const authorize = (isOn: boolean) =>
    callOf(world.of('Morpho'), 'setAuthorization(address authorized, bool newIsAuthorized)', {
      args: [payee, isOn],
    })
  const simulation = await agreed(byOwner(authorize(true)))
  expect(simulation.approvals).toMatchObject([
    { standard: 'authorized', token: world.of('Morpho'), owner: world.vault, spender: payee },
  ])
  expect(codesOf(simulation)).toEqual(['unlimited_approval'])
})

test('behavior: the log of Permit2 reports what it keeps', async () => {
  const signature = 'approve(address token, address spender, uint160 amount, uint48 expiration)'
  const permit = (amount: bigint) =>
    callOf(world.of('Permit2'), signature, {
      args: [world.of('WETH'), payee, amount, 2 ** 48 - 1],
    })
  const simulation = await agreed(byOwner(permit(5n), permit(2n ** 160n - 1n)))
  const approval = { standard: 'permit2', token: world.of('WETH'), spender: payee }
  expect(simulation.approvals).toMatchObject([{ ...approval, amount: 2n ** 160n - 1n }])
  expect(codesOf(simulation)).toEqual(['unlimited_approval'])
  const undone = await agreed(byOwner(permit(5n), permit(0n)))
  expect(undone.approvals).toEqual([])
})

test('behavior: interest that a log counts as moved is not a lie, nor is a token of shares', async () => {
  const pool = world.of('Aave pool')
  const weth = world.of('WETH')
  const debts = 'uint256 rateMode'
  const supply = (amount: bigint) =>
    callOf(pool, 'supply(address asset, uint256 amount, address to, uint16 code)', {
      args: [weth, amount, world.vault, 0],
    })
  const borrow = callOf(
    pool,
    `borrow(address asset, uint256 amount, ${debts}, uint16 code, address to)`,
    { args: [weth, ether, 2n, 0, world.vault] },
  )
  const repay = callOf(pool, `repay(address asset, uint256 amount, ${debts}, address to)`, {
    args: [weth, ether / 7n, 2n, world.vault],
  })
  const withdraw = callOf(pool, 'withdraw(address asset, uint256 amount, address to)', {
    args: [weth, ether / 3n, world.vault],
  })
  const lent = byOwner(approve(weth, pool, most), supply(9n * ether), borrow)
  expect((await world.send(lent)).status).toBe('0x1')
  const { timestamp } = await world.chain.readBlock('latest')
  const atUnix = timestamp + 31_536_000n
  for (const call of [supply(ether), withdraw, repay]) {
    const simulation = await agreed({ ...byOwner(call), atUnix })
    expect(simulation.outcome.status).toBe('success')
    const grown = simulation.logs.map(({ decoded }) => decoded?.arguments.balanceIncrease ?? 0n)
    expect(grown.some((amount) => (amount as bigint) > 0n)).toBe(true)
    expect(simulation.balances.length).toBe(2)
    expect(simulation.balances.every(({ isReconciled }) => isReconciled)).toBe(true)
    expect(codesOf(simulation)).toEqual([])
  }
})

test('behavior: nothing of one simulation is in the next', async () => {
  const weth = world.of('WETH')
  const block = await world.chain.readBlock('latest')
  const requests: readonly SimulationRequest[] = [
    {
      ...byOwner(approve(weth, payee, most), transfer(weth, payee, ether)),
      block,
      overrides: { [payee]: { balance: 7n, nonce: 3n, code: '0x00' } },
    },
    { ...byOwner(approve(weth, payee, 5n)), block, overrides: { [weth]: { stateDiff: {} } } },
    { ...byOwner(transfer(weth, payee, 10n ** 30n)), block },
    // A fork refuses who cannot pay; it is not given up for that.
    { from: accountOf('poor'), to: payee, data: '0x', value: ether, vault: null, block },
  ]
  const outcomeOf = (request: SimulationRequest) =>
    simulateOnFork(world.chain, world.pool, request).catch((error: Error) => error.message)
  const alone = await Promise.all(requests.map(outcomeOf))
  const { started } = world.pool.stats()
  for (let round = 0; round < 50; round++) {
    const index = round % requests.length
    expect(await outcomeOf(requests[index]!)).toEqual(alone[index])
  }
  expect(world.pool.stats().started).toBe(started)
})

test.each<readonly [string, Lie]>([
  ['logs', (method, result) => changed(method, result, { logs: [] })],
  // Its own trace would contradict it.
  [
    'outcome',
    (method, result) =>
      method.startsWith('debug_') ? null : changed(method, result, { status: '0x0' }),
  ],
  ['gas', (method, result) => changed(method, result, { gasUsed: '0x5208' })],
])('error: a node that lies about %s gets no success', async (field, lie) => {
  const checked = await checkedBy(lie)
  expect(checked.agreed).toBe(false)
  expect(checked).not.toHaveProperty('simulation')
  if (checked.agreed) return
  expect(checked.differences.map((one) => one.field)).toContain(field)
})

test('error: UnsteadySimulationError for a node that contradicts itself', async () => {
  const lie: Lie = (method, result) => changed(method, result, { status: '0x0' })
  await expect(checkedBy(lie)).rejects.toThrow(UnsteadySimulationError)
})

/** The chain as a node tells it that lies. */
async function chainOf(lie: Lie) {
  const url = await lyingNode(world.local.anvil.url, lie)
  const rpc = openHttpRpc({ endpoints: [url], retries: 0 })
  onTestFinished(() => rpc.close())
  return openChain(rpc, { id: world.chain.id })
}

/** Compares a node that lies with forks of the honest one. */
async function checkedBy(lie: Lie) {
  const request = byOwner(transfer(world.of('WETH'), payee, ether))
  return crossCheck({ chain: await chainOf(lie), pool: world.pool }, request)
}

/** The answer of a node that lies about the transaction; the readers around it are left alone. */
function changed(method: string, result: unknown, lie: object): unknown {
  if (method !== 'eth_simulateV1') return result
  const blocks = result as { calls: { returnData: Address }[] }[]
  return blocks.map((block) => ({
    ...block,
    calls: block.calls.map((call, index) =>
      block.calls.length === 1 || index === 1 ? { ...call, ...lie } : call,
    ),
  }))
}
