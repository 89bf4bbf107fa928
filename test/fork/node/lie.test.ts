import type { Address } from '@vaultwright/base'
import { crossCheck } from '@vaultwright/chain'
import type { Simulation, Warning } from '@vaultwright/outcome'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { batchOf, transfer, treeOf } from '../simulation/matrix/call.ts'
import { accountOf, type MatrixWorld, openMatrixWorld } from '../simulation/matrix/world.ts'

const sent = 1000n
const payee = accountOf('payee')
const tokens = ['HUSH', 'FEE', 'SKIM', 'LIE', 'False logger', 'USDT'] as const
type Token = (typeof tokens)[number]

let world: MatrixWorld
let recipient: Address

beforeAll(async () => {
  world = await openMatrixWorld()
  const tree = treeToPayee()
  recipient = world.strategistOf('pays a stranger', tree)
  await world.settle()
})
afterAll(() => world?.close())

/** Fees go to the owner of the chain: what is sent to another account shows them. */
function treeToPayee() {
  const signature = 'transfer(address,uint256)'
  const permits = tokens.map((token) => ({ target: world.of(token), signature, args: [payee] }))
  return treeOf(world, ...permits)
}

/** The result of both engines for a transfer, field by field the same. */
async function agreed(from: Address, token: Token, to: Address): Promise<Simulation> {
  const tree = from === recipient ? treeToPayee() : world.main
  const data = batchOf(tree, transfer(world.of(token), to, sent))
  const checked = await crossCheck(world, { from, to: world.manager, data })
  if (!checked.agreed) expect.fail(JSON.stringify(checked.differences))
  expect(checked.fork.warnings).toEqual(checked.simulation.warnings)
  expect(checked.simulation.outcome).toEqual({ status: 'success' })
  return checked.simulation
}

const toOwner = (token: Token) => agreed(world.of('strategist'), token, world.of('owner'))
const toPayee = (token: Token) => agreed(recipient, token, payee)
const codesOf = ({ warnings }: Simulation) => warnings.map(({ code }) => code)
const mismatchesIn = ({ warnings }: Simulation): readonly Warning['facts'][] =>
  warnings.filter(({ code }) => code === 'transfer_log_mismatch').map(({ facts }) => facts)

test('behavior: a token that moves without a log', async () => {
  for (const simulation of [await toOwner('HUSH'), await toPayee('HUSH')]) {
    expect(simulation.transfers).toEqual([])
    expect(mismatchesIn(simulation)).toEqual([
      { token: world.of('HUSH'), holder: world.vault, change: String(-sent), logged: '0' },
    ])
  }
})

test('behavior: a token that logs more than it moves', async () => {
  for (const simulation of [await toOwner('LIE'), await toPayee('LIE')]) {
    const [ours, theirs] = mismatchesIn(simulation)
    expect(ours).toMatchObject({ holder: world.vault, change: '-1000', logged: '-10000' })
    expect(theirs).toMatchObject({ change: '1000', logged: '10000' })
  }
})

test('behavior: a hidden fee is missing at the other side', async () => {
  const simulation = await toPayee('SKIM')
  expect(mismatchesIn(simulation)).toEqual([
    { token: world.of('SKIM'), holder: payee, change: '990', logged: '1000' },
  ])
})

test('behavior: a fee that is logged names who takes it', async () => {
  const simulation = await toPayee('FEE')
  expect(mismatchesIn(simulation)).toEqual([])
  const taken = simulation.warnings.map(({ code, facts }) => [code, facts.receiver, facts.amount])
  expect(taken).toEqual([
    ['receiver_not_vault', payee, '990'],
    ['receiver_not_vault', world.of('owner'), '10'],
  ])
})

test('behavior: a log from what is not a token', async () => {
  for (const simulation of [await toOwner('False logger'), await toPayee('False logger')]) {
    expect(codesOf(simulation)).toEqual([
      'no_effect',
      'receiver_not_vault',
      'transfer_log_mismatch',
    ])
    expect(mismatchesIn(simulation)).toMatchObject([{ token: world.of('False logger') }])
    expect(simulation.balances).toEqual([])
  }
})

test('behavior: a token that returns nothing is not accused', async () => {
  for (const simulation of [await toOwner('USDT'), await toPayee('USDT')]) {
    expect(codesOf(simulation)).toEqual(['receiver_not_vault'])
    expect(simulation.balances).toMatchObject([{ change: -sent, logged: -sent }])
    expect(simulation.balances.every(({ isReconciled }) => isReconciled)).toBe(true)
  }
})
