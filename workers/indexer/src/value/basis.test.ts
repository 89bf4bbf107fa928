import type { DerivedKind } from '@vaultwright/store'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  basisOf,
  isSameBasis,
  isStale,
  printBasisOf,
  unseenBasisOf,
  unseenRootsIn,
} from './basis.ts'

const names = { snapshot: 'day@1', daily: 'daily@1', performance: 'performance@1' }
const query = { chain: 'local', day: '2026-03-01', otherChains: ['base'] } as const
const everything = (chain: string, day: string) => `${chain} ${day.slice(5)}`

test('default: what each value looks at, and no more', () => {
  expect(basisOf({ ...query, kind: 'snapshot' }, names, everything)).toEqual({
    formula: 'day@1',
    '2026-03-01': 'local 03-01',
    // Another chain of the vault makes its gap unknown.
    chains: 'base',
  })
  expect(basisOf({ ...query, otherChains: [], kind: 'snapshot' }, names, everything)).toEqual({
    formula: 'day@1',
    '2026-03-01': 'local 03-01',
  })
  expect(basisOf({ ...query, kind: 'daily' }, names, everything)).toEqual({
    formula: 'daily@1',
    '2026-03-01': 'local 03-01',
    '2026-02-28': 'local 02-28',
  })
  const performance = basisOf({ ...query, kind: 'performance' }, names, everything)!
  expect(Object.keys(performance).sort()).toEqual([
    '2026-02-22',
    '2026-02-23',
    '2026-02-24',
    '2026-02-25',
    '2026-02-26',
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
    'base/2026-02-22',
    'base/2026-03-01',
    'formula',
  ])
  expect(performance['base/2026-02-22']).toBe('base 02-22')
})

test('behavior: what is not there is not named, and without the day itself there is no value', () => {
  const ownDigest = (chain: string, day: string) =>
    `${chain}/${day}` === 'local/2026-03-01' ? 'x' : null
  for (const kind of ['snapshot', 'daily', 'performance'] as const) {
    const basis = basisOf(
      { ...query, otherChains: kind === 'snapshot' ? [] : ['base'], kind },
      names,
      ownDigest,
    )
    expect(basis).toEqual({ formula: names[kind], '2026-03-01': 'x' })
    const otherDigest = (chain: string, day: string) =>
      ownDigest(chain, day) === null ? 'y' : null
    expect(basisOf({ ...query, kind }, names, otherDigest)).toBe(null)
  }
})

test('behavior: bases are the same by their names and texts, in any order', () => {
  expect(isSameBasis({ a: '1', b: '2' }, { b: '2', a: '1' })).toBe(true)
  expect(isSameBasis({ a: '1' }, { a: '1', b: '2' })).toBe(false)
  expect(isSameBasis({ a: '1', b: '2' }, { a: '1', c: '2' })).toBe(false)
  expect(isSameBasis({ a: '1' }, { a: '2' })).toBe(false)
  expect(isSameBasis({ a: '1' }, null)).toBe(false)
})

test('law: a value is not stale as long as its basis is what things are, and is when anything of it differs', () => {
  const kind = fc.constantFrom<DerivedKind>('snapshot', 'daily', 'performance')
  const chains = fc.subarray(['base', 'arbitrum', 'zircuit'])
  const there = fc.func(fc.option(fc.stringMatching(/^[0-9a-f]{16}$/), { freq: 4 }))
  fc.assert(
    fc.property(kind, chains, there, fc.nat(), (kind, otherChains, digests, at) => {
      const query = { kind, chain: 'local', day: '2028-03-03', otherChains }
      const digestOf = (chain: string, day: string) => digests(chain, day)
      const basis = basisOf(query, names, digestOf)
      const stale = (kept: object | null) =>
        isStale(query, names, { digestOf, kept: kept && JSON.stringify(kept) })
      expect(stale(null)).toBe(basis !== null)
      if (basis === null) return
      expect(stale(basis)).toBe(false)
      const printed = Object.entries(basis).sort(([one], [other]) => (one < other ? -1 : 1))
      expect(stale(Object.fromEntries(printed))).toBe(false)
      const [name] = printed[at % printed.length]!
      expect(stale({ ...basis, [name]: 'another' })).toBe(true)
      const { [name]: _, ...less } = basis
      expect(stale(less)).toBe(true)
      expect(stale({ ...basis, more: 'x' })).toBe(true)
    }),
  )
})

test('law: a basis is printed as its JSON with the names in their order', () => {
  const kind = fc.constantFrom<DerivedKind>('snapshot', 'daily', 'performance')
  const chains = fc.subarray(['base', 'arbitrum', 'zircuit'])
  const there = fc.func(fc.option(fc.stringMatching(/^[0-9a-f]{16}$/), { freq: 4 }))
  const roots = fc.uniqueArray(fc.stringMatching(/^0x[0-9a-f]{64}$/), { maxLength: 3 })
  fc.assert(
    fc.property(kind, chains, there, roots, (kind, otherChains, digests, texts) => {
      const query = { kind, chain: 'local', day: '2028-03-03', otherChains }
      const digestOf = (chain: string, day: string) => digests(chain, day)
      const unseen = texts as `0x${string}`[]
      const basis = basisOf(query, names, digestOf)
      const whole = { ...basis, ...unseenBasisOf(unseen) }
      const expected = basis === null ? null : JSON.stringify(whole, Object.keys(whole).sort())
      expect(printBasisOf(query, names, { digestOf, unseen })).toBe(expected)
    }),
  )
})

test('law: a text that differs in any letter is judged by what it says', () => {
  let printedCount = 0
  const kind = fc.constantFrom<DerivedKind>('snapshot', 'daily', 'performance')
  const there = fc.func(fc.option(fc.stringMatching(/^[0-9a-f]{16}$/), { freq: 4 }))
  fc.assert(
    fc.property(kind, there, fc.nat(), fc.constantFrom('', '7', 'b'), (kind, digests, at, more) => {
      const query = { kind, chain: 'local', day: '2028-03-03', otherChains: [] }
      const digestOf = (chain: string, day: string) => digests(chain, day)
      const printed = printBasisOf(query, names, { digestOf, unseen: [] })
      if (printed === null) return
      printedCount++
      const cut = at % (printed.length + 1)
      for (const skipped of [0, 1]) {
        const damaged = printed.slice(0, cut) + more + printed.slice(cut + skipped)
        const parsed = jsonOrNull(damaged)
        if (parsed === null)
          expect(() => isStale(query, names, { digestOf, kept: damaged })).toThrow()
        else {
          const isSame = isSameBasis(basisOf(query, names, digestOf)!, parsed)
          expect(isStale(query, names, { digestOf, kept: damaged })).toBe(!isSame)
        }
      }
    }),
  )
  expect(printedCount).toBeGreaterThan(0)
})

function jsonOrNull(text: string) {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

test('behavior: trees that a reading could not look at are named in the basis, and make nothing stale', () => {
  const roots = ['1', '2'].map((digit) => `0x${digit.repeat(64)}` as const)
  const snapshot = { ...query, kind: 'snapshot' } as const
  const basis = { ...basisOf(snapshot, names, everything)!, ...unseenBasisOf(roots) }
  const text = JSON.stringify(basis)
  expect(unseenRootsIn(text)).toEqual(roots)
  expect([unseenRootsIn(null), unseenRootsIn('{"formula":"day@1"}')]).toEqual([[], []])
  expect(isStale(snapshot, names, { digestOf: everything, kept: text })).toBe(false)
})
