import {
  openSolanaNode,
  type SolanaNode,
  type SvmEffect,
  type SvmEffectContext,
  type SvmSimulation,
  svmEffectOf,
} from '@vaultwright/chain'
import {
  associatedTokenProgram,
  closeTokenAccountInstruction,
  createAssociatedTokenInstruction,
  type Instruction,
  type SvmAddress,
  syncNativeInstruction,
  systemProgram,
  tokenProgram,
  writableAccount,
} from '@vaultwright/svm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runsOf } from '../../support/runs.ts'
import { openSolanaWorld, type SolanaWorld } from '../world.ts'
import {
  contextOf,
  manageCalls,
  solTransfer,
  tokenTransfer,
  transactionOf,
  watchedOf,
} from './transfer.ts'

let world: SolanaWorld
let node: SolanaNode
beforeAll(async () => {
  world = await openSolanaWorld()
  node = openSolanaNode({ endpoints: [world.url], genesisHash: world.genesisHash, retries: 0 })
})
afterAll(async () => {
  await node.close()
  await world.close()
})

type Ran = { readonly simulation: SvmSimulation; readonly base64: string }

/** Permits the calls, builds one transaction of them and simulates it. */
async function simulate(calls: readonly Instruction[], version: 0 | 1 = 0): Promise<Ran> {
  const managed = manageCalls(world, calls)
  for (const { operators, digest } of managed) await world.permit(operators, digest)
  const instructions = managed.map(({ instruction }) => instruction)
  const lifetime = world.svm.latestBlockhash()
  const base64 = transactionOf(world, instructions, { version, lifetime })
  const watched = [
    ...watchedOf(world),
    ...calls.flatMap(({ accounts }) => accounts.map((account) => account.address)),
  ]
  return { simulation: await node.simulate(base64, { watched }), base64 }
}

const nothing = { slot: 0n, accounts: new Map() }

/** The effect, by the node's own token balances and by the accounts: both must be the same. */
function effectsOf(simulation: SvmSimulation, change: Partial<SvmEffectContext> = {}): SvmEffect {
  const context = { ...contextOf(world), ...change }
  const effect = svmEffectOf(simulation, nothing, context)
  expect(svmEffectOf({ ...simulation, tokenBalances: null }, nothing, context)).toEqual(effect)
  return effect
}

/** The holdings of the vault: of each token, and of SOL. */
function holdings(): ReadonlyMap<SvmAddress, bigint> {
  const vault = world.subAccount(0)
  const tokens = Object.values(world.mints).map(
    (mint) => [mint, world.tokensOf(vault, mint) ?? 0n] as const,
  )
  return new Map([...tokens, [systemProgram, world.lamportsOf(vault)]])
}

function netOf({ transfers }: SvmEffect): Record<string, bigint> {
  return Object.fromEntries(
    transfers.map(({ tokenAddress, rawAmount, direction }) => [
      tokenAddress,
      direction === 'in' ? rawAmount : -rawAmount,
    ]),
  )
}

test('law: transfers are the differences of the balances after really sending, in any mix and version', async () => {
  const { usdc, xusd, wsol } = world.mints
  const { treasury } = world.people
  const vault = world.subAccount(0)
  const held = world.holding(vault, wsol)
  const moves: Record<string, (amount: bigint) => readonly Instruction[]> = {
    usdc: (amount) => [tokenTransfer(world, usdc, { recipient: treasury, amount })],
    xusd: (amount) => [tokenTransfer(world, xusd, { recipient: treasury, amount })],
    sol: (amount) => [solTransfer(world, treasury, amount)],
    wrap: (amount) => [
      solTransfer(world, held, amount),
      syncNativeInstruction({ tokenProgram, tokenAccount: held }),
    ],
  }
  const mix = fc.uniqueArray(fc.constantFrom(...Object.keys(moves)), { minLength: 1, maxLength: 4 })
  const version = fc.constantFrom<(0 | 1)[]>(0, 1)
  await fc.assert(
    fc.asyncProperty(mix, fc.bigInt(1n, 2_000_000n), version, async (names, amount, form) => {
      world.svm.expireBlockhash()
      const calls = names.flatMap((name) => moves[name]!(amount))
      const { simulation, base64 } = await simulate(calls, form)
      expect(simulation.error).toBeNull()
      const effect = effectsOf(simulation)
      const before = holdings()
      expect((await world.execute(base64)).err).toBeNull()
      const changes = [...holdings()].flatMap(([token, amountAfter]) => {
        const change = amountAfter - before.get(token)!
        return change === 0n ? [] : [[token, change]]
      })
      expect(netOf(effect)).toEqual(Object.fromEntries(changes))
      expect(effect.warnings).toEqual([])
    }),
    { numRuns: runsOf(0.08) },
  )
})

test('golden: a transfer in whole units, with the symbol of the definition or the mint', async () => {
  const { usdc } = world.mints
  const recipient = world.people.treasury
  const { simulation } = await simulate([
    tokenTransfer(world, usdc, { recipient, amount: 1_250_000n }),
  ])
  const row = { tokenAddress: usdc, amount: '1.25', rawAmount: 1_250_000n, direction: 'out' }
  expect(effectsOf(simulation).transfers).toEqual([{ token: 'USDC', ...row }])
  const nameless = { symbolOf: () => null }
  expect(effectsOf(simulation, nameless).transfers).toEqual([{ token: usdc, ...row }])
  const unknown = svmEffectOf({ ...simulation, tokenBalances: null }, nothing, {
    ...contextOf(world),
    decimalsOf: () => null,
  })
  expect(unknown.transfers).toEqual([{ token: 'USDC', ...row, amount: null }])
})

