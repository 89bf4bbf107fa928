import type { Simulation } from '@vaultwright/outcome'
import type { SimulationPage } from '@vaultwright/wire'
import { expect, test } from 'vitest'
import { recordOfProven } from '../../../../test/console/proof/record.ts'
import { checkProof, type ReplayedWitness } from './check-proof.ts'

const [token, vault, spender, strategist] = ['a', 'b', 'c', 'd'].map(
  (digit) => `0x${digit.repeat(40)}` as const,
) as [`0x${string}`, `0x${string}`, `0x${string}`, `0x${string}`]

const simulation = {
  engine: 'proven',
  engineVersion: 'test',
  block: { number: 7n, hash: `0x${'11'.repeat(32)}`, timestamp: 9n },
  vault,
  outcome: { status: 'success' },
  gasUsed: 21_000n,
  transfers: [{ standard: 'erc20', token, from: vault, to: spender, amount: 5n, id: null }],
  approvals: [
    { standard: 'erc20', token, owner: vault, spender, id: null, amount: 9n, isUnlimited: false },
  ],
  balances: [
    { token, holder: vault, before: 8n, after: 3n, change: -5n, logged: -5n, isReconciled: true },
  ],
  warnings: [],
} as unknown as Simulation

const request = { from: strategist, to: vault, data: '0x1234', value: 0n }
const witness = { chainId: 1, hardfork: 'osaka', blockHash: simulation.block.hash, request }
const slotUse = { accounts: [], slots: [] }
const proven = { simulation, witness, slotUse, dependsOn: [], unknowable: [] }
const replay = { simulation, chainId: 1, request } as unknown as ReplayedWitness
const record = recordOfProven(proven as never, 'x')
const [run] = record.seen

/** The record with something else in its one run. */
const stated = (changes: Partial<NonNullable<typeof run>>): SimulationPage => ({
  ...record,
  seen: [{ ...run!, ...changes }],
})

test('golden: a record that states what follows is not contradicted', () => {
  expect(checkProof(record, replay)).toEqual({ foreign: [], contradictions: [] })
})

test.each([
  ['outcome', stated({ status: 'The call would revert.' })],
  ['gas', stated({ gas_used: '21001' })],
  ['balances', stated({ balances: [{ ...run!.balances[0]!, raw_after: '4' }] })],
  ['balances', stated({ balances: [] })],
  ['transfers', stated({ transfers: [{ ...run!.transfers[0]!, to: vault }] })],
  ['approvals', stated({ approvals: [{ ...run!.approvals[0]!, is_unlimited: true }] })],
] as const)('refuses: a run whose %s do not follow is named', (name, page) => {
  const message = `${name}: what the proven stated does not follow.`
  expect(checkProof(page, replay)).toEqual({ foreign: [], contradictions: [message] })
})

test('law: the order of what is stated does not matter, nor the case of addresses', () => {
  const altered = { ...simulation.balances[0]!, holder: spender, before: 1n }
  const two = { ...simulation, balances: [...simulation.balances, altered] }
  const page = recordOfProven({ ...proven, simulation: two } as never, 'x')
  const turned = {
    ...page,
    seen: page.seen.map((one) => ({
      ...one,
      balances: one.balances
        .toReversed()
        .map((each) => ({ ...each, holder: each.holder.toUpperCase().replace('0X', '0x') })),
    })),
  }
  expect(checkProof(turned, { ...replay, simulation: two }).contradictions).toEqual([])
})

test('refuses: a witness of other calldata, another block or another chain is foreign', () => {
  const fields = (page: SimulationPage) =>
    checkProof(page, replay).foreign.map((message) => message.split(':')[0])
  expect(fields({ ...record, encoded_tx_data: '0x1235' })).toEqual(['data'])
  expect(fields({ ...record, chain_id: 10 })).toEqual(['chainId'])
  expect(fields({ ...record, strategist_address: spender })).toEqual(['from'])
  expect(fields({ ...record, target: spender })).toEqual(['to'])
  expect(fields({ ...record, value: '1' })).toEqual(['value'])
  const block = { ...record.block, hash: `0x${'22'.repeat(32)}` }
  expect(fields({ ...record, block })).toEqual(['block'])
})
