import type { Address } from '@vaultwright/base'
import {
  encodeSolve,
  type QueueSolver,
  readInstant,
  readOwedCash,
  readPayable,
  readQueue,
} from '@vaultwright/chain'
import type { QueuedRequest } from '@vaultwright/queue'
import {
  accountantRateProvidersAbi,
  rolesAuthorityAbi,
  tellerAbi,
  vaultAbi,
} from '@vaultwright/registry'
import { encodeFunctionData, parseAbi } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { artifactOf } from '../artifact.ts'
import { openPaymentWorld, roles } from './payment-world.ts'

const oneShare = 10n ** 18n

let world: Awaited<ReturnType<typeof openPaymentWorld>>
let point: unknown

beforeAll(async () => {
  world = await openPaymentWorld()
})
beforeEach(async () => {
  if (point !== undefined) expect(await world.ask('evm_revert', point)).toBe(true)
  point = await world.ask('evm_snapshot')
})
afterAll(() => world?.local.anvil.close())

async function instantOf(teller: Address, withdrawer: Address) {
  const { chain, vault, asset } = world
  const block = await chain.readBlock('latest')
  const rate = await world.readRate()
  const idle = await world.holdingOf(vault)
  const terms = { vault, teller, withdrawer, asset, rate, oneShare, idle, block }
  return readInstant({ chain, forks: null }, terms)
}

/** Withdraws shares worth an amount, and tells what arrived; null where it is refused. The state stays. */
async function withdrawn(teller: Address, amount: bigint): Promise<bigint | null> {
  const { solver, asset, vault } = world
  const back = await world.ask('evm_snapshot')
  const rate = await world.readRate()
  const shares = (amount * oneShare + rate - 1n) / rate
  await world.act(teller, vault, {
    abi: vaultAbi,
    functionName: 'enter',
    args: [teller, asset, 0n, solver, shares],
  })
  const before = await world.holdingOf(solver)
  const args = [asset, shares, 0n, solver]
  const isPaid = await world.send(solver, teller, {
    abi: tellerAbi,
    functionName: 'bulkWithdraw',
    args,
  })
  const paid = (await world.holdingOf(solver)) - before
  expect(await world.ask('evm_revert', back)).toBe(true)
  return isPaid ? paid : null
}

test('law: the idle cash is paid at once to the base unit, executed on the chain, and one unit more is not', async () => {
  await world.ask('anvil_setBalance', world.teller, '0x56bc75e2d63100000')
  await world.keep(3_000_000_000_000_000_001n)
  const { paid, stop, buffer } = await instantOf(world.teller, world.covering)
  expect({ paid, buffer }).toEqual({ paid: 3_000_000_000_000_000_001n, buffer: null })
  expect(stop).toMatchObject({ origin: expect.any(String) })
  expect(await withdrawn(world.teller, paid)).toBe(paid)
  expect(await withdrawn(world.teller, paid + 1n)).toBeNull()
})

test('law: a buffer pays in place of idle cash, and idle cash changes nothing of it', async () => {
  const { buffered, owner, vault, asset, act, place } = world
  const savings = place('Savings WETH')
  const helper = await world.deploy('SavingsBufferHelper', [savings, vault])
  const artifact = await artifactOf('TellerWithBuffer')
  const set = (functionName: string, args: readonly unknown[]) =>
    act(owner, buffered, { abi: artifact.abi, functionName, args })
  await set('setAuthority', [place('Local ETH: roles')])
  await set('updateAssetData', [asset, true, true, 0])
  await set('allowBufferHelper', [asset, helper])
  await set('setWithdrawBufferHelper', [asset, helper])
  await act(owner, place('Local ETH: roles'), {
    abi: rolesAuthorityAbi,
    functionName: 'setRoleCapability',
    args: [roles.solver, buffered, '0x3e64ce99', true],
  })
  await world.ask('anvil_setBalance', buffered, '0x56bc75e2d63100000')
  const before = await instantOf(buffered, world.covering)
  expect(before.buffer?.toLowerCase()).toBe(helper.toLowerCase())
  expect(before.stop).not.toBeNull()
  expect(await withdrawn(buffered, before.paid)).toBe(before.paid)
  expect(await withdrawn(buffered, before.paid + 1n)).toBeNull()
  await world.keep(1n)
  expect((await instantOf(buffered, world.covering)).paid).toBe(before.paid)
  const idle = await instantOf(world.teller, world.covering)
  expect(idle.paid).toBe(1n)
})

