import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Flag } from '../base/known-value.ts'
import type { PerformanceInputs } from '../base/result.ts'
import { growDay } from '../day/daily.ts'
import { valueDay } from '../day/day-value.ts'
import { performOver } from './performance.ts'
import { type AnyReceipt, recompute, UnknownFormulaError } from './recompute.ts'

type Vector = { readonly cases: readonly { readonly week: PerformanceInputs }[] }

const file = new URL('../../../../fixtures/vectors/valuation.json', import.meta.url)
const { cases }: Vector = JSON.parse(readFileSync(file, 'utf8'))
const weeks = cases.map(({ week }) => week)

const receipts: readonly AnyReceipt[] = weeks.flatMap((one) => [
  valueDay(one.last),
  growDay({ today: one.last, before: one.between.at(-1) ?? null }),
  performOver(one),
])

test('behavior: each is computed again from its own JSON, to the last character', () => {
  for (const receipt of receipts) {
    const text = JSON.stringify(receipt)
    expect(JSON.stringify(recompute(JSON.parse(text)))).toBe(text)
  }
})

test('behavior: a changed input, or a changed result, is seen', () => {
  for (const receipt of receipts) {
    const text = JSON.stringify(receipt)
    const raised = text.replace(/"(supply|totalAssets)":"(\d)/g, '"$1":"1$2')
    const { result } = recompute(JSON.parse(raised))
    expect(JSON.stringify(result)).not.toBe(JSON.stringify(receipt.result))
    const cooked = { ...receipt, result: { ...receipt.result, flags: [] as Flag[], more: 1 } }
    expect(recompute(cooked)).toEqual(receipt)
  }
})

test('behavior: a daily receipt keeps what growth asks for, and no more', () => {
  const { inputs } = growDay({ today: weeks[0]!.last, before: null })
  expect(Object.keys(inputs.today)).not.toContain('holdings')
  expect(Object.keys(inputs.today)).not.toContain('failures')
})

test('error: UnknownFormulaError', () => {
  expect(() => recompute({ formula: 'daily@0', inputs: {} })).toThrow(UnknownFormulaError)
  expect(() => recompute({ formula: '', inputs: null })).toThrow(
    expect.objectContaining({ code: 'unknown_formula' }),
  )
})
