import { expect, test } from 'vitest'
import { basisOf, isSameBasis } from './basis.ts'

const names = { snapshot: 'day@1', daily: 'daily@1', performance: 'performance@1' }
const query = { chain: 'local', day: '2026-03-01', otherChains: ['base'] } as const
const everything = (chain: string, day: string) => `${chain} ${day.slice(5)}`

test('default: what each value looks at, and no more', () => {
  expect(basisOf({ ...query, kind: 'snapshot' }, names, everything)).toEqual({
    ...{ formula: 'day@1', '2026-03-01': 'local 03-01' },
  })
  expect(basisOf({ ...query, kind: 'daily' }, names, everything)).toEqual({
    ...{ formula: 'daily@1', '2026-03-01': 'local 03-01', '2026-02-28': 'local 02-28' },
  })
  const performance = basisOf({ ...query, kind: 'performance' }, names, everything)!
  expect(Object.keys(performance).sort()).toEqual([
    ...['2026-02-22', '2026-02-23', '2026-02-24', '2026-02-25', '2026-02-26', '2026-02-27'],
    ...['2026-02-28', '2026-03-01', 'base/2026-02-22', 'base/2026-03-01', 'formula'],
  ])
  expect(performance['base/2026-02-22']).toBe('base 02-22')
})

test('behavior: what is not there is not named, and without the day itself there is no value', () => {
  const own = (chain: string, day: string) =>
    `${chain}/${day}` === 'local/2026-03-01' ? 'x' : null
  for (const kind of ['snapshot', 'daily', 'performance'] as const) {
    const basis = basisOf({ ...query, kind }, names, own)
    expect(basis).toEqual({ formula: names[kind], '2026-03-01': 'x' })
    const rest = (chain: string, day: string) => (own(chain, day) === null ? 'y' : null)
    expect(basisOf({ ...query, kind }, names, rest)).toBe(null)
  }
})

test('behavior: bases are the same by their names and texts, in any order', () => {
  expect(isSameBasis({ a: '1', b: '2' }, { b: '2', a: '1' })).toBe(true)
  expect(isSameBasis({ a: '1' }, { a: '1', b: '2' })).toBe(false)
  expect(isSameBasis({ a: '1', b: '2' }, { a: '1', c: '2' })).toBe(false)
  expect(isSameBasis({ a: '1' }, { a: '2' })).toBe(false)
  expect(isSameBasis({ a: '1' }, null)).toBe(false)
})
