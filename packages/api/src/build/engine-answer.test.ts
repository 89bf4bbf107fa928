import type { Simulation } from '@vaultwright/outcome'
import { maxWitnessBytes } from '@vaultwright/store'
import { expect, test } from 'vitest'
import type { ServiceSimulation } from '../node/chains.ts'
import type { ProvenRun } from '../proof/proof-task.ts'
import { viewsOf } from './engine-answer.ts'

const simulation: Simulation = {
  engine: 'proven',
  engineVersion: 'a test',
  vault: null,
  drones: null,
  block: { number: 7n, hash: `0x${'7'.repeat(64)}`, timestamp: 1_800_000_000n },
  outcome: { status: 'success' },
  gasUsed: 100n,
  gasPriceWei: null,
  gasCostWei: null,
  gasPriceUnknown: 'not proven',
  logs: [],
  approvals: [],
  balances: [],
  transfers: [],
  warnings: [],
  trace: null,
}
const [node, fork] = (['node', 'fork'] as const).map((engine) => ({ ...simulation, engine }))
const run: ProvenRun = {
  simulation,
  unknowable: [],
  facts: {
    blockHash: simulation.block.hash,
    stateRoot: `0x${'8'.repeat(64)}`,
    hardfork: 'osaka',
    accounts: 1,
    slots: 2,
    dependsOn: [],
  },
  witness: { byteCount: 9, body: new Uint8Array(3), slotUse: new Uint8Array(2) },
}
const check = { agreed: true, simulation: node!, fork: fork! } as const
const gas = { field: 'gas', message: 'Other gas.', node: '1', fork: '2' } as const

test('golden: what is proven comes first, and engines that see something else are named once', () => {
  const differences = [
    { ...gas, engine: 'node' },
    { ...gas, field: 'logs', engine: 'node' },
    { ...gas, engine: 'fork' },
  ] as const
  const proven = { kind: 'proven', answer: run, differences } as const
  const views = viewsOf({ engine: 'all', check, proven })
  expect(views.simulations).toEqual([simulation, node, fork])
  expect(views.evidence).toMatchObject({ kind: 'proven', contradicted: ['node', 'fork'] })
  expect(views.differences.map(({ field, message }) => [field, message])).toEqual([
    ['gas', 'Node and proof: Other gas.'],
    ['logs', 'Node and proof: Other gas.'],
    ['gas', 'Fork and proof: Other gas.'],
  ])
})

test('law: engines without a proof have no evidence, whatever they see', () => {
  const answers: readonly ServiceSimulation[] = [
    { engine: 'node', simulation: node! },
    { engine: 'fork', simulation: fork! },
    { engine: 'both', check },
    { engine: 'both', check: { agreed: false, differences: [gas], node: node!, fork: fork! } },
  ]
  for (const answer of answers) expect(viewsOf(answer).evidence).toBeNull()
})

test('refuses: the word proven for a run that asks for what is not known before its block', () => {
  const proven = { ...run, unknowable: ['PREVRANDAO'] }
  expect(viewsOf({ engine: 'proven', proven }).evidence).toMatchObject({
    kind: 'unproven',
    because: expect.stringContaining('PREVRANDAO'),
    isUnknowable: true,
  })
})

test('refuses: a proof whose witness is too large to be kept, to the byte', () => {
  const evidenceWith = (bytes: number) => {
    const witness = { ...run.witness, body: new Uint8Array(bytes) }
    return viewsOf({ engine: 'proven', proven: { ...run, witness } }).evidence
  }
  expect(evidenceWith(maxWitnessBytes)).toMatchObject({ kind: 'proven' })
  expect(evidenceWith(maxWitnessBytes + 1)).toMatchObject({
    kind: 'unproven',
    because: expect.stringContaining(`${maxWitnessBytes + 1} compressed bytes`),
    isUnknowable: false,
  })
})
