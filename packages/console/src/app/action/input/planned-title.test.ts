import type { WireAction } from '@vaultwright/wire'
import { expect, test } from 'vitest'
import { emptyInput, withAll, withText } from './field.ts'
import { plannedTitle } from './planned-title.ts'

const weth = `0x${'aa'.repeat(20)}`
const param = {
  description: '',
  required: true,
  default_value: null,
  min_value: null,
  max_value: null,
  acceptRawString: false,
}
const supply = {
  name: 'Supply',
  protocol: 'aave_v3',
  description: '',
  params: [
    { ...param, name: 'asset', type: 'str', choices: [['WETH', weth]], omitToUseAll: false },
    { ...param, name: 'amount', type: 'Decimal', choices: [], omitToUseAll: true },
  ],
} as unknown as WireAction

test('golden: an action says how much of what, and where', () => {
  const chosen = withText(emptyInput, 'asset', weth)
  expect(plannedTitle(supply, emptyInput)).toBe('Supply, Aave v3')
  expect(plannedTitle(supply, withText(chosen, 'amount', '1250.5'))).toBe(
    'Supply 1,250.5 WETH, Aave v3',
  )
  expect(plannedTitle(supply, withAll(chosen, 'amount', true))).toBe('Supply all WETH, Aave v3')
})

test('refuses: an amount without a token, and two amounts, are in no title', () => {
  expect(plannedTitle(supply, withText(emptyInput, 'amount', '2'))).toBe('Supply, Aave v3')
  const [asset, amount] = supply.params
  const pair = { ...supply, params: [asset!, amount!, { ...amount!, name: 'amount_b' }] }
  const input = withText(withText(emptyInput, 'asset', weth), 'amount', '2')
  expect(plannedTitle(pair, input)).toBe('Supply, Aave v3')
})
