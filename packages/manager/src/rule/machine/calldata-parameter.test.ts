import fc from 'fast-check'
import { concat, encodeFunctionData, type Hex, pad, parseAbi, size } from 'viem'
import { expect, test } from 'vitest'
import { selectorOf } from '../../abi/selector.ts'
import { callNotesOf } from '../../call/encoding-note.ts'
import { buildRuleBook, rulesFor } from '../rule-book.ts'
import { packArguments } from '../rule-pack.ts'

const account = '0x1111111111111111111111111111111111111111'
const two = '0x2222222222222222222222222222222222222222'
const signature = 'f(address to, (address token, bool isLimit, address[] path) order)'
const book = buildRuleBook([
  {
    decoder: 'One',
    functions: [{ signature, packs: 'order.token, order.isLimit ? order.path[] : ()' }],
  },
])
const rule = rulesFor(book, selectorOf('f(address,(address,bool,address[]))'))[0]!
const target = two
const plain = encodeFunctionData({
  abi: parseAbi([`function ${signature}`]),
  args: [account, { token: two, isLimit: false, path: [account, two] }],
})

/** The offsets of the words: heads of the arguments, then of the order, then the path. */
const places = { to: 4, order: 36, token: 68, isLimit: 100, path: 132, count: 164, first: 196 }

const withWord = (data: Hex, byte: number, word: Hex): Hex =>
  `0x${data.slice(2, 2 + 2 * byte)}${pad(word).slice(2)}${data.slice(66 + 2 * byte)}`
const withDirt = (data: Hex, byte: number): Hex =>
  `0x${data.slice(2, 2 + 2 * byte)}ff${data.slice(4 + 2 * byte)}`
const notesOf = (data: Hex) => callNotesOf({ target, value: 0n, data }, null, book)

test('law: what is not read may be anything, and is named where it does not fit', () => {
  const word = fc.uint8Array({ minLength: 32, maxLength: 32 })
  fc.assert(
    fc.property(word, fc.constantFrom(places.path, places.count, places.first), (bytes, byte) => {
      const hex = `0x${[...bytes].map((one) => one.toString(16).padStart(2, '0')).join('')}` as Hex
      const data = withWord(plain, byte, hex)
      expect(packArguments(rule, data)).toMatchObject({ ok: true, packed: two })
      const isAddress = bytes.subarray(0, 12).every((one) => one === 0)
      if (byte === places.first) expect(notesOf(data).length).toBe(isAddress ? 0 : 1)
    }),
  )
})

test('law: bytes after the arguments change nothing, and are shown', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 80 }), (bytes) => {
      const tag = `0x${[...bytes].map((one) => one.toString(16).padStart(2, '0')).join('')}` as Hex
      const data = concat([plain, tag])
      expect(packArguments(rule, data)).toMatchObject({ ok: true, packed: two })
      expect(notesOf(data)).toMatchObject([{ kind: 'trailing_bytes', at: size(plain), bytes: tag }])
    }),
  )
  expect(notesOf(plain)).toEqual([])
})

test('golden: elements of a list may share one tail, as on chain', () => {
  const listed = 'f((address a, bytes b)[] list)'
  const shared = buildRuleBook([
    { decoder: 'One', functions: [{ signature: listed, packs: 'list[].a' }] },
  ])
  const hexOf = (count: number): Hex => pad(`0x${count.toString(16).padStart(2, '0')}`)
  // Four offsets to the one tuple behind them: an account, and empty bytes.
  const offsets = Array.from({ length: 4 }, () => hexOf(128))
  const words = [hexOf(32), hexOf(4), ...offsets, pad(account as Hex), hexOf(64), hexOf(0)]
  const data: Hex = concat([selectorOf('f((address,bytes)[])'), ...words])
  const [byList] = rulesFor(shared, data.slice(0, 10))
  expect(packArguments(byList!, data)).toMatchObject({
    packed: concat([account, account, account, account]),
  })
  expect(packArguments(byList!, data.slice(0, -2 * 32 * 2) as Hex).ok).toBe(false)
})

test('golden: a word that no decoder reads, in words', () => {
  expect(notesOf(withDirt(plain, places.first))).toEqual([
    {
      kind: 'unread_value',
      at: places.first,
      bytes: `0xff${'00'.repeat(11)}${account.slice(2)}`,
      message:
        'The word at byte 196 is not a valid address: no known decoder reads it, so the chain lets it pass.',
    },
  ])
})

test('refuses: words among the arguments, offsets and lengths that no contract takes', () => {
  const refused = [
    withDirt(plain, places.to),
    withDirt(plain, places.order),
    withWord(plain, places.order, '0x0200'),
    plain.slice(0, 2 + 2 * places.path) as Hex,
    // Read by the rule: the token always, the path with its own words for a limit.
    withDirt(plain, places.token),
    withDirt(plain, places.isLimit),
    withDirt(withWord(plain, places.isLimit, '0x01'), places.first),
    withWord(withWord(plain, places.isLimit, '0x01'), places.count, '0x03'),
    withWord(withWord(plain, places.isLimit, '0x01'), places.path, '0x0200'),
  ]
  for (const data of refused) {
    expect(packArguments(rule, data), data).toMatchObject({ ok: false, reason: 'malformed' })
  }
})

test('golden: an offset inside a struct may point backwards', () => {
  const limit = withWord(plain, places.isLimit, '0x01')
  const back = withWord(limit, places.path, `0x${'ff'.repeat(31)}e0`)
  // The path then starts at the word before the order, whose number is read as its length.
  const short = withWord(back, places.order, '0x40')
  expect(packArguments(rule, short)).toMatchObject({ reason: 'malformed' })
  const nowhere = withWord(limit, places.path, `0xff${'00'.repeat(31)}`)
  expect(packArguments(rule, nowhere)).toMatchObject({ ok: true, packed: two })
})
