import type { VaultDetail, WireRoot } from '@vaultwright/wire'
import { expect, test } from 'vitest'
import { rootLinesOf, rootPairOf } from './root-line.ts'

const alice = `0x${'A'.repeat(40)}`
const foreign = `0x${'b'.repeat(40)}`
const rootOf = (digit: string) => `0x${digit.repeat(64)}`
const deployments = [
  { strategists: [{ name: 'main', address: alice }] },
] as unknown as VaultDetail['deployments']
const entry = (digit: string, values: Partial<WireRoot> = {}): WireRoot =>
  ({
    root_hash: rootOf(digit),
    strategist: alice,
    active: false,
    set_at: `2026-01-0${digit}T00:00:00Z`,
    set_tx_hash: rootOf('9'),
    leaf_count: 3,
    links: { tree: '' },
    ...values,
  }) as WireRoot

test('golden: pending roots come first, then the active one, then the replaced ones by time', () => {
  const pending = [entry('5', { strategist: alice.toLowerCase(), set_at: null })]
  const roots = [entry('1'), entry('3', { active: true }), entry('2')]
  const [line, ...furtherLines] = rootLinesOf(roots, pending, deployments)
  expect(furtherLines).toEqual([])
  expect(line).toMatchObject({ name: 'main', strategist: alice })
  expect(line!.steps.map(({ root, state }) => [root[2], state])).toEqual([
    ['5', 'pending'],
    ['3', 'active'],
    ['2', 'replaced'],
    ['1', 'replaced'],
  ])
})

test('default: roots without a tree and accounts without a name are shown', () => {
  const roots = [
    entry('1', { active: true, leaf_count: null }),
    entry('2', { active: true, strategist: foreign }),
    entry('3', { leaf_count: null }),
    entry('0', { strategist: foreign, set_at: null }),
  ]
  const lines = rootLinesOf(roots, [], deployments)
  expect(lines[0]!.steps[0]).toMatchObject({ state: 'active', leafCount: null })
  expect(lines[1]).toMatchObject({ name: null, strategist: foreign })
  expect(lines[1]!.steps[1]!.state).toBe('withdrawn')
})

test('law: one chosen root is compared within its strategist, in the order of time', () => {
  const roots = [entry('1'), entry('2'), entry('3', { active: true })]
  const pending = [entry('5', { set_at: null }), entry('2', { strategist: foreign, set_at: null })]
  const [line, foreignLine] = rootLinesOf(roots, pending, deployments)
  const step = (digit: string) => line!.steps.find(({ root }) => root === rootOf(digit))!
  const pair = (older: string, newer: string) => ({ older: rootOf(older), newer: rootOf(newer) })
  expect(rootPairOf(line!, [step('5')])).toEqual(pair('3', '5'))
  expect(rootPairOf(line!, [step('1')])).toEqual(pair('1', '3'))
  expect(rootPairOf(line!, [step('3')])).toEqual(pair('2', '3'))
  for (const chosen of [
    [step('1'), step('5')],
    [step('5'), step('1')],
  ])
    expect(rootPairOf(line!, chosen)).toEqual(pair('1', '5'))
  // The same root waits for another strategist, who has nothing to compare it with.
  expect(rootPairOf(foreignLine!, foreignLine!.steps)).toBe(null)
  expect(rootPairOf(line!, [])).toBe(null)
})

test('refuses: a root without a stored tree is compared with none', () => {
  const [line] = rootLinesOf(
    [entry('1', { leaf_count: null }), entry('3', { active: true })],
    [],
    deployments,
  )
  expect(line!.steps.map((step) => rootPairOf(line!, [step]))).toEqual([null, null])
})
