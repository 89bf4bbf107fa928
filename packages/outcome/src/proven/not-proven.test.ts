import { expect, test } from 'vitest'
import { notProven } from './not-proven.ts'

test('golden: the list names the block, its chain, what follows, the price, the EVM, names, tokens and changes', () => {
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
  expect(notProven).toHaveLength(topics.length)
  for (const [index, topic] of topics.entries()) expect(notProven[index]).toMatch(topic)
})

test('law: each entry is one line that ends with a full stop', () => {
  for (const entry of notProven) expect(entry).toMatch(/^[A-Z][^\n]{10,140}\.$/)
})
