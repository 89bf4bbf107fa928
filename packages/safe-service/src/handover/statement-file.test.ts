import type { Hex } from '@vaultwright/base'
import type { Statement } from '@vaultwright/outcome'
import { expect, test } from 'vitest'
import { parseStatement, printStatement } from './statement-file.ts'

const safe = '0x9D1dF34CC07dB5D9CC12B1c31D1B8E0ef83c0EB3'

test('law: a statement that is printed is read as it was', () => {
  const hash: Hex = `0x${'ab'.repeat(32)}`
  const move = { token: safe, holder: safe, atLeast: -5n, atMost: null } as const
  const approval = { standard: 'erc20', token: safe, owner: safe, spender: safe } as const
  const statement: Statement = {
    safe,
    chainId: 1,
    version: '1.3.0+L2',
    nonce: 7n,
    safeTxHash: hash,
    contentHash: hash,
    block: 100n,
    watched: [safe],
    moves: [move, { ...move, atMost: 2n ** 255n }],
    approvals: [{ ...approval, id: null, after: 9n }],
  }
  const read = (text: string) => parseStatement(JSON.parse(text), 'statement.json')
  expect(read(printStatement(statement))).toEqual(statement)
  // A file of the first version does not say whether it counts interest.
  const older = printStatement(statement).replace('"version": 2', '"version": 1')
  expect(read(older)).toEqual({ ...statement, mayCountInterest: true })
  expect(printStatement(read(older))).toBe(older)
  const damaged = printStatement(statement).replace('"100"', '100')
  expect(() => read(damaged)).toThrow(expect.objectContaining({ code: 'statement_file' }))
})