/** Reads the matured requests, and solves them one after the other without the chain. */
async function payableBy(solver: QueueSolver) {
  const { chain, address, teller } = world
  const block = await chain.readBlock('latest')
  const { queue } = await readQueue(chain, { address, block, fromBlock: 0n, proves: false })
  const requests = queue.ids.map((id) => queue.requests.get(id)!)
  const rate = await world.readRate()
  const instant = (await instantOf(teller, solver.address)).paid
  const terms = { requests, solver, teller, sender: world.owner, instant, rate, oneShare, block }
  return { requests, payable: await readPayable({ chain, forks: null }, terms) }
}

const send = (solver: QueueSolver, requests: readonly QueuedRequest[]) =>
  world.ask('eth_sendTransactionSync', {
    from: world.owner,
    to: solver.address,
    data: encodeSolve(requests, { teller: world.teller, form: solver.form }),
    gas: '0x2dc6c0',
  }) as Promise<{ readonly status: string }>

test.each(['covering', 'legacy'] as const)(
  'law: a %s solver pays exactly the requests that are said to be paid, in their order',
  async (form) => {
    const { users, request } = world
    const [first, third, second] = users as [Address, Address, Address]
    await request(first, oneShare)
    // What was fixed before the rate fell is more than its shares are worth.
    await world.pass(90_000)
    await world.act(world.owner, world.accountant, {
      abi: accountantRateProvidersAbi,
      functionName: 'updateLower',
      args: [9_000],
    })
    await world.act(world.owner, world.accountant, {
      abi: accountantRateProvidersAbi,
      functionName: 'updateExchangeRate',
      args: [((await world.readRate()) * 99n) / 100n],
    })
    const rate = await world.readRate()
    await request(second, oneShare)
    await request(third, oneShare + oneShare / 2n)
    await request(first, oneShare / 2n)
    await world.pass(400_000)
    await world.keep((rate * 3n) / 2n)
    const solver = await world.solverOf(world[form])
    expect([solver.form, solver.owner]).toEqual([form, world.owner])
    const { requests, payable } = await payableBy(solver)
    const [lost, paid, large, small] = requests as [
      QueuedRequest,
      QueuedRequest,
      QueuedRequest,
      QueuedRequest,
    ]
    expect(payable).toMatchObject({
      strict: paid.amountOfAssets,
      fit: paid.amountOfAssets + small.amountOfAssets,
      paid: [paid.id],
      leftOut: 0,
    })
    expect(payable.unpaid.map(({ id, because }) => [id, because])).toEqual([
      [lost.id, 'own'],
      [large.id, 'cash'],
    ])
    const before = await world.holdingOf(paid.user)
    expect((await send(solver, [lost])).status).toBe('0x0')
    expect((await send(solver, [paid])).status).toBe('0x1')
    expect((await world.holdingOf(paid.user)) - before).toBe(paid.amountOfAssets)
    expect((await send(solver, [large])).status).toBe('0x0')
    expect((await send(solver, [small])).status).toBe('0x1')
  },
)

test('golden: refunds of locked deposits and fees are what the contracts say, until they are paid', async () => {
  const { chain, teller, accountant, asset, owner, vault, act, users } = world
  const [depositor] = users as [Address]
  const read = async () => {
    const block = await chain.readBlock('latest')
    return readOwedCash(chain, { teller, accountant, asset, rate: await world.readRate(), block })
  }
  const state = await chain.readCalls(
    [
      {
        to: accountant,
        data: encodeFunctionData({
          abi: accountantRateProvidersAbi,
          functionName: 'accountantState',
        }),
      },
    ],
    await chain.readBlock('latest'),
  )
  const fees = BigInt(`0x${(state[0] as { data: string }).data.slice(130, 194)}`)
  expect(await read()).toEqual({ refunds: 0n, fees })
  await act(owner, teller, { abi: tellerAbi, functionName: 'setShareLockPeriod', args: [3_600] })
  await act(depositor, asset, {
    abi: parseAbi(['function deposit() payable', 'function approve(address,uint256)']),
    functionName: 'approve',
    args: [vault, 2n * oneShare],
  })
  await act(depositor, teller, {
    abi: parseAbi(['function deposit(address,uint256,uint256,address)']),
    functionName: 'deposit',
    args: [asset, oneShare / 10n, 0n, depositor],
  })
  expect((await read()).refunds).toBe(oneShare / 10n)
  await world.pass(3_601)
  expect((await read()).refunds).toBe(0n)
})

test('refuses: an account that may not withdraw, a teller that may not mint, and a contract that solves nothing', async () => {
  const { buffered, teller, covering, users, solverOf } = world
  await expect(instantOf(teller, users[0]!)).rejects.toMatchObject({ code: 'no_withdrawer' })
  await expect(instantOf(buffered, covering)).rejects.toMatchObject({ code: 'no_withdrawer' })
  await expect(solverOf(teller)).rejects.toMatchObject({ code: 'not_a_solver' })
})
