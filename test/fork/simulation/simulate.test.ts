import {
  crossCheck,
  type ForkPool,
  openForkPool,
  simulateEach,
  simulateOnFork,
  simulateOnNode,
} from '@vaultwright/chain'
import type { Simulation, SimulationRequest } from '@vaultwright/outcome'
import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callOf, oneToken, openWorld, unknownAccount, type World } from '../world.ts'

let world: World
let pool: ForkPool

beforeAll(async () => {
  world = await openWorld()
  pool = openForkPool({ upstreams: { 31337: world.anvil.url } })
})
afterAll(async () => {
  await pool?.close()
  await world?.close()
})

/** The result of both engines; fails if they differ. */
async function agreed(request: SimulationRequest): Promise<Simulation> {
  const check = await crossCheck({ chain: world.chain, pool }, request)
  if (!check.agreed) expect(check.differences).toEqual([])
  if (!check.agreed) throw new Error('the engines differ')
  expect(withoutEngine(check.fork)).toEqual(withoutEngine(check.simulation))
  return check.simulation
}

function withoutEngine({ engine: _, engineVersion: __, ...fields }: Simulation) {
  return fields
}

const codesOf = ({ warnings }: Simulation) => warnings.map(({ code }) => code)

describe('a batch that succeeds', () => {
  test('default: approve and deposit, with balances, approvals and logs', async () => {
    const { pool: target, tokens, vault, batchOf, call } = world
    const simulation = await agreed(
      batchOf(
        call(tokens.plain, 'approve', target.address, 100n * oneToken),
        call(target, 'deposit', 40n * oneToken, vault.address),
      ),
    )
    expect(simulation.outcome).toEqual({ status: 'success' })
    expect(simulation.vault).toBe(vault.address)
    expect(simulation.approvals).toEqual([
      expect.objectContaining({
        token: tokens.plain.address,
        spender: target.address,
        amount: 60n * oneToken,
        isUnlimited: false,
      }),
    ])
    const changes = new Map(simulation.balances.map((line) => [line.token, line]))
    expect(changes.get(tokens.plain.address)).toMatchObject({
      change: -40n * oneToken,
      isReconciled: true,
    })
    expect(changes.get(target.address)).toMatchObject({
      change: 40n * oneToken,
      isReconciled: true,
    })
    expect(simulation.transfers.map(({ token }) => token)).toEqual([
      tokens.plain.address,
      target.address,
    ])
    expect(simulation.logs.map(({ decoded }) => decoded?.name)).toContain('BoringVaultManaged')
    expect(simulation.gasUsed).toBeGreaterThan(100_000n)
    expect(simulation.gasCostWei).toBe(simulation.gasUsed * simulation.gasPriceWei!)
    expect(codesOf(simulation)).toEqual([])
  })

  test('behavior: the coin is wrapped and unwrapped', async () => {
    const { wrapped, vault, batchOf, call } = world
    const simulation = await agreed(
      batchOf(
        { ...call(wrapped, 'deposit'), value: 5n * oneToken },
        call(wrapped, 'withdraw', 2n * oneToken),
      ),
    )
    expect(simulation.outcome.status).toBe('success')
    const kinds = simulation.transfers.map(({ standard, amount }) => [standard, amount])
    expect(kinds).toEqual([
      ['wrapped', 5n * oneToken],
      ['wrapped', 2n * oneToken],
      ['native', 5n * oneToken],
      ['native', 2n * oneToken],
    ])
    expect(simulation.balances.map(({ change, isReconciled }) => [change, isReconciled])).toEqual([
      [-3n * oneToken, true],
      [3n * oneToken, true],
    ])
    expect(simulation.balances.every(({ holder }) => holder === vault.address)).toBe(true)
  })

  test('behavior: a flash loan and its batch', async () => {
    const { tokens, batchOf, borrow, call, pool: target } = world
    const simulation = await agreed(
      batchOf(
        borrow(100n * oneToken, [call(tokens.plain, 'approve', target.address, 2n ** 256n - 1n)]),
      ),
    )
    expect(simulation.outcome.status).toBe('success')
    expect(codesOf(simulation)).toEqual(['unlimited_approval'])
  })

  test('behavior: an empty batch has no effect, and says so', async () => {
    const simulation = await agreed(world.batchOf())
    expect(simulation.outcome.status).toBe('success')
    expect(codesOf(simulation)).toEqual(['no_effect'])
  })

  test('behavior: overrides count on both engines, whole storages too', async () => {
    const { tokens, batchOf, call, vault } = world
    const request = batchOf(call(tokens.plain, 'transfer', unknownAccount, oneToken))
    const emptied = await agreed({
      ...request,
      overrides: { [tokens.plain.address]: { state: {} } },
    })
    expect(emptied.outcome).toMatchObject({
      status: 'reverted',
      revert: { name: 'ERC20InsufficientBalance' },
    })
    const rich = await agreed({
      from: vault.address,
      to: unknownAccount,
      data: '0x',
      value: 5000n * oneToken,
      vault: vault.address,
      overrides: { [vault.address]: { balance: 6000n * oneToken, nonce: 7n } },
    })
    expect(rich.balances).toMatchObject([{ before: 6000n * oneToken, change: -5000n * oneToken }])
    const coded = await agreed({
      ...request,
      overrides: { [tokens.plain.address]: { code: '0x60016000526001601ff3' } },
    })
    expect(coded.outcome.status).toBe('success')
  })

  test('behavior: tokens of a collection are listed', async () => {
    const { nft, owner, vault, act } = world
    await act(nft, 'mint', vault.address, 7n)
    const abi = parseAbi(['function transferFrom(address,address,uint256)'])
    const data = encodeFunctionData({
      abi,
      functionName: 'transferFrom',
      args: [vault.address, owner, 7n],
    })
    const simulation = await agreed({
      from: vault.address,
      to: nft.address,
      data,
      vault: vault.address,
    })
    expect(simulation.transfers).toMatchObject([{ standard: 'erc721', id: 7n, amount: null }])
    expect(simulation.balances).toMatchObject([{ change: -1n, isReconciled: true }])
  })
})

