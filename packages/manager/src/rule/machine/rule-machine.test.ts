import { concat, type Hex, pad } from 'viem'
import { expect, test } from 'vitest'
import { selectorOf } from '../../abi/selector.ts'
import { buildRuleBook, rulesFor } from '../rule-book.ts'
import { packArguments } from '../rule-pack.ts'

const account = '0x1111111111111111111111111111111111111111'
const two = '0x2222222222222222222222222222222222222222'
const expected = {
  signature: 'f(address[] a, bytes b)',
  packs: 'a[]',
  checks: ['length(b) == 1'],
}

// Solidity lets arguments lie anywhere after their heads.
test('default', () => {
  const book = buildRuleBook([{ decoder: 'One', functions: [expected] }])
  const rule = rulesFor(book, selectorOf('f(address[],bytes)'))[0]!
  const word = (value: number) => pad(`0x${value.toString(16).padStart(2, '0')}`)
  const list = [word(2), pad(account), pad(two)]
  const layouts: readonly (readonly Hex[])[] = [
    [word(64), word(160), ...list, word(1), '0xff'],
    [word(128), word(64), word(1), pad('0xff', { dir: 'right' }), ...list],
    [word(67), word(163), '0xabcdef', ...list, word(1), '0xff'],
    [word(64), word(160), ...list, word(1), '0xff', '0xdeadbeef'],
    // The one byte of `b` and the length of `a` share their words.
    [word(96), word(64), word(1), ...list],
  ]
  for (const words of layouts) {
    expect(packArguments(rule, concat([rule.selector, ...words]))).toMatchObject({
      ok: true,
      packed: concat([account, two]),
    })
  }
  const short = [word(64), word(160), ...list, word(1)]
  expect(packArguments(rule, concat([rule.selector, ...short]))).toMatchObject({
    reason: 'malformed',
  })
})
