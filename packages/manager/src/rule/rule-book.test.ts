import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import { selectorOf } from '../abi/selector.ts'
import type { DecoderRules, Rule } from './rule.ts'
import { buildRuleBook, canPack, openRuleBook, rulesFor, rulesOfDecoder } from './rule-book.ts'
import { RuleError } from './syntax/rule-error.ts'

const rule = (signature: string, packs: string, more: Partial<Rule> = {}): Rule => ({
  signature,
  packs,
  ...more,
})
const decoder = (name: string, functions: readonly Rule[], more: Partial<DecoderRules> = {}) => ({
  decoder: name,
  functions,
  ...more,
})
const transfer = rule('transfer(address to, uint256 amount)', 'to')

test('default', () => {
  const book = buildRuleBook([decoder('Base', [transfer])])
  const [onlyRule] = rulesFor(book, '0xA9059CBB')
  expect(onlyRule).toMatchObject({ decoders: ['Base'], signature: 'transfer(address,uint256)' })
  expect(rulesOfDecoder(book, 'Base')).toEqual([onlyRule])
  expect(rulesFor(book, '0x00000000')).toEqual([])
  expect(rulesOfDecoder(book, 'Nobody')).toEqual([])
})

test('behavior: rules that do the same by position are one, whatever their names', () => {
  const book = buildRuleBook([
    decoder('One', [rule('f(address a, address[] b)', 'b[], a')]),
    decoder('Two', [rule('f(address x, address[] y)', 'y[], x')]),
    decoder('Three', [rule('f(address x, address[] y)', 'x, y[]')]),
  ])
  const rules = rulesFor(book, selectorOf('f(address,address[])'))
  expect(rules.map(({ decoders }) => decoders)).toEqual([['One', 'Two'], ['Three']])
  expect(rules[0]?.wordings.map(({ packs }) => packs)).toEqual(['b[], a', 'y[], x'])
})

test('behavior: a decoder has what its parents have, and its own rule counts first', () => {
  const book = buildRuleBook([
    decoder('Child', [rule('f(address a)', '')], { inherits: ['Parent'] }),
    decoder('Parent', [rule('f(address a)', 'a'), transfer], { inherits: ['Base'] }),
    decoder('Base', [rule('g()', '')]),
  ])
  const packing = rulesOfDecoder(book, 'Child').map(({ rule: { signature, packs } }) => [
    signature,
    packs,
  ])
  expect(packing.sort()).toEqual([
    ['f(address a)', ''],
    ['g()', ''],
    [transfer.signature, 'to'],
  ])
  expect(rulesFor(book, selectorOf('g()'))[0]?.decoders).toEqual(['Child', 'Parent', 'Base'])
})

test('behavior: versions differ by their name', () => {
  const book = buildRuleBook([
    decoder('Base', [transfer]),
    decoder('Base', [rule('transfer(address to, uint256 amount)', '')], { version: 'old' }),
  ])
  expect(rulesFor(book, '0xa9059cbb').map(({ decoders }) => decoders)).toEqual([
    ['Base'],
    ['Base (old)'],
  ])
})

test.each<[string, string, readonly number[]]>([
  ['', '', [0]],
  ['a, a', '', [2]],
  ['a, b[]', '', [1, 2, 3, 9]],
  ['n == 0 ? a : (a, a, ZERO)', '', [1, 3]],
  ['b[].(a, a)', '', [0, 1, 2, 3, 4]],
  ['words20(d, 3)[], a', '', [4]],
])('behavior: %j can pack so many entries', (packs, _, counts) => {
  const signature = 'f(address a, address[] b, uint256 n, bytes d)'
  const [group] = buildRuleBook([decoder('One', [rule(signature, packs)])]).groups.values()
  const possible = Array.from({ length: 10 }, (_, count) => count)
  const accepted = possible.filter((count) => canPack(group!.rules[0]!, count))
  expect(accepted).toEqual(expect.arrayContaining([...counts]))
  if (!packs.includes('[]') || packs.startsWith('words20')) expect(accepted).toEqual(counts)
})

