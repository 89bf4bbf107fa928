import { expect, test } from 'vitest'
import { readDecimalText, readInput } from './parameter-input.ts'

const describe = 'x'
const account = `0x${'ab'.repeat(20)}`
const selected = `0xf2e73f7c${'00'.repeat(12)}${'ab'.repeat(20)}`
const names = new Map([
  ['usdc', { label: 'USDC', text: account }],
  ['both', { label: 'Both', text: null }],
])
const read = (parameter: Parameters<typeof readInput>[0], input: unknown) =>
  readInput(parameter, input, { names, record: () => null })

test('default: texts, numbers and lists as they are given', () => {
  expect(read({ kind: 'token', describe }, 'USDC')).toMatchObject({ value: account })
  expect(read({ kind: 'tokens', describe }, `usdc, ${account}`)).toMatchObject({ ok: true })
  expect(read({ kind: 'network', numbering: 'cctp', describe }, 2)).toEqual({ ok: true, value: 2n })
  expect(read({ kind: 'flag', describe }, 'false')).toEqual({ ok: true, value: false })
  expect(read({ kind: 'integers', min: 0n, max: 9n, describe }, '[1,"2"]')).toEqual({
    ok: true,
    value: [1n, 2n],
  })
  expect(read({ kind: 'word', as: 'account', describe }, account)).toEqual({
    ok: true,
    value: `0x${'0'.repeat(24)}${'ab'.repeat(20)}`,
  })
  const raw = { kind: 'raw', type: '(uint256,bytes)[]', sample: [], describe } as const
  expect(read(raw, '[[7,"0xAB"]]')).toEqual({ ok: true, value: [[7n, '0xab']] })
})

test('behavior: a number is an amount only where a float holds every digit of it', () => {
  expect(readDecimalText(1000.25)).toEqual({ ok: true, value: '1000.25' })
  expect(readDecimalText(0.1)).toEqual({ ok: true, value: '0.1' })
  for (const input of [1e21, 1e-7, 2 ** 53, 0.1 + 0.2, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(readDecimalText(input)).toMatchObject({ ok: false, type: 'decimal_parsing' })
  }
})

test.each([
  ['a name of several', { kind: 'token', describe }, 'both', 'ambiguous'],
  ['no address', { kind: 'token', describe }, 'DAI', 'address'],
  ['a wrong checksum', { kind: 'account', describe }, `0xAb${'ab'.repeat(19)}`, 'address'],
  ['too small a number', { kind: 'integer', min: 2n, max: 9n, describe }, 1, 'greater_than_equal'],
  ['too large a number', { kind: 'integer', min: 2n, max: 9n, describe }, '10', 'less_than_equal'],
  ['no number', { kind: 'integer', min: 2n, max: 9n, describe }, 2.5, 'int_parsing'],
  ['no truth', { kind: 'flag', describe }, 'yes', 'bool_parsing'],
  ['half a byte', { kind: 'bytes', describe }, '0x123', 'bytes'],
  ['bytes that end within', { kind: 'bytes', holds: '(address to)', describe }, '0x1234', 'bytes'],
  ['a selector before it', { kind: 'bytes', holds: '(address to)', describe }, selected, 'bytes'],
  ['another type', { kind: 'raw', type: 'uint256[]', sample: [], describe }, '[true]', 'raw'],
  ['a short word', { kind: 'word', describe }, account, 'word'],
] as const)('error: %s', (_, parameter, input, type) => {
  expect(read(parameter, input)).toMatchObject({ ok: false, type })
})

test('behavior: a wrong name is answered with what is permitted, or the nearest of many', () => {
  const token = { kind: 'token', describe } as const
  expect(read(token, 'DAI')).toMatchObject({
    msg: expect.stringContaining('Permitted: USDC, Both.'),
  })
  const many = new Map(
    Array.from({ length: 20 }, (_, at) => [`coin${at}`, { label: `Coin${at}`, text: account }]),
  )
  const inMany = (text: string, more = many) =>
    readInput(token, text, { names: more, record: () => null })
  expect(inMany('coni7')).toMatchObject({ msg: expect.stringContaining('Did you mean Coin7?') })
  // Another asset is no slip.
  const assets = new Map([...many, ['aave', { label: 'AAVE', text: account }] as const])
  assets.set('lusd', { label: 'LUSD', text: account })
  for (const text of ['native', 'sUSDe']) {
    expect(inMany(text, assets)).toMatchObject({ msg: expect.not.stringContaining('mean') })
  }
})

test('behavior: a name on record is said with its address, and taken where that is permitted', () => {
  const token = { kind: 'token', describe } as const
  const dai = `0x${'da'.repeat(20)}` as const
  const record = (name: string) => (name === 'DAI' ? dai : null)
  expect(readInput(token, 'DAI', { names, record })).toMatchObject({
    type: 'address',
    msg: `"DAI" is ${dai} on record, and no leaf permits it here. Permitted: USDC, Both.`,
  })
  expect(readInput(token, 'DAI', { names: new Map(), record })).toMatchObject({
    msg: `"DAI" is ${dai} on record. Give the address.`,
  })
  const renamed = new Map([['dollar', { label: 'dollar', text: dai }]])
  expect(readInput(token, 'DAI', { names: renamed, record })).toEqual({ ok: true, value: dai })
})
