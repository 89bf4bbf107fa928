import { chains, stateFamilyOf } from '@vaultwright/registry'
import { expect, test } from 'vitest'
import { notProvenOf } from './not-proven.ts'

const topics = [
  /final/,
  /chain/,
  /after the block/,
  /gas costs/,
  /EVM/,
  /prices/,
  /token/,
  /by hand/,
]
const assertTopics = (sentences: readonly string[], expected: readonly RegExp[]) => {
  expect(sentences).toHaveLength(expected.length)
  for (const [index, topic] of expected.entries()) expect(sentences[index]).toMatch(topic)
}

test('golden: the list names the block, its chain, what follows, the price, the EVM, names, tokens and changes', () => {
  assertTopics(notProvenOf({ chainId: 1, isFinal: false }), topics)
})

test('golden: on chains of the OP Stack it names fees beside the gas and deposits, too', () => {
  assertTopics(notProvenOf({ chainId: 10, isFinal: false }), [
    ...topics,
    /operator fee/,
    /Deposits/,
  ])
})

test('golden: a final block leaves the checkpoint and the committees', () => {
  const [checkpoint, committees] = notProvenOf({ chainId: 1, isFinal: true })
  expect(checkpoint).toMatch(/^The checkpoint/)
  expect(committees).toMatch(/^That the committees are honest/)
})

test('law: each entry is one line that ends with a full stop, on every chain', () => {
  for (const { id: chainId } of chains) {
    for (const isFinal of [true, false]) {
      const sentences = notProvenOf({ chainId, isFinal })
      const family = stateFamilyOf(chainId)
      const isConfirmed = isFinal && (family === 'op_stack' || family === 'arbitrum')
      const count = (family === 'op_stack' ? 10 : 8) + (isConfirmed ? 1 : 0)
      expect(sentences).toHaveLength(count)
      for (const entry of sentences) expect(entry).toMatch(/^[A-Z][^\n]{10,140}\.$/)
    }
  }
})
