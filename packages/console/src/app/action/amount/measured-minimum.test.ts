import { minimumOf, printUnits } from '@vaultwright/base'
import { decimalsOf } from '@vaultwright/check'
import type { TokenTransfer } from '@vaultwright/wire'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minimumFrom } from './measured-minimum.ts'

const transferOf = (raw: bigint, decimals: number, direction: 'in' | 'out'): TokenTransfer => ({
  token: 'TKN',
  token_address: `0x${'1'.repeat(40)}`,
  amount: printUnits(raw, decimals),
  raw_amount: String(raw),
  direction,
  dollar_value: null,
})
const rules = { decimalsOf, slippageBps: 50n, symbol: 'TKN' }

test('law: the minimum is the net output less the slippage, to the base unit', () => {
  const amount = fc.bigInt({ min: 1n, max: 10n ** 30n })
  fc.assert(
    fc.property(
      fc.array(amount, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 0, max: 24 }),
      fc.bigInt({ min: 0n, max: 10_000n }),
      (amounts, decimals, slippageBps) => {
        const sum = amounts.reduce((total, each) => total + each, 0n)
        const back = sum / 3n
        const transfers = [
          ...amounts.map((raw) => transferOf(raw, decimals, 'in')),
          ...(back === 0n ? [] : [transferOf(back, decimals, 'out')]),
        ]
        const { output, minimum } = minimumFrom(transfers, { ...rules, slippageBps })
        expect(output).toBe(printUnits(sum - back, decimals))
        expect(minimum).toBe(printUnits(minimumOf(sum - back, slippageBps), decimals))
      },
    ),
  )
})

test('refuses: a token that did not arrive, that left, and one without decimals', () => {
  const unknown = { ...transferOf(5n, 0, 'in'), amount: null }
  expect(() => minimumFrom([], rules)).toThrow('received no TKN')
  expect(() => minimumFrom([transferOf(5n, 6, 'out')], rules)).toThrow('received no TKN')
  expect(() => minimumFrom([unknown], rules)).toThrow('decimals of TKN are not known')
})
