import fc from 'fast-check'
import {
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  pad,
  parseAbi,
  parseAbiParameters,
} from 'viem'
import { expect, test } from 'vitest'
import { InvalidReadError } from './machine/rule-read.ts'
import type { DecoderRules, Rule } from './rule.ts'
import { buildRuleBook, rulesFor } from './rule-book.ts'
import type { CompiledRule } from './rule-compile.ts'
import { candidatesOf, type PackOutcome, packArguments } from './rule-pack.ts'

const account = '0x1111111111111111111111111111111111111111'
const two = '0x2222222222222222222222222222222222222222'
const three = '0x3333333333333333333333333333333333333333'

function compiled(rule: Rule, reads: DecoderRules['reads'] = {}): CompiledRule {
  const book = buildRuleBook([{ decoder: 'One', reads, functions: [rule] }])
  return [...book.groups.values()][0]!.rules[0]!
}

function run(rule: Rule, args: readonly unknown[]): PackOutcome {
  const abi = parseAbi([`function ${rule.signature}`] as readonly string[])
  return packArguments(compiled(rule), encodeFunctionData({ abi, args } as never))
}

function packed(rule: Rule, args: readonly unknown[]): Hex | PackOutcome {
  const outcome = run(rule, args)
  return outcome.ok ? outcome.packed : outcome
}

test('default', () => {
  const rule = { signature: 'transfer(address to, uint256 amount)', packs: 'to' }
  expect(run(rule, [account, 5n])).toEqual({
    ok: true,
    packed: account,
    entries: [{ label: 'to', address: account }],
    unverified: [],
  })
})

test('behavior: entries are labelled in the words of the function', () => {
  const rule = {
    signature: 'f((address[] strategies, address withdrawer)[] requests, uint32 eid)',
    packs: 'requests[].(strategies[], withdrawer), uint160(eid)',
  }
  const outcome = run(rule, [[{ strategies: [account, two], withdrawer: three }], 7])
  expect(outcome.ok && outcome.entries.map(({ label }) => label)).toEqual([
    'requests[0].strategies[0]',
    'requests[0].strategies[1]',
    'requests[0].withdrawer',
    'uint160(eid)',
  ])
})

test('behavior: transforms cut words as Solidity does', () => {
  const word =
    `0x${Array.from({ length: 32 }, (_, at) => (at + 1).toString(16).padStart(2, '0')).join('')}` as Hex
  const rule = {
    signature: 'f(bytes32 x)',
    packs: 'hi16(x), lo16(x), first20(x), low20(x), uint160(x), ZERO',
  }
  const digits = word.slice(2)
  expect(packed(rule, [word])).toBe(
    concat([
      `0x${digits.slice(0, 32)}00000000`,
      `0x${digits.slice(32)}00000000`,
      `0x${digits.slice(0, 40)}`,
      `0x${digits.slice(24)}`,
      `0x${digits.slice(24)}`,
      `0x${'00'.repeat(20)}`,
    ]),
  )
})

test('behavior: arithmetic joins words, conditions choose among terms', () => {
  const rule = {
    signature: 'f(uint32 a, uint32 b, address c)',
    packs: 'a > b && c != 0 ? (uint160(a << 32 | b), c) : b == 0 || a % 2 == 1 ? () : revert Even',
  }
  expect(packed(rule, [7, 5, account])).toBe(concat([pad('0x0700000005', { size: 20 }), account]))
  expect(packed(rule, [3, 9, account])).toBe('0x')
  expect(packed(rule, [4, 9, account])).toMatchObject({ reason: 'reverts', error: 'Even' })
})

test('behavior: a shift beyond the word leaves nothing', () => {
  const rule = { signature: 'f(uint256 a)', packs: 'uint160(1 << a)' }
  expect(packed(rule, [159n])).toBe(`0x80${'00'.repeat(19)}`)
  expect(packed(rule, [2n ** 255n])).toBe(`0x${'00'.repeat(20)}`)
})

test('behavior: nested bytes are decoded as strictly as the calldata', () => {
  const rule = {
    signature: 'f(bytes d)',
    packs: "abi(d, '(uint256, (address to, bytes x)[] list)').list[].to",
  }
  const types = parseAbiParameters('uint256, (address,bytes)[]')
  const data = encodeAbiParameters(types, [
    1n,
    [
      [account, '0x'],
      [two, '0x01'],
    ],
  ])
  expect(packed(rule, [data])).toBe(concat([account, two]))
  expect(packed(rule, ['0x'])).toMatchObject({ reason: 'reverts', error: null })
  expect(packed(rule, [data.slice(0, -64)])).toMatchObject({ reason: 'reverts', error: null })
  const dirty = data
    .replace('1111111111', '1111111111')
    .replace(/0{24}1{40}/, `${'0'.repeat(23)}1${'1'.repeat(40)}`)
  expect(packed(rule, [dirty])).toMatchObject({ reason: 'reverts', error: null })
})

