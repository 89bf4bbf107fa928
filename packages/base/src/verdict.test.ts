import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Finding, isSound, type Severity } from './finding.ts'
import { verdictOf } from './verdict.ts'

const findingOf = (severity: Severity): Finding => ({
  code: 'example',
  severity,
  leaf: null,
  message: 'Something.',
  facts: {},
})

test('default', () => {
  expect(verdictOf([])).toEqual({ ok: true })
  expect(verdictOf(['late', 'short'])).toEqual({ ok: false, reasons: ['late', 'short'] })
})

test('behavior: a yes has no reason against it, a no has every one', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (reasons) => {
      const verdict = verdictOf(reasons)
      expect(verdict.ok ? [] : verdict.reasons).toEqual(reasons)
    }),
  )
})

test('behavior: only an error makes unsound, however many other findings there are', () => {
  const mild = fc.array(fc.constantFrom<Severity>('warning', 'info'))
  fc.assert(
    fc.property(mild, mild, (before, after) => {
      expect(isSound([...before, ...after].map(findingOf))).toBe(true)
      expect(isSound([...before, 'error' as const, ...after].map(findingOf))).toBe(false)
    }),
  )
})
