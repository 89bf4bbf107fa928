import type { Address, Hex } from '@vaultwright/base'
import type { CallFrame, RawLog } from '@vaultwright/outcome'
import { managerSelectors, managerTopics } from '@vaultwright/registry'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ChainLog } from '../read/log.ts'
import { moduleActTopics, safeExecutionTopics } from '../safe/safe-execution.ts'
import type { FramePath } from '../trace/transaction-trace.ts'
import { tracedRunsOf } from './traced-run.ts'

const [manager, safe, sender, module]: readonly Address[] = ['1', '2', '3', '4'].map(
  (digit): Address => `0x${digit.repeat(40)}`,
)
const manage = managerSelectors.manageVaultWithMerkleVerification
const hashOf = (number: number): Hex => `0x${String(number).padStart(64, '0')}`

/** A call with the logs that it makes when it ends. */
type Node = {
  readonly from: Address
  readonly to: Address
  readonly input: Hex
  readonly calls?: readonly Node[]
  readonly topics?: readonly Hex[]
  readonly error?: string
}

const run = (from: Address, calls: readonly Node[] = []): Node => {
  return { from, to: manager!, input: manage, calls, topics: [managerTopics.BoringVaultManaged] }
}
const execution = (number: number, calls: readonly Node[], by = sender!): Node => {
  const topics = [safeExecutionTopics[0]!, hashOf(number)]
  return { from: by, to: safe!, input: '0x6a761202', calls, topics }
}
const byModule = (calls: readonly Node[]): Node => {
  const topics = [moduleActTopics[0]!, hashOf(4)]
  return { from: module!, to: safe!, input: '0x468721a7', calls, topics }
}
const through = (calls: readonly Node[]): Node => {
  return { from: sender!, to: module!, input: '0xdeadbeef', calls }
}

function frameOf({ from, to, input, calls = [], error = undefined }: Node): CallFrame {
  const common = { type: 'CALL', output: '0x' as Hex, value: 0n, error: error ?? null }
  return { ...common, from, to, input, calls: calls.map(frameOf) }
}

function logsOf({ to, calls = [], topics, error }: Node): readonly RawLog[] {
  if (error !== undefined) return []
  const logs = topics === undefined ? [] : [{ address: to, topics, data: hashOf(2) }]
  return [...calls.flatMap(logsOf), ...logs]
}

const isModuleLog = ({ topics }: RawLog) => topics[0] === moduleActTopics[0]

function runsOf(root: Node) {
  const place = { blockNumber: 1n, blockHash: hashOf(1), transactionHash: hashOf(1) }
  const logs = logsOf(root).map((log, logIndex): ChainLog => {
    return { ...log, ...place, transactionIndex: 0, logIndex }
  })
  const nodeAt = (path: FramePath) => path.reduce((node, index) => node.calls![index]!, root)
  const trace = {
    root: frameOf(root),
    frameAt: (path: FramePath) => frameOf(nodeAt(path)),
    logsAt: (path: FramePath) => logsOf(nodeAt(path)),
  }
  const block = { number: 1n, hash: hashOf(1), timestamp: 1n }
  return tracedRunsOf(trace, {
    manager: manager!,
    receipt: { block, to: root.to, logs },
    runLogs: logs.filter(({ address }) => address === manager),
    safeLogs: logs.filter((log) => log.address === safe && !isModuleLog(log)),
    moduleLogs: logs.filter(isModuleLog),
  })
}

const shapeOf = (runs: ReturnType<typeof runsOf>) =>
  runs?.map(({ strategist, origin, safeTxHash }) => [strategist, origin, safeTxHash])

test('golden: a module that runs the Manager inside a signed transaction is no execution of its owners', () => {
  const root = through([execution(7, [run(safe!), through([byModule([run(safe!)])])])])
  expect(shapeOf(runsOf(root))).toEqual([
    [safe, 'safe', hashOf(7)],
    [safe, 'module', null],
  ])
})

test('golden: a module that makes a Safe act beside the Manager is a run of its own, with what it did', () => {
  const act = byModule([through([])])
  expect(shapeOf(runsOf(through([act, byModule([run(safe!)]), execution(7, [act])])))).toEqual([
    [safe, 'module', null],
    [safe, 'safe', hashOf(7)],
    [safe, 'module', null],
    [safe, 'module', null],
  ])
})

test('golden: the batch inside a flash loan is part of the one around it', () => {
  const runs = runsOf(run(sender!, [through([run(manager!)])]))
  expect(shapeOf(runs)).toEqual([[sender, 'account', null]])
  expect(runs![0]!.logs).toHaveLength(2)
})

test('golden: a run that was undone is none, and its place is not that of another', () => {
  const undone = { ...through([run(sender!)]), error: 'execution reverted' }
  expect(shapeOf(runsOf(through([undone, execution(1, [run(safe!)])])))).toEqual([
    [safe, 'safe', hashOf(1)],
  ])
})

test('law: whichever way transactions of a Safe are nested, each run has the hash of the innermost around it', () => {
  const tree = fc.letrec<{ node: Node }>((tie) => ({
    node: fc.oneof(
      { depthSize: 'small' },
      fc.constant(run(safe!)),
      fc.array(tie('node'), { maxLength: 3 }).map((calls) => execution(0, calls, module)),
      fc.array(tie('node'), { maxLength: 3 }).map(through),
    ),
  })).node
  fc.assert(
    fc.property(tree, (drawn) => {
      let count = 0
      const numbered = (node: Node): Node => {
        const calls = (node.calls ?? []).map(numbered)
        if (node.to !== safe) return { ...node, calls }
        count += 1
        return { ...node, calls, topics: [safeExecutionTopics[0]!, hashOf(count)] }
      }
      const root = numbered(through([drawn]))
      const expected: (Hex | null)[] = []
      const visit = (node: Node, around: Hex | null) => {
        const inside = node.to === safe ? node.topics![1]! : around
        for (const call of node.calls ?? []) visit(call, inside)
        if (node.to === manager) expected.push(around)
      }
      visit(root, null)
      const runs = runsOf(root)!
      const ofManager = runs.filter(({ kind }) => kind === 'manager')
      expect(ofManager.map(({ safeTxHash }) => safeTxHash)).toEqual(expected)
      const named = new Set(runs.flatMap(({ safeTxHash }) => safeTxHash ?? []))
      expect(named.size).toBe(count)
    }),
  )
})

test('refuses: a trace that lacks a run which the logs tell of', () => {
  const block = { number: 1n, hash: hashOf(1), timestamp: 1n }
  const log = { address: manager!, topics: [managerTopics.BoringVaultManaged], data: hashOf(1) }
  const place = { blockNumber: 1n, blockHash: hashOf(1), transactionHash: hashOf(1) }
  const runLogs = [{ ...log, ...place, transactionIndex: 0, logIndex: 0 }]
  const root = frameOf(through([]))
  const trace = { root, frameAt: () => root, logsAt: () => [] }
  const receipt = { block, to: sender!, logs: [log] }
  expect(
    tracedRunsOf(trace, { manager: manager!, receipt, runLogs, safeLogs: [], moduleLogs: [] }),
  ).toBe(null)
})