describe('lies', () => {
  test.each([
    ['silent', -10n * oneToken, 0n],
    ['lying', -10n * oneToken, -100n * oneToken],
  ] as const)('behavior: a %s token is measured, not believed', async (name, change, logged) => {
    const { tokens, batchOf, call, pool: target } = world
    const request = batchOf(call(tokens[name], 'transfer', target.address, 10n * oneToken))
    const simulation = await agreed(request)
    expect(simulation.balances).toMatchObject([{ change, logged, isReconciled: false }])
    expect(codesOf(simulation)).toContain('transfer_log_mismatch')
  })

  test('behavior: a hidden fee shows at the other side', async () => {
    const { tokens, batchOf, call, pool: target } = world
    const simulation = await agreed(
      batchOf(call(tokens.hiddenFee, 'transfer', target.address, 100n * oneToken)),
    )
    expect(simulation.warnings).toMatchObject([
      { code: 'receiver_not_vault' },
      {
        code: 'transfer_log_mismatch',
        facts: { holder: target.address, change: String(99n * oneToken) },
      },
    ])
  })

  test('behavior: an honest fee names who else gets something', async () => {
    const { tokens, batchOf, call, pool: target, owner } = world
    const simulation = await agreed(
      batchOf(call(tokens.fee, 'transfer', target.address, 100n * oneToken)),
    )
    const receivers = simulation.warnings.map(({ facts }) => facts.receiver)
    expect(receivers).toContain(owner)
  })

  test('behavior: a log from what is not a token', async () => {
    const { logger, batchOf, call, pool: target } = world
    const simulation = await agreed(batchOf(call(logger, 'transfer', target.address, oneToken)))
    expect(codesOf(simulation)).toContain('transfer_log_mismatch')
    expect(codesOf(simulation)).toContain('no_effect')
  })

  test('behavior: shares for another account', async () => {
    const { tokens, batchOf, call, pool: target } = world
    const simulation = await agreed(
      batchOf(
        call(tokens.plain, 'approve', target.address, oneToken),
        call(target, 'deposit', oneToken, unknownAccount),
      ),
    )
    const warnings = simulation.warnings.filter(({ code }) => code === 'receiver_not_vault')
    expect(warnings.map(({ facts }) => facts.receiver)).toContain(unknownAccount)
  })

  test('behavior: an old block is called old', async () => {
    const block = await world.chain.readBlock('latest')
    const request = { ...world.batchOf(), nowUnix: block.timestamp + 3600n }
    expect(codesOf(await agreed(request))).toContain('stale_block')
  })
})

