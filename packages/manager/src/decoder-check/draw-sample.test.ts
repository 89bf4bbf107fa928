import { decodeFunctionData, encodeFunctionData, parseAbiItem } from 'viem'
import { expect, test } from 'vitest'
import { numRuns } from '../../../../test/support/runs.ts'
import { parseSignature } from '../abi/abi-type.ts'
import { selectorOf } from '../abi/selector.ts'
import { buildRuleBook, rulesFor } from '../rule/rule-book.ts'
import { packArguments } from '../rule/rule-pack.ts'
import { printDamage } from './check-call.ts'
import { drawSample } from './draw-sample.ts'
import { openRandom } from './random.ts'
import { smallerCalls } from './shrink.ts'

const signatures = [
  'supply(address asset, uint256 amount, address onBehalfOf, uint16 code)',
  'claim(address[] users, uint256[] amounts, bytes32[][] proofs)',
  'settle((address token, int24 tick, bytes data, string note)[] orders, bool isLast)',
  'fixedLists(uint8[3] kinds, (address one, bytes4 tag)[2] pairs)',
]
const runs = Math.max(200, numRuns)

test.each(signatures)(
  'law: calldata of %s is valid by the ABI unless it is damaged',
  (signature) => {
    const fn = parseSignature(signature)
    const abi = [parseAbiItem(`function ${fn.canonical}`)] as const
    const random = openRandom(signature)
    const calls = drawSample({ fn, rules: [], reads: {}, accounts: [], random }, runs)
    expect(calls).toHaveLength(runs)
    for (const call of calls.filter(({ damage }) => damage === null)) {
      const { args = [] } = decodeFunctionData({ abi, data: call.calldata })
      expect(encodeFunctionData({ abi, args } as never)).toBe(call.calldata)
    }
    expect(calls.filter(({ damage }) => damage !== null).length).toBeGreaterThan(runs / 6)
    expect(new Set(calls.map(({ calldata }) => calldata)).size).toBeGreaterThan(runs / 2)
  },
)

test('law: of a rule with checks, some calldata is accepted and some refused', () => {
  const signature = 'swap(address[] path, uint8 kind, bytes extra, address to)'
  const checks = ['length(path) == 2', 'kind <= 2', 'length(extra) == 0', 'path[0] == to']
  const book = buildRuleBook([
    { decoder: 'Test', functions: [{ signature, packs: 'path[], to', checks }] },
  ])
  const fn = parseSignature(signature)
  const rules = rulesFor(book, selectorOf(fn.canonical))
  const random = openRandom('accepted')
  const calls = drawSample({ fn, rules, reads: {}, accounts: [], random }, runs)
  const outcomes = calls.map(({ calldata }) => packArguments(rules[0]!, calldata))
  expect(outcomes.filter(({ ok }) => ok).length).toBeGreaterThan(runs / 5)
  for (const check of checks) {
    const refused = outcomes.some(
      (outcome) => !outcome.ok && outcome.reason === 'reverts' && outcome.check === check,
    )
    expect(refused, check).toBe(true)
  }
})

test('law: a smaller call is sound or smaller, never the same, and shrinking ends', () => {
  const fn = parseSignature(signatures[2]!)
  const random = openRandom('shrink')
  for (const start of drawSample({ fn, rules: [], reads: {}, accounts: [], random }, 40)) {
    let call = start
    let steps = 0
    for (;;) {
      const next = smallerCalls(fn, call)[0]
      if (next === undefined) break
      expect(next.calldata).not.toBe(call.calldata)
      expect(next.calldata.length).toBeLessThanOrEqual(start.calldata.length + 2 * 32)
      call = next
      expect(++steps).toBeLessThan(2_000)
    }
    expect(call.damage).toBeNull()
  }
})

test('golden: damage in words', () => {
  expect(printDamage(null)).toBeNull()
  expect(printDamage({ kind: 'cut', size: 7 })).toBe('cut after 7 bytes')
  expect(printDamage({ kind: 'behind', bytes: '0x01' })).toBe('followed by 0x01')
  expect(printDamage({ kind: 'word', index: 2, word: `0x${'00'.repeat(32)}` })).toBe(
    `word 2 is 0x${'00'.repeat(32)}`,
  )
})
