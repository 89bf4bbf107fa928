import { readFileSync } from 'node:fs'
import { type AnyReceipt, readReceipt, recompute } from '@vaultwright/valuation'
import { expect, test } from 'vitest'

const path = new URL('../../fixtures/receipts/whole.json', import.meta.url)
const { receipts }: { readonly receipts: readonly AnyReceipt[] } = JSON.parse(
  readFileSync(path, 'utf8'),
)

test('golden: receipts that were given out with their inputs make their results again, to the digit', () => {
  const formulas = new Set(receipts.map(({ formula }) => formula))
  expect([...formulas].sort()).toEqual(['daily@1', 'day@1', 'performance@1', 'performance@2'])
  for (const receipt of receipts) {
    expect(readReceipt(receipt)).toEqual({ ok: true, receipt })
    expect(JSON.stringify(recompute(receipt))).toBe(JSON.stringify(receipt))
  }
})

test('refuses: a rate that was changed in the inputs of such a receipt', () => {
  const daily = receipts.filter(({ formula }) => formula === 'daily@1')
  expect(daily.length).toBeGreaterThan(0)
  for (const receipt of daily) {
    const text = JSON.stringify(receipt)
    const forged: AnyReceipt = JSON.parse(text.replace(/"rate":"(\d+)"/, '"rate":"1$1"'))
    expect(forged).not.toEqual(receipt)
    expect(recompute(forged).result).not.toEqual(receipt.result)
  }
})