test('behavior: inner calls are decoded after their selector', () => {
  const rule = {
    signature: 'f(bytes d)',
    packs: "uint160(selector(d)), abi(d, 'g(address a)').a",
  }
  const inner = concat(['0x01020304', pad(account)])
  expect(packed(rule, [inner])).toBe(concat([pad('0x01020304', { size: 20 }), account]))
  expect(packed(rule, ['0x0102'])).toMatchObject({ reason: 'reverts' })
})

test('behavior: packed paths and texts are cut', () => {
  const path = { signature: 'f(bytes p)', packs: "path(p, 'address token, uint24 fee')[].token" }
  expect(packed(path, [concat([account, '0x0001f4', two])])).toBe(concat([account, two]))
  expect(packed(path, ['0x'])).toBe('0x')
  const rule = { signature: 'f(string s)', packs: 'words20(s, 2)[]' }
  const expected = concat([`0x${'61'.repeat(20)}`, '0x6162', `0x${'00'.repeat(18)}`])
  expect(packed(rule, [`${'a'.repeat(20)}ab`])).toBe(expected)
})

test('behavior: an index beyond the end panics, a first part too', () => {
  const second = { signature: 'f(address[] a)', packs: 'a[1]' }
  expect(packed(second, [[account, two]])).toBe(two)
  expect(packed(second, [[account]])).toMatchObject({ reason: 'reverts', error: 'Panic' })
  const some = { signature: 'f(address[] a, uint256 n)', packs: 'a[..n]' }
  expect(packed(some, [[account, two, three], 2n])).toBe(concat([account, two]))
  expect(packed(some, [[account], 2n])).toMatchObject({ reason: 'reverts', error: 'Panic' })
})

test('behavior: a check over a list is to hold for every entry', () => {
  const rule = { signature: 'f(bool[] a)', packs: '', checks: ['a[] == true else NotAll'] }
  expect(packed(rule, [[true, true]])).toBe('0x')
  expect(packed(rule, [[]])).toBe('0x')
  expect(run(rule, [[true, false]])).toEqual({
    ok: false,
    reason: 'reverts',
    error: 'NotAll',
    check: 'a[] == true',
    message: 'The decoder reverts with NotAll because this does not hold: a[] == true.',
    at: null,
  })
})

const owned = {
  rule: {
    signature: 'f(uint256 id, address to)',
    packs: 'to, keeper(to, ownerOf(id))',
    checks: ['ownerOf(id) == vault() else NotOurs'],
  },
  reads: {
    ownerOf: { contract: 'the list', function: 'ownerOf(uint256)', returns: '(address owner)' },
    keeper: { contract: 'the account', function: 'keeperOf(address)', returns: '(address keeper)' },
    vault: { contract: 'the decoder', function: 'vault()', returns: '(address vault)' },
  },
}
const ownedData = concat(['0x00000000', pad('0x7b'), pad(account)])

test('behavior: reads that depend on others are asked for one after the other', () => {
  const rule = compiled(owned.rule, owned.reads)
  const data = concat([rule.selector, `0x${ownedData.slice(10)}`])
  const reads = { 'ownerOf(123)': two }
  expect(packArguments(rule, data)).toMatchObject({ reads: [{ key: 'ownerOf(123)' }] })
  const key = `${account}.keeperOf(${two})`
  expect(packArguments(rule, data, reads)).toMatchObject({
    ok: false,
    reason: 'needs_reads',
    reads: [
      { key, address: account, arguments: [two], function: 'keeperOf(address)', type: 'address' },
    ],
  })
  const open = packArguments(rule, data, { ...reads, [key]: three })
  expect(open).toMatchObject({
    ok: true,
    packed: concat([account, three]),
    unverified: [{ error: 'NotOurs', reads: [{ key: 'vault()' }] }],
  })
  const whole = { ...reads, [key]: three, 'vault()': two }
  expect(packArguments(rule, data, whole)).toMatchObject({ ok: true, unverified: [] })
  expect(packArguments(rule, data, { ...whole, 'vault()': account })).toMatchObject({
    error: 'NotOurs',
  })
})

test.each([
  'twelve',
  '',
  '0x',
  `0x1${'0'.repeat(64)}`,
  -1n,
  1.5,
  2n ** 256n,
  2n ** 160n,
  [account],
])('error: InvalidReadError %s', (value) => {
  const rule = compiled(owned.rule, owned.reads)
  const data = concat([rule.selector, `0x${ownedData.slice(10)}`])
  expect(() => packArguments(rule, data, { 'ownerOf(123)': value })).toThrow(InvalidReadError)
})