test.each([
  ['f(address a', 'a'],
  ['f(adress a)', 'a'],
  ['f(address a)', 'b'],
  ['f(address a)', 'a,'],
  ['f(address a)', 'a b'],
  ['f(address a)', 'a.b'],
  ['f(address a)', 'a[]'],
  ['f(address a)', '(a'],
  ['f(address a)', 'a # b'],
  ['f(address a)', "'a"],
  ['f(address a)', 'f()'],
  ['f(address a)', 'toString(a)'],
  ['f(address a)', 'constructor(a)'],
  ['f(uint256 a)', 'a'],
  ['f(bytes32 a)', 'a'],
  ['f(bytes a)', 'a'],
  ['f(address[] a)', 'a'],
  ['f(address[] a)', 'a.length'],
  ['f((address b) a)', 'a'],
  ['f((address b) a)', 'a.c'],
  ['f(address[] a)', 'a[i]'],
  ['f(address[] a)', 'a[*i].(a[j])'],
  ['f(bytes a)', "abi(a, 'address').b"],
  ['f(bytes a)', "abi(a, '(adress b)').b"],
  ['f(bytes a)', "path(a, 'bytes token')[].token"],
  ['f(bytes a)', 'words20(a, length(a))[]'],
  ['f(bytes a)', 'hi16(a, a)'],
  ['f(uint256 a)', 'length(a)'],
  ['f(uint256[] a, address b)', 'a[] == 1 ? b : ()'],
  ['f(address a)', 'odosCompact().executor'],
])('error: RuleError %s packs %s', (signature, packs) => {
  expect(() => buildRuleBook([decoder('One', [rule(signature, packs)])])).toThrow(RuleError)
})

test.each(['a', 'a == 0 else', 'a == 0 else One Two', 'a = 0', 'a == 0 &&', 'missing == 0'])(
  'error: RuleError for the check %s',
  (check) => {
    const broken = rule('f(uint256 a)', '', { checks: [check] })
    expect(() => buildRuleBook([decoder('One', [broken])])).toThrow(RuleError)
  },
)

test('error: RuleError names decoder, function, term and place', () => {
  const broken = rule('f(address a)', 'a, uint160(b)')
  expect(() => buildRuleBook([decoder('One', [broken], { version: 'old' })])).toThrow(
    expect.objectContaining({
      code: 'invalid_rule',
      facts: {
        decoder: 'One (old)',
        signature: 'f(address a)',
        term: 'a, uint160(b)',
        at: 11,
        why: 'there is no parameter b',
      },
    }),
  )
})

test('error: RuleError for what a decoder says of itself', () => {
  const bad: readonly (readonly DecoderRules[])[] = [
    [decoder('One', []), decoder('One', [])],
    [decoder('One', [transfer, transfer])],
    [decoder('One', [], { inherits: ['Two'] })],
    [decoder('One', [], { inherits: ['One'] })],
    [
      decoder('One', [], { inherits: ['Two', 'Three'] }),
      decoder('Two', [transfer]),
      decoder('Three', [rule(transfer.signature, '')]),
    ],
    [decoder('One', [rule('f(uint256 a)', '', { let: { x: 'x' }, checks: ['x == 0'] })])],
    [
      decoder('One', [rule('f(uint256 a)', 'length(a)')], {
        reads: { length: { contract: 'it', function: 'f()', returns: '(address)' } },
      }),
    ],
    [
      decoder('One', [rule('f(uint256 a)', 'g(a, a)')], {
        reads: { g: { contract: 'it', function: 'g()', returns: '(address)' } },
      }),
    ],
    [
      decoder('One', [rule('f(uint256 a)', 'g(a)')], {
        reads: { g: { contract: 'it', function: 'g()', returns: '()' } },
      }),
    ],
  ]
  for (const decoders of bad) expect(() => buildRuleBook(decoders)).toThrow(RuleError)
})

test('behavior: an opened book checks a function only when it is asked for', () => {
  const book = openRuleBook([decoder('One', [transfer, rule('f(address a)', 'b')])])
  expect(rulesFor(book, '0xa9059cbb').length).toBe(1)
  expect(() => rulesFor(book, selectorOf('f(address)'))).toThrow(RuleError)
})

test('error: RuleError and never another, whatever a rule says', () => {
  const piece = fc.constantFrom(
    'a',
    'b',
    'c',
    'd',
    '.x',
    '[]',
    '[0]',
    '[*i]',
    '[i]',
    '[..1]',
    '.(',
    '(',
    ')',
    ', ',
    ' ? ',
    ' : ',
    ' == ',
    ' << ',
    '5',
    '0x1f',
    "'(address x)'",
    'abi(',
    'uint160(',
    'revert',
    'ZERO',
  )
  const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))
  const signature = 'f(address a, address[] b, (address x, bytes y)[] c, bytes d)'
  let refusedCount = 0
  fc.assert(
    fc.property(text, text, (packs, check) => {
      try {
        buildRuleBook([decoder('One', [rule(signature, packs, { checks: [check] })])])
      } catch (error) {
        refusedCount++
        expect(error).toBeInstanceOf(RuleError)
      }
    }),
    { numRuns: runsOf(10) },
  )
  expect(refusedCount).toBeGreaterThan(0)
})

test('error: RuleError for a text that never ends', () => {
  const deep = `${'('.repeat(50_000)}a`
  expect(() => buildRuleBook([decoder('One', [rule('f(address a)', deep)])])).toThrow(RuleError)
})
