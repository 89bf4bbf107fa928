import { packArguments, rulesFor } from '@vaultwright/manager'
import { encodeAbiParameters, type Hex, pad, parseAbiParameters, stringToHex } from 'viem'
import { expect, test } from 'vitest'
import { callOfAction, callOfInterface } from '../../../test/support/call/action-call.ts'
import { ruleBook } from './catalogue/rule-book.ts'

const layer = '0x9fee01e948353E0897968A3ea955815aaA49f58d'
const token = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const account = 'EQB4EHxrOyEfeImrndKemPRLHDLpSkuHUP9BmKn59TGly2Jk'
const wordAt = (index: number) =>
  pad(stringToHex(account.slice(20 * index, 20 * index + 20)), { size: 32, dir: 'right' })
const values = {
  layer,
  target1: wordAt(0),
  target2: wordAt(1),
  target3: wordAt(2),
  tokens: [token],
  amounts: [7n],
  payload: stringToHex('te6cck'),
  protocol_fee: 1n,
  executor_fee: 2n,
  shards_key: 5n,
  executors: ['EQ'],
} as const

test('golden: a message is what viem encodes with the account as a text', () => {
  const message = encodeAbiParameters(
    parseAbiParameters(
      '(uint64,string,string,uint256,uint256,string[],(address,uint256)[],(address,uint256,uint256)[])',
    ),
    [[5n, account, 'te6cck', 1n, 2n, ['EQ'], [[token, 7n]], []]],
  )
  expect(callOfAction('tac/send_message', values)).toBe(
    callOfInterface('sendMessage(uint256,bytes)', [1n, message]),
  )
})

test('refuses: a number of messages beyond 64 bits', () => {
  expect(() => callOfAction('tac/send_message', { ...values, shards_key: 2n ** 64n })).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})

test('refuses: a message with no token, with two, or with an NFT', () => {
  const [rule] = rulesFor(ruleBook, '0xe289adcd')
  const packs = (tokens: readonly Hex[], nfts: readonly Hex[]) => {
    const message = encodeAbiParameters(
      parseAbiParameters(
        '(uint64,string,string,uint256,uint256,string[],(address,uint256)[],(address,uint256,uint256)[])',
      ),
      [
        [
          5n,
          account,
          '',
          1n,
          2n,
          [],
          tokens.map((one) => [one, 7n] as const),
          nfts.map((one) => [one, 1n, 1n] as const),
        ],
      ],
    )
    return packArguments(rule!, callOfInterface('sendMessage(uint256,bytes)', [1n, message])).ok
  }
  expect(packs([token], [])).toBe(true)
  expect(packs([], [])).toBe(false)
  expect(packs([token, token], [])).toBe(false)
  expect(packs([token], [token])).toBe(false)
})