describe('a batch that fails', () => {
  test('error: the Manager refuses the second call', async () => {
    const { tokens, batchOf, call, pool: target, owner } = world
    const simulation = await agreed(
      batchOf(
        call(tokens.plain, 'approve', target.address, oneToken),
        call(tokens.plain, 'transfer', owner, oneToken),
      ),
    )
    expect(simulation.outcome).toMatchObject({
      status: 'reverted',
      revert: { name: 'ManagerWithMerkleVerification__FailedToVerifyManageProof' },
      failing: {
        path: [1],
        target: tokens.plain.address,
        stage: 'verification',
        arguments: { amount: oneToken },
      },
      failingUnknown: null,
    })
    expect(simulation.balances).toEqual([])
  })

  test('error: a call inside a flash loan fails', async () => {
    const { tokens, batchOf, borrow, call, pool: target } = world
    const simulation = await agreed(
      batchOf(
        call(tokens.plain, 'approve', target.address, oneToken),
        borrow(5n * oneToken, [
          call(tokens.plain, 'approve', target.address, oneToken),
          call(tokens.plain, 'transfer', unknownAccount, 5000n * oneToken),
        ]),
      ),
    )
    expect(simulation.outcome).toMatchObject({
      revert: { name: 'ERC20InsufficientBalance', arguments: { needed: 5000n * oneToken } },
      failing: { path: [1, 1], stage: 'execution', function: expect.stringMatching(/^transfer\(/) },
    })
  })

  test('error: the loan itself cannot be repaid', async () => {
    const { tokens, batchOf, borrow, call } = world
    const simulation = await agreed(
      batchOf(
        borrow(5n * oneToken, [call(tokens.plain, 'transfer', unknownAccount, 1005n * oneToken)]),
      ),
    )
    expect(simulation.outcome).toMatchObject({ failing: { path: [0], stage: 'execution' } })
  })

  test('error: no caller is let in, and no call failed', async () => {
    const request = { ...world.batchOf(), from: unknownAccount }
    const { outcome } = await agreed(request)
    expect(outcome).toMatchObject({
      revert: { name: 'Error', arguments: { message: 'UNAUTHORIZED' } },
      failing: null,
      failingUnknown: 'The Manager refused the batch before its first call.',
    })
  })

  test('error: out of gas is not a revert', async () => {
    const { tokens, batchOf, call, pool: target } = world
    const request = batchOf(call(tokens.plain, 'approve', target.address, oneToken))
    const { outcome } = await agreed({ ...request, gas: 40_000n })
    expect(outcome).toMatchObject({ status: 'reverted', halt: expect.stringMatching(/gas/i) })
  })

  test('behavior: without traces the revert data tells the call', async () => {
    const { tokens, batchOf, call, owner, chain } = world
    const blind = {
      ...chain,
      rpc: {
        ...chain.rpc,
        ask: async (calls: Parameters<typeof chain.rpc.ask>[0]) => {
          const answers = await chain.rpc.ask(calls)
          return answers.map((answer, index) =>
            calls[index]!.method.startsWith('debug_')
              ? { ok: false as const, error: { code: -32601, message: 'no', data: null } }
              : answer,
          )
        },
      },
    }
    const refused = await simulateOnNode(
      blind,
      batchOf(call(tokens.plain, 'transfer', owner, oneToken)),
    )
    expect(refused.outcome).toMatchObject({ failing: { path: [0], target: tokens.plain.address } })
    const request = batchOf(call(tokens.silent, 'transfer', unknownAccount, oneToken))
    const silent = await simulateOnNode(blind, request)
    expect(silent.balances).toMatchObject([{ change: -oneToken, logged: 0n }])
  })
})

test('behavior: of runs, too, what a contract says is kept, and the words of a node are no halt', async () => {
  const { tokens, chain, owner } = world
  const block = await chain.readBlock('latest')
  const send = (token: typeof tokens.plain, amount: bigint) => ({
    from: unknownAccount,
    to: token.address,
    data: callOf(token, 'transfer', owner, amount),
  })
  const runs = [{ transactions: [send(tokens.plain, oneToken)], reads: [] }]
  const result = await simulateEach({ chain, forks: null }, block, runs)
  expect(result.runs[0]!.transactions).toMatchObject([
    { isSuccess: false, halt: null, revert: { name: 'ERC20InsufficientBalance' } },
  ])
})

test('behavior: a fork is as it was, whatever ran on it', async () => {
  const { tokens, batchOf, call, vault, chain } = world
  const request = batchOf(call(tokens.plain, 'transfer', unknownAccount, oneToken))
  const first = await simulateOnFork(chain, pool, request)
  const second = await simulateOnFork(chain, pool, request)
  expect(second).toEqual(first)
  const data = callOf(tokens.plain, 'balanceOf', vault.address)
  const block = await chain.readBlock('latest')
  const [answer] = await chain.readCalls([{ to: tokens.plain.address, data }], block)
  expect(BigInt(answer!.data as Hex)).toBe(1000n * oneToken)
})
