import type { EthCallResult } from '@vaultwright/outcome'
import { stringToHex } from 'viem'
import { expect, test } from 'vitest'
import type { CallReader } from './read-calls.ts'
import { openTokenReader, readTokenBalances } from './token.ts'

const token = '0x1000000000000000000000000000000000000001'
const block = { number: 5n, hash: `0x${'b'.repeat(64)}`, timestamp: 1n } as const
const word = (value: number | bigint) => value.toString(16).padStart(64, '0')
const ok = (data: string): EthCallResult => ({ ok: true, data: data as `0x${string}` })
const textOf = (text: string, length: number) =>
  `0x${word(32)}${word(length)}${stringToHex(text).slice(2).padEnd(64, '0')}`

function tokenOf(symbol: EthCallResult, decimals: EthCallResult) {
  const work = { calls: 0 }
  const readCalls: CallReader = async (calls) => {
    work.calls += calls.length
    return calls.map(({ data }) => (data === '0x95d89b41' ? symbol : decimals))
  }
  return { read: openTokenReader(readCalls), work }
}

test.each<readonly [string, EthCallResult, string | null]>([
  ['a text', ok(textOf('USDC', 4)), 'USDC'],
  ['a padded word', ok(stringToHex('MKR', { size: 32 })), 'MKR'],
  ['a full word', ok(stringToHex('A'.repeat(32))), 'A'.repeat(32)],
  ['an empty text', ok(textOf('', 0)), null],
  ['a text longer than its bytes', ok(textOf('USDC', 400)), null],
  ['a text of boundless length', ok(`0x${word(32)}${word(2n ** 255n)}`), null],
  ['a text somewhere else', ok(`0x${word(2n ** 200n)}${word(4)}${word(0)}`), null],
  ['bytes that are not text', ok(`0x${'ff'.repeat(32)}`), null],
  ['a text that turns the line around', ok(textOf('U\u202eSDC', 7)), null],
  ['a text with a line break', ok(textOf('A\nB', 3)), null],
  ['nothing', ok('0x'), null],
  ['a revert', { ok: false, data: '0x' }, null],
])('default: the symbol of %s', async (_, symbol, expected) => {
  const { read: readUnit } = tokenOf(symbol, ok(`0x${word(6)}`))
  expect(await readUnit([token], block)).toEqual([
    { address: token, symbol: expected, decimals: 6 },
  ])
})

test('behavior: a token is asked for once, whatever its spelling', async () => {
  const { read: readUnit, work } = tokenOf(ok(textOf('USDC', 4)), ok(`0x${word(6)}`))
  const upper = token.replace('0x', '0X').toUpperCase().replace('0X', '0x') as typeof token
  expect(await readUnit([token, upper, token], block)).toHaveLength(3)
  await readUnit([upper], block)
  expect(work.calls).toBe(2)
})

test.each<readonly [string, EthCallResult]>([
  ['nothing', ok('0x')],
  ['a revert', { ok: false, data: '0x' }],
  ['too many', ok(`0x${word(256)}`)],
  ['half a word', ok('0x06')],
])('error: MissingDecimalsError for %s, and it is not remembered', async (_, decimals) => {
  const { read: readUnit, work } = tokenOf(ok(textOf('USDC', 4)), decimals)
  const refusal = { code: 'missing_decimals', retryable: false }
  await expect(readUnit([token], block)).rejects.toMatchObject(refusal)
  await expect(readUnit([token], block)).rejects.toMatchObject(refusal)
  expect(work.calls).toBe(4)
})

test('behavior: a balance that cannot be read is unknown, never zero', async () => {
  const answers: readonly EthCallResult[] = [
    ok(`0x${word(7)}`),
    ok('0x'),
    { ok: false, data: '0x' },
  ]
  const holdings = answers.map(() => ({ token, holder: token }) as const)
  expect(await readTokenBalances(async () => answers, holdings, block)).toEqual([7n, null, null])
})
