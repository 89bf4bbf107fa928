import fc from 'fast-check'
import { expect, test } from 'vitest'
import { totalTextOf } from '../total/total-text.ts'
import { statedAssetOf, statedBoundsOf, statementContext } from './stated-bound.ts'

const amount = fc.bigInt(-50n, 50n)
const token = '0x6B175474E89094C44Da98b954EedeAC495271d0F'

test('law: the words allow a change if and only if the bounds do', () => {
  fc.assert(
    fc.property(amount, fc.option(fc.bigInt(0n, 50n)), amount, (least, width, change) => {
      const most = width === null ? null : least + width
      const bounds = statedBoundsOf({
        raw_at_least: String(least),
        raw_at_most: most === null ? null : String(most),
      })
      const isAllowed = bounds.some(({ verb, atLeast, atMost }) => {
        const size = verb === 'pays' ? -change : change
        const isOfDirection = size > 0n || (size === 0n && (atLeast ?? 0n) === 0n)
        return isOfDirection && size >= (atLeast ?? 0n) && (atMost === null || size <= atMost)
      })
      expect(isAllowed).toBe(change >= least && (most === null || change <= most))
    }),
  )
})

test('golden: amounts are in display units, and what the service says of a token is marked as its word', () => {
  const stated = { token_address: `0x${'77'.repeat(20)}`, symbol: 'LOC', decimals: 6 }
  const renamed = { token_address: token, symbol: 'FAKE', decimals: 0 }
  const context = statementContext({ tokens: [stated, renamed] }, { chainId: 1, vault: null })
  const textOf = (address: string) =>
    totalTextOf({ token: statedAssetOf(address), amount: 2_500_000n }, context)
  expect(textOf(stated.token_address)).toEqual({ amount: '2.5', token: 'LOC', source: 'service' })
  expect(textOf(`0x${'00'.repeat(20)}`)).toMatchObject({ token: 'ETH', source: 'registry' })
  // The record goes before the service.
  expect(textOf(token)).toMatchObject({ token: 'DAI', source: 'registry' })
})

test('refuses: a guess where the service gives no decimals', () => {
  const stated = { token_address: `0x${'77'.repeat(20)}`, symbol: 'LOC', decimals: null }
  const context = statementContext({ tokens: [stated] }, { chainId: 1, vault: null })
  expect(
    totalTextOf({ token: statedAssetOf(stated.token_address), amount: 25n }, context),
  ).toMatchObject({ amount: '25 base units of', source: null })
})
