import type { VaultDetail, WireRoot } from '@vaultwright/wire'
import { expect, test } from 'vitest'
import { isTicked, olderFirst, pendingPairOf, rootLinesOf, unknownRootsOf } from './root-line.ts'

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
  expect(pendingPairOf(line!)).toEqual([rootOf('3'), rootOf('5')])
})

test('default: active roots without a tree are counted, and accounts without a name are shown', () => {
  const roots = [
    entry('1', { active: true, leaf_count: null }),
    entry('2', { active: true, strategist: foreign }),
    entry('3', { leaf_count: null }),
    entry('0', { strategist: foreign, set_at: null }),
  ]
  const lines = rootLinesOf(roots, [], deployments)
  expect(unknownRootsOf(lines)).toBe(1)
  expect(lines[1]).toMatchObject({ name: null, strategist: foreign })
  expect(lines[1]!.steps[1]!.state).toBe('withdrawn')
})

test('law: ticked roots are compared from the older to the newer of whom they were ticked for', () => {
  // The second root is replaced for one strategist, and pending for another.
  const pending = [entry('2', { strategist: foreign, set_at: null })]
  const lines = rootLinesOf(
    [entry('1'), entry('2'), entry('3', { active: true })],
    pending,
    deployments,
  )
  const tick = (strategist: string, digit: string) => {
    const line = lines.find((one) => one.strategist.toLowerCase() === strategist.toLowerCase())!
    return {
      strategist: line.strategist,
      ...line.steps.find(({ root }) => root === rootOf(digit))!,
    }
  }
  for (const [leftRoot, rightRoot] of [
    ['1', '2'],
    ['2', '3'],
  ] as const) {
    const [left, right] = [tick(alice, leftRoot), tick(alice, rightRoot)]
    expect(olderFirst([right, left])).toEqual([rootOf(leftRoot), rootOf(rightRoot)])
    expect(olderFirst([left, right])).toEqual([rootOf(leftRoot), rootOf(rightRoot)])
  }
  expect(olderFirst([tick(foreign, '2'), tick(alice, '3')])).toEqual([rootOf('3'), rootOf('2')])
  const [, second] = lines[0]!.steps
  expect(isTicked([tick(foreign, '2')], alice, second!)).toBe(false)
})
