import type { SimulationPage, SimulationPageFrame } from '@vaultwright/wire'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findNodes, type TraceNode, traceTreeOf } from './trace-tree.ts'

const account = (digit: string) => `0x${digit.repeat(40)}`
const page = {
  vault_address: account('1'),
  target: account('2'),
  strategist_address: account('3'),
  calls: [],
} as unknown as SimulationPage
const approve = `0x095ea7b3${'0'.repeat(128)}`
const frame = (more: Partial<SimulationPageFrame>): SimulationPageFrame => ({
  depth: 0,
  type: 'CALL',
  from: account('3'),
  to: account('2'),
  data: '0x',
  size: 0,
  value: '0',
  error: null,
  ...more,
})

const flat = (nodes: readonly TraceNode[], depth = 0): readonly (readonly [number, number])[] =>
  nodes.flatMap((node) => [[node.index, depth] as const, ...flat(node.inside, depth + 1)])

test('law: a tree has every call of its trace once, in order, at its depth', () => {
  const depths = fc.array(fc.nat(4), { maxLength: 40 }).map((steps) => {
    let depth = -1
    return steps.map((step) => {
      depth = Math.min(step, depth + 1)
      return depth
    })
  })
  fc.assert(
    fc.property(depths, (places) => {
      const tree = traceTreeOf(
        places.map((depth) => frame({ depth })),
        page,
      )
      expect(flat(tree)).toEqual(places.map((depth, index) => [index, depth]))
    }),
  )
})

test('golden: a search finds a call by function, account and error, and keeps what leads to it', () => {
  const tree = traceTreeOf(
    [
      frame({}),
      frame({ depth: 1, to: account('1'), type: 'STATICCALL', data: '0x12345678', size: 4 }),
      frame({ depth: 1, to: account('5'), data: approve, size: 68, error: 'no allowance' }),
    ],
    page,
  )
  expect(tree[0]!.inside.map(({ name, role }) => [name, role])).toEqual([
    ['0x12345678', 'the vault'],
    ['approve', null],
  ])
  for (const query of ['approve', 'no allowance', account('5')]) {
    const { shown, hits } = findNodes(tree, query)
    expect(hits, query).toEqual([2])
    expect(flat(shown), query).toEqual([
      [0, 0],
      [2, 1],
    ])
  }
  expect(findNodes(tree, 'staticcall vault').hits).toEqual([1])
  expect(findNodes(tree, '').hits).toEqual([0, 1, 2])
  expect(findNodes(tree, 'deposit')).toEqual({ shown: [], hits: [] })
})
