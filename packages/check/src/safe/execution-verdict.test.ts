import type { SafeExecutionData } from '@vaultwright/wire'
import { expect, test } from 'vitest'
import { executionVerdict as verdictIn } from './execution-verdict.ts'
import { statementContext } from './stated-bound.ts'

const hash = `0x${'ab'.repeat(32)}`
const token = '0x5FfD08C71E25a35cB6dfa5306D8b5468EC14704a'
const holder = '0x5154E7D283ca50923e35Eb01D9c29ff049dc41B2'
const move = {
  token_address: token,
  holder_address: holder,
  is_stated: true,
  raw_at_least: '-10',
  raw_at_most: '-10',
  raw_happened: '-10',
}
const stated = { token_address: token, symbol: 'WETH', decimals: 18 }
const context = statementContext({ tokens: [stated] }, { chainId: 31337, vault: holder })
const executionVerdict = (data: SafeExecutionData) => verdictIn(data, context)
const execution: SafeExecutionData = {
  safe_tx_hash: hash,
  nonce: '3',
  outcome: 'executed_as_said',
  is_final: true,
  differences: [],
  moves: [move],
  approvals: [],
  execution: {
    transaction_hash: hash,
    block_number: 130,
    block_hash: hash,
    basis: 'trace',
    is_direct: true,
  },
  replaced_by: null,
  statement: { block_number: 127, moves: [], approvals: [], tokens: [] },
}

test('golden: as said is a Yes on the word of the service, and its block has to stay', () => {
  expect(executionVerdict(execution)).toMatchObject({ answer: 'conditional' })
  expect(executionVerdict(execution).reasons).toHaveLength(1)
  expect(executionVerdict({ ...execution, is_final: false }).reasons).toHaveLength(2)
})

test('law: no word of the service makes an amount beyond its bounds as said', () => {
  for (const raw_happened of ['-11', '-9', '10']) {
    const moves = [{ ...move, raw_happened }]
    expect(executionVerdict({ ...execution, moves }).answer).toBe('no')
  }
  const unstated = { ...move, is_stated: false, raw_at_least: null, raw_at_most: null }
  expect(executionVerdict({ ...execution, moves: [move, unstated] }).answer).toBe('no')
})

test('law: an older statement that leaves interest open is neither a Yes nor a No by that alone', () => {
  const differences = [{ code: 'interest_open', message: 'Either count.' }]
  const moves = [{ ...move, raw_happened: '-11' }]
  const answerOf = (outcome: SafeExecutionData['outcome']) =>
    executionVerdict({ ...execution, outcome, differences, moves }).answer
  expect(
    ['undecided', 'executed_as_said', 'executed_otherwise'].map((outcome) =>
      answerOf(outcome as 'undecided'),
    ),
  ).toEqual(['open', 'no', 'no'])
})

test('refuses: each other outcome is a No, or open where it is not known', () => {
  const answerOf = (outcome: SafeExecutionData['outcome']) =>
    executionVerdict({ ...execution, outcome, moves: [] }).answer
  expect(answerOf('executed_otherwise')).toBe('no')
  expect(answerOf('failed')).toBe('no')
  expect(answerOf('replaced')).toBe('no')
  expect(answerOf('undecided')).toBe('open')
  expect(answerOf('pending')).toBe('open')
})

test('golden: a move beyond its bounds is said once, in units and names', () => {
  const code = 'move_out_of_bounds'
  const differences = [{ code, message: `The balance of ${holder} changed by -11 of ${token}.` }]
  const raw = { raw_at_least: '-2000000000000000000', raw_happened: '-25000000000000000000' }
  const moves = [{ ...move, ...raw, raw_at_most: '0' }]
  const outcome = 'executed_otherwise'
  const { reasons } = executionVerdict({ ...execution, outcome, differences, moves })
  expect(reasons.map(({ message }) => message)).toEqual([
    'The balance of the vault changed by -25 WETH; said was at least -2 WETH and at most 0 WETH.',
  ])
  // A word of the service that no move shows stays.
  const serviceReasons = executionVerdict({ ...execution, outcome, differences }).reasons
  expect(serviceReasons.map(({ message }) => message)).toEqual([differences[0]!.message])
})