const strict = compiled({
  signature: 'f(address a, bool b, uint24 c, int24 d, bytes4 e, bytes f, uint256[] g)',
  packs: 'a',
})
const words: readonly Hex[] = [
  pad(account),
  pad('0x01'),
  pad('0x0fffff'),
  `0x${'ff'.repeat(32)}` as Hex,
  pad('0x01020304', { dir: 'right' }),
  pad('0xe0'),
  pad('0x0120'),
  pad('0x03'),
  pad('0xaabbcc', { dir: 'right' }),
  pad('0x01'),
  pad('0x09'),
]

test.each<[string, number, Hex]>([
  ['an address above 20 bytes', 0, `0x${'00'.repeat(11)}01${'11'.repeat(20)}`],
  ['a bool above 1', 1, pad('0x02')],
  ['a uint24 above 24 bits', 2, pad('0x01000000')],
  ['an int24 that is not extended', 3, pad('0x800000')],
  ['a bytes4 with more bytes', 4, pad('0x0102030405', { dir: 'right' })],
  ['an offset beyond the end', 5, pad('0x0200')],
  ['an offset near 2^256', 5, `0x${'ff'.repeat(32)}`],
  ['a length beyond the end', 7, pad('0x1000')],
  ['a length near 2^256', 9, `0x${'ff'.repeat(32)}`],
  ['a length whose bytes overflow', 9, pad('0x10000000')],
])('error: calldata with %s is malformed', (_, at, word) => {
  expect(packArguments(strict, concat([strict.selector, ...words])).ok).toBe(true)
  const broken = words.map((old, index) => (index === at ? word : old))
  expect(packArguments(strict, concat([strict.selector, ...broken]))).toMatchObject({
    ok: false,
    reason: 'malformed',
    at: expect.any(Number),
  })
})

test('error: calldata of another function is malformed', () => {
  expect(packArguments(strict, '0x00000000')).toMatchObject({ reason: 'malformed', at: 0 })
  expect(packArguments(strict, '0x')).toMatchObject({ reason: 'malformed', at: 0 })
})

test('behavior: candidates merge decoders that answer alike, answers first', () => {
  const book = buildRuleBook([
    {
      decoder: 'Refuses',
      functions: [{ signature: 'f(address a)', packs: 'a', checks: ['a == 0'] }],
    },
    {
      decoder: 'Asks',
      reads: owned.reads,
      functions: [{ signature: 'f(address a)', packs: 'vault()' }],
    },
    { decoder: 'Packs', functions: [{ signature: 'f(address a)', packs: 'a' }] },
    {
      decoder: 'Checks',
      functions: [{ signature: 'f(address b)', packs: 'b', checks: ['b != 0'] }],
    },
    { decoder: 'Drops', functions: [{ signature: 'f(address a)', packs: '' }] },
  ])
  const [first] = [...book.groups.keys()]
  const candidates = candidatesOf(book, concat([first as Hex, pad(account)]))
  expect(
    candidates.map(({ decoders, outcome }) => [
      decoders,
      outcome.ok ? outcome.packed : outcome.reason,
    ]),
  ).toEqual([
    [['Packs', 'Checks'], account],
    [['Drops'], '0x'],
    [['Asks'], 'needs_reads'],
    [['Refuses'], 'reverts'],
  ])
  expect(candidatesOf(book, '0x12345678')).toEqual([])
  expect(candidatesOf(book, concat([first as Hex, pad(account)]), { signature: 'g()' })).toEqual([])
  expect(rulesFor(book, first as Hex).length).toBe(5)
})

test('law: the only entry that is not zero is the one packed, wherever it stands', () => {
  const rule = {
    signature: 'f(uint256[] amounts, address[] tokens)',
    packs: 'tokens[only(amounts)]',
  }
  const sizes = fc.integer({ min: 1, max: 6 })
  const drawn = sizes.chain((size) =>
    fc.record({
      amounts: fc.array(fc.bigInt({ min: 0n, max: 2n }), { minLength: size, maxLength: size }),
      extra: fc.integer({ min: -1, max: 1 }),
    }),
  )
  fc.assert(
    fc.property(drawn, ({ amounts, extra }) => {
      const tokens = Array.from({ length: amounts.length + extra }, (_, at) => accountOf(at))
      const places = amounts.flatMap((amount, at) => (amount === 0n ? [] : [at]))
      const outcome = run(rule, [amounts, tokens])
      const [place = -1] = places
      if (places.length === 1 && place < tokens.length) {
        expect(outcome).toMatchObject({ ok: true, packed: accountOf(place) })
      } else {
        const error = places.length === 1 ? 'Panic' : null
        expect(outcome).toMatchObject({ ok: false, reason: 'reverts', error })
      }
    }),
  )
})

