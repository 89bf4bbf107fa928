import { expect, test } from 'vitest'
import { parseSignature } from '../abi/abi-type.ts'
import { selectorOf } from '../abi/selector.ts'
import type { Rule } from './rule.ts'
import { argumentsOf } from './rule-argument.ts'
import { buildRuleBook, rulesFor } from './rule-book.ts'

const reads = {
  ownerOf: { contract: 'the NFT', function: 'ownerOf(uint256)', returns: '(address owner)' },
  executor: { contract: 'the decoder', function: 'executor()', returns: '(address executor)' },
} as const

function statesOf(rule: Rule): Readonly<Record<string, string>> {
  const book = buildRuleBook([{ decoder: 'One', reads, functions: [rule] }])
  const [compiled] = rulesFor(book, selectorOf(parseSignature(rule.signature).canonical))
  const states = argumentsOf(compiled!).map(({ path, state, isWhole }) => {
    return [path, state !== 'free' && !isWhole ? `${state} in part` : state]
  })
  return Object.fromEntries(states)
}

test('golden: what is packed is bound, what is compared is checked, the rest is free', () => {
  const signature =
    'f(address to, (address token, uint256 amount)[] items, bytes32 far, uint256 word, bytes data, uint8 kind)'
  expect(
    statesOf({
      signature,
      packs: 'to, items[].token, hi16(far), lo16(far), uint160(word)',
      checks: ['length(data) == 0', 'kind <= 3', 'length(items) <= 2'],
    }),
  ).toEqual({
    to: 'bound',
    'items[].token': 'bound',
    'items[].amount': 'free',
    far: 'bound',
    word: 'bound in part',
    data: 'checked',
    kind: 'checked in part',
  })
})

test('golden: choices, half words, one item of a list, bytes and reads bind in part', () => {
  const signature =
    'f(address to, address[] path, bytes32 far, bytes swaps, uint256 id, address executor, bool isBoth)'
  expect(
    statesOf({
      signature,
      packs: `isBoth ? to : (), path[0], hi16(far), path(swaps, 'address token, uint24 fee')[].token,
        ownerOf(id)`,
      checks: ['executor == executor()'],
    }),
  ).toEqual({
    to: 'bound in part',
    'path[]': 'bound in part',
    far: 'bound in part',
    swaps: 'bound in part',
    id: 'checked in part',
    executor: 'checked',
    isBoth: 'checked in part',
  })
})

test('refuses: what one of two alternatives checks is not fixed', () => {
  const states = statesOf({
    signature: 'f(uint8 kind, bool isOn, address to)',
    packs: 'to',
    checks: ['kind == 1 || kind == 2', 'isOn == true && kind < 9'],
  })
  expect(states).toEqual({ kind: 'checked in part', isOn: 'checked', to: 'bound' })
})