test('golden: rent that the vault pays or gets back is in its SOL, and named', async () => {
  const { wsol } = world.mints
  const vault = world.subAccount(0)
  const tokenAccount = world.holding(vault, wsol)
  const programs = [...contextOf(world).programs, associatedTokenProgram]
  const close = closeTokenAccountInstruction({
    tokenProgram,
    tokenAccount,
    recipient: vault,
    authority: vault,
  })
  if (world.account(tokenAccount) === null) {
    const simulation = await simulate([
      createAssociatedTokenInstruction({ payer: vault, owner: vault, mint: wsol, tokenProgram }),
    ])
    expect((await world.execute(simulation.base64)).err).toBeNull()
  }
  const closed = await simulate([close])
  const rent = 2_039_280n
  const back = world.lamportsOf(tokenAccount)
  const effect = effectsOf(closed.simulation, { programs })
  expect(netOf(effect)[systemProgram]).toBe(back)
  expect(effect.warnings).toMatchObject([
    { code: 'rent_included', facts: { lamports: String(-rent) } },
  ])
  expect((await world.execute(closed.base64)).err).toBeNull()
  const simulation = await simulate([
    createAssociatedTokenInstruction({ payer: vault, owner: vault, mint: wsol, tokenProgram }),
  ])
  const paid = effectsOf(simulation.simulation, { programs, tokens: [] })
  expect(netOf(paid)).toEqual({ [systemProgram]: -rent })
  expect(paid.warnings).toMatchObject([
    { code: 'rent_included', facts: { lamports: String(rent) } },
  ])
})

test('golden: what an owner of tokens should not sign unread is warned of', async () => {
  const { usdc } = world.mints
  const { treasury, outsider, strategist } = world.people
  const tokenAccount = world.holding(world.subAccount(0), usdc)
  const authority = (kind: number): Instruction => ({
    program: tokenProgram,
    accounts: [
      writableAccount(tokenAccount),
      { ...writableAccount(world.subAccount(0)), isSigner: true },
    ],
    data: Uint8Array.of(6, kind, 1, ...new Uint8Array(32).fill(9)),
  })
  const approve: Instruction = {
    program: tokenProgram,
    accounts: [
      writableAccount(tokenAccount),
      writableAccount(outsider),
      { ...writableAccount(world.subAccount(0)), isSigner: true },
    ],
    data: Uint8Array.of(4, 77, 0, 0, 0, 0, 0, 0, 0),
  }
  const codesOf = async (calls: readonly Instruction[], change: Partial<SvmEffectContext> = {}) => {
    const { simulation } = await simulate(calls)
    expect(simulation.error).toBeNull()
    return effectsOf(simulation, change).warnings.map(({ code }) => code)
  }
  expect(await codesOf([approve])).toEqual(['delegate_changed'])
  expect(await codesOf([authority(3)])).toEqual(['close_authority_changed'])
  expect(await codesOf([authority(2)])).toEqual(
    ['account_owner_changed', 'unnamed_outflow'].slice(0, 1),
  )
  const transfer = tokenTransfer(world, usdc, { recipient: treasury, amount: 1n })
  expect(await codesOf([transfer], { tokens: [] })).toEqual(['unnamed_outflow'])
  expect(await codesOf([transfer], { programs: [] })).toEqual(['unknown_program'])
  const all = world.lamportsOf(world.subAccount(0))
  const thin = await simulate([solTransfer(world, treasury, all - 1n)])
  expect(thin.simulation.error?.name).toBe('InsufficientFundsForRent')
  const { simulation } = await simulate([transfer])
  const poorer = { ...simulation, feeLamports: 1_000n }
  const warnings = svmEffectOf(poorer, nothing, contextOf(world)).warnings
  expect(warnings).toMatchObject([
    { code: 'strategist_paid', facts: { strategist, lamports: '4000' } },
  ])
  const later = { ...simulation, slot: simulation.slot! + 1n }
  expect(svmEffectOf(later, nothing, contextOf(world)).warnings).toMatchObject([
    { code: 'balances_of_two_slots' },
  ])
})

test('golden: a failure names the program that failed first and what its number means', async () => {
  const { usdc } = world.mints
  const recipient = world.people.treasury
  const transfer = tokenTransfer(world, usdc, { recipient, amount: 10n ** 18n })
  const { simulation } = await simulate([solTransfer(world, recipient, 1_000_000n), transfer])
  expect(simulation).toMatchObject({
    status: 'failed',
    accountsAfter: null,
    error: {
      instruction: 1,
      program: tokenProgram,
      programCode: 1,
      name: 'InsufficientFunds',
      err: { InstructionError: [1, { Custom: 1 }] },
    },
  })
  expect(simulation.error?.text).toContain(
    `Instruction 1 fails in program ${tokenProgram}: InsufficientFunds (1).`,
  )
  expect(effectsOf(simulation)).toEqual({ transfers: [], warnings: [] })
  expect(simulation.logs.filter((line) => line.includes(' failed: '))).toHaveLength(2)
})

test('golden: a call without permission fails in the vault program', async () => {
  const { usdc } = world.mints
  const recipient = world.people.newcomer
  const [call] = manageCalls(world, [tokenTransfer(world, usdc, { recipient, amount: 5n })])
  const lifetime = world.svm.latestBlockhash()
  const base64 = transactionOf(world, [call!.instruction], { version: 0, lifetime })
  const { error } = await node.simulate(base64, { watched: [] })
  expect(error).toMatchObject({
    program: world.program,
    programCode: 3012,
    name: 'AccountNotInitialized',
  })
})