test('golden: how many entries are not zero is a number', () => {
  const rule = { signature: 'f(uint256[] a, address b)', packs: 'nonzero(a) == 2 ? b : ZERO' }
  const zero = `0x${'0'.repeat(40)}`
  expect(packed(rule, [[1n, 0n, 7n], account])).toBe(account)
  expect(packed(rule, [[1n, 0n], account])).toBe(zero)
  expect(packed(rule, [[], account])).toBe(zero)
})

test('law: arguments in memory are checked word by word, those in calldata where they are read', () => {
  const rule = {
    signature: 'f((address read, address idle, bool flag) info, address[] list, string[] names)',
    packs: 'info.read',
  }
  const inCalldata = compiled(rule)
  const inMemory = compiled({ ...rule, memory: true })
  expect(inMemory.packing).not.toBe(inCalldata.packing)
  const abi = parseAbi([`function ${rule.signature}`] as readonly string[])
  const info = { read: account, idle: two, flag: true }
  const args = [info, [two, three], ['ab', 'c']]
  const data = encodeFunctionData({ abi, args } as never)
  const packs = (by: CompiledRule, calldata: Hex) => packArguments(by, calldata).ok
  expect([packs(inCalldata, data), packs(inMemory, data)]).toEqual([true, true])
  /** Words that memory checks and calldata does not: what is not read, the list's, an offset and a length within. */
  const words = (data.length - 10) / 64
  const entries = new Set<string>()
  for (let word = 0; word < words; word++) {
    const offset = 10 + 64 * word
    const damaged = `${data.slice(0, offset)}ff${data.slice(offset + 2)}` as Hex
    const [calldata, memory] = [packs(inCalldata, damaged), packs(inMemory, damaged)]
    // Memory never takes what calldata refuses.
    expect(memory && !calldata, `word ${word}`).toBe(false)
    entries.add(`${calldata}, ${memory}`)
  }
  // Bytes of a text may be anything.
  expect([...entries].sort()).toEqual(['false, false', 'true, false', 'true, true'])
})

test('refuses: only() of what has no single values', () => {
  expect(() => run({ signature: 'f(bytes b)', packs: 'low20(only(b))' }, ['0x'])).toThrow(
    'it takes a list',
  )
  const pairs = { signature: 'f((address a, address b)[] p)', packs: 'p[only(p)].a' }
  expect(() => run(pairs, [[]])).toThrow('are to be single values')
})

test('golden: the first entries of a list are taken one by one, and a missing one panics', () => {
  const rule = {
    signature: 'f(bool[] flags, address[] orders)',
    packs: 'orders[]',
    checks: ['flags[..length(orders)] == true else NotAllowed'],
  }
  const packs = { ok: true, packed: concat([account, two]) }
  expect(
    run(rule, [
      [true, true],
      [account, two],
    ]),
  ).toMatchObject(packs)
  expect(
    run(rule, [
      [true, true, false],
      [account, two],
    ]),
  ).toMatchObject(packs)
  expect(run(rule, [[true], [account, two]])).toMatchObject({ ok: false, error: 'Panic' })
  // The first that is false reverts before the one that is missing is reached.
  expect(run(rule, [[false], [account, two]])).toMatchObject({ ok: false, error: 'NotAllowed' })
})

test('golden: a list that is missing panics, though none of its entries is wanted', () => {
  const rule = { signature: 'f(address[][] lists, uint256 n)', packs: 'lists[n][..0]' }
  expect(run(rule, [[[account]], 0n])).toMatchObject({ ok: true, packed: '0x' })
  expect(run(rule, [[[account]], 1n])).toMatchObject({ ok: false, error: 'Panic' })
})

test('golden: a place in a list that was not read is open, and one beyond its end panics', () => {
  const reads = { tokens: { contract: 'c', function: 'tokens()', returns: '(address[] tokens)' } }
  const rule = compiled({ signature: 'f(uint256 n)', packs: 'tokens()[n]' }, reads)
  const calldata = concat([rule.selector, pad('0x01')])
  expect(packArguments(rule, calldata)).toMatchObject({ reason: 'needs_reads' })
  const packWith = (list: readonly Hex[]) => packArguments(rule, calldata, { 'tokens()': list })
  expect(packWith([account, two])).toMatchObject({ ok: true, packed: two })
  expect(packWith([account])).toMatchObject({ ok: false, reason: 'reverts', error: 'Panic' })
})

const accountOf = (at: number): Hex => pad(`0x${(at + 1).toString(16)}`, { size: 20 })
