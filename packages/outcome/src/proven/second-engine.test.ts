import type { Address, Hex } from '@vaultwright/base'
import { type Witness, witnessOf } from '@vaultwright/proof'
import { expect, test } from 'vitest'
import { openMadeState } from '../../../../test/support/evm/made-state.ts'
import { replayWitness } from './replay.ts'
import { assertSameRun, type EngineResult, type EngineTask } from './second-engine.ts'
import type { ProvenExecution } from './simulate-proven.ts'

const sender: Address = '0x1111111111111111111111111111111111111111'
const target: Address = '0xc0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0'
const zero: Address = '0x0000000000000000000000000000000000000000'
const slot = (index: number): Hex => `0x${index.toString(16).padStart(64, '0')}`

/** A witness of a call to code that sends along 3 wei. */
function witnessOfCode(code: Hex): Witness {
  const storage = new Map([[slot(0), 7n]])
  const accounts = new Map([
    [target, { code, storage }],
    [sender, { balance: 100n, nonce: 2n }],
  ] as const)
  const state = openMadeState(accounts)
  for (const name of [sender, target, zero]) state.account(name)
  state.code(state.account(target)!.codeHash)
  state.slot(target, slot(0))
  const timestamp = state.header.timestamp + 1n
  const call = { from: sender, to: target, data: '0x', value: 3n, gas: 100_000n } as const
  const request = { ...call, timestamp, vault: null, watch: [] }
  return witnessOf(state, { chainId: 31_337, hardfork: 'prague', request })
}

/** Adds one to slot 0, logs it, and returns a word. */
const adding: Hex = '0x5f54600101805f555f5260205fa060205ff3'

/** The result that an engine without a mistake has. */
function resultOf({ execution, changes, state }: ProvenExecution): EngineResult {
  const { isSuccess, returnData, gasUsed, logs } = execution
  const lower = (name: Address) => name.toLowerCase() as Address
  const slots = [...state.reads.slots].map((id) => id.split(' ') as [Address, Hex])
  return {
    isSuccess,
    returnData,
    gasUsed,
    logs,
    changes: new Map([...changes].map(([name, change]) => [lower(name), change])),
    reads: new Map(slots.map(([account, name]) => [account, [name]])),
  }
}

/** Replays a witness with an engine whose result is changed. */
async function replayWith(code: Hex, change: (result: EngineResult) => Partial<EngineResult>) {
  const tasks: EngineTask[] = []
  const witness = witnessOfCode(code)
  const replay = replayWitness(witness, witness.blockHash, {
    afterRun: (run) => {
      const engine = {
        name: 'another 1.0.0',
        run: async (task: EngineTask) => {
          tasks.push(task)
          const result = resultOf(run)
          return { ...result, ...change(result) }
        },
      }
      return assertSameRun(engine, run)
    },
  })
  return { simulation: await replay.catch((error: unknown) => error), tasks }
}

test('golden: another engine is given the state, the block and the call of a witness, and agrees', async () => {
  const { simulation, tasks } = await replayWith(adding, () => ({}))
  expect(simulation).toMatchObject({ simulation: { outcome: { status: 'success' } } })
  const [task] = tasks
  expect(task).toMatchObject({
    rules: { hardfork: 'prague' },
    block: { number: 2n },
    call: { from: sender, value: 3n },
  })
  const accounts = new Map(task!.accounts.map((account) => [account.address, account]))
  expect(accounts.get(sender)).toMatchObject({ balance: 100n, nonce: 2n, code: '0x' })
  expect(accounts.get(target)).toMatchObject({
    code: adding,
    storage: new Map([[slot(0), slot(7)]]),
  })
})

const changedAt = (result: EngineResult, account: Address, change: object) =>
  new Map(result.changes).set(account, { ...result.changes.get(account)!, ...change })

test.each<[string, (result: EngineResult) => Partial<EngineResult>]>([
  ['outcome', () => ({ isSuccess: false })],
  ['returned data', () => ({ returnData: '0x' })],
  ['count of logs', () => ({ logs: [] })],
  ['log 0', ({ logs }) => ({ logs: logs.map((log) => ({ ...log, data: '0x' as const })) })],
  [
    `slot ${slot(0)} of ${target}`,
    (result) => ({ changes: changedAt(result, target, { storage: new Map() }) }),
  ],
  [`balance of ${target}`, (result) => ({ changes: changedAt(result, target, { balance: 4n }) })],
  ['gas', ({ gasUsed }) => ({ gasUsed: gasUsed + 1n })],
  [`slot ${slot(5)} of ${target}`, () => ({ reads: new Map([[target, [slot(5)]]]) })],
  [
    `account 0x${'99'.repeat(20)}`,
    () => ({ reads: new Map([[`0x${'99'.repeat(20)}` as Address, []]]) }),
  ],
])('refuses: another %s, by name', async (what, change) => {
  const { simulation } = await replayWith(adding, change)
  expect(simulation).toMatchObject({
    code: 'engines_differ',
    facts: { engine: 'another 1.0.0', what },
  })
})

test('refuses: what another engine cannot be given; what no proof gives is not asked', async () => {
  const byHash = await replayWith('0x600140', () => ({}))
  expect(byHash).toMatchObject({ simulation: { code: 'second_engine_limit' }, tasks: [] })
  const byCoinbase = await replayWith('0x41', () => ({}))
  expect(byCoinbase).toMatchObject({ simulation: { unknowable: ['COINBASE'] }, tasks: [] })
})
