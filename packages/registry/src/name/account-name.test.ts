import type { Address } from '@vaultwright/base'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type AccountName,
  joinNames,
  type NameLookup,
  type NameSource,
  nameAccounts,
  printAccount,
  printBrief,
  printName,
  printTrusted,
  shortAddress,
} from './account-name.ts'

const usdc: Address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const sources: readonly NameSource[] = [
  'registry',
  'definition',
  'lock',
  'chain',
  'service',
  'tree',
]
const lookupOf =
  (name: AccountName | null): NameLookup =>
  () =>
    name
const nameArb = fc.record({ text: fc.string(), source: fc.constantFrom(...sources) })
const brief = { whole: false }

test('law: the most trusted source names an account, in whatever order lookups are joined', () => {
  fc.assert(
    fc.property(fc.array(fc.option(nameArb)), (names) => {
      const joined = joinNames(...names.map(lookupOf))(usdc)
      const named = names.filter((name) => name !== null)
      const trusted = sources.find((source) => named.some((name) => name.source === source))
      expect(joined).toEqual(named.find(({ source }) => source === trusted) ?? null)
    }),
  )
})

test('law: a name is one line, and only a name of a tree is in quotes that it cannot close', () => {
  fc.assert(
    fc.property(nameArb, fc.string({ unit: 'binary' }), (name, text) => {
      const printed = printName({ ...name, text })
      expect(printed).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u)
      const isQuoted = printed.startsWith('"') && printed.endsWith('"') && printed.length > 1
      if (name.source === 'tree') expect(isQuoted && !printed.slice(1, -1).includes('"')).toBe(true)
    }),
  )
})

test('law: the address stands beside every name that a decision depends on', () => {
  fc.assert(
    fc.property(nameArb, (name) => {
      const names = lookupOf(name)
      expect(printAccount(usdc, names, { whole: true })).toContain(usdc)
      expect(printAccount(usdc, names, brief)).toContain(shortAddress(usdc))
      if (name.source !== 'registry') {
        expect(printBrief(usdc, names, brief)).toContain(shortAddress(usdc))
      }
    }),
  )
})

test('golden: a registry name, a name of each other source, and no name', () => {
  const print = (name: AccountName | null) => printAccount(usdc, lookupOf(name), brief)
  expect(print({ text: 'USDC', source: 'registry' })).toBe('USDC 0xA0b8…eB48')
  expect(print({ text: 'usdc', source: 'definition' })).toBe('usdc (definition) 0xA0b8…eB48')
  expect(print({ text: 'USDC', source: 'lock' })).toBe('USDC (lock) 0xA0b8…eB48')
  expect(print({ text: 'USDC', source: 'tree' })).toBe('"USDC" 0xA0b8…eB48')
  expect(print(null)).toBe('0xA0b8…eB48')
  expect(printBrief(usdc, lookupOf({ text: 'USDC', source: 'registry' }), brief)).toBe('USDC')
})

test('golden: accounts in a text are named, and shortened only where the registry names them', () => {
  const registry: NameLookup = (address) =>
    address === usdc ? { text: 'USDC', source: 'registry' } : null
  const thief = '0x1111111111111111111111111111111111111111'
  const text = `${thief} may pull ${usdc}; call 0xa9059cbb${usdc.slice(2)}`
  const named = `${thief} may pull USDC 0xA0b8…eB48; call 0xa9059cbb${usdc.slice(2)}`
  expect(nameAccounts(text, registry, brief)).toBe(named)
  expect(nameAccounts(text, registry, { whole: true })).toContain(`pull USDC ${usdc};`)
  const elsewhere = lookupOf({ text: 'WHYPE on HyperEVM', source: 'registry', isOfOneChain: true })
  expect(printTrusted(thief, elsewhere, brief)).toBe(`WHYPE on HyperEVM ${thief}`)
  expect(printBrief(thief, elsewhere, brief)).toBe('WHYPE on HyperEVM 0x1111…1111')
  const lie = lookupOf({ text: 'USDC', source: 'tree' })
  expect(printTrusted(thief, lie, brief)).toBe(`"USDC" ${thief}`)
})

test('refuses: a name that turns the writing, ends its quotes or does not end', () => {
  const text = `a"\u202egnp.exe\n${'x'.repeat(500)}`
  const printed = printName({ text, source: 'tree' })
  expect(printed).toContain(`a'\\u{202e}gnp.exe\\x0a`)
  expect(printed.length).toBeLessThan(90)
})
