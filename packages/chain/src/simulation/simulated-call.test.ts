import { expect, test } from 'vitest'
import { haltWordsOf, readSimulatedBlocks } from './simulated-call.ts'

test.each([
  ['a reason in the return data', '0x08c379a0', undefined, 'execution failed', null],
  ['a reason in the error', '0x', '0x08c379a0', 'execution failed', null],
  ['a bare revert', '0x', undefined, 'execution reverted', null],
  ['no gas left', '0x', undefined, 'out of gas', 'out of gas'],
  ['words alone', '0x', '0x', 'execution failed', 'execution failed'],
])('golden: %s', (_, returnData, data, message, words) => {
  const call = { returnData, gasUsed: '0x5208', status: '0x0', error: { message, data } }
  const blocks = readSimulatedBlocks([{ calls: [call] }])
  expect(blocks.ok && haltWordsOf(blocks.value[0]!)).toBe(words)
})
