import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseSwapSearch } from './swap-search.ts'

const account = `0x${'a'.repeat(40)}`

test('law: what is read of an address is read again as it is, whatever it holds', () => {
  const anything = fc.oneof(fc.constant(account), fc.constant('limit'), fc.string(), fc.anything())
  const search = fc.record({ sell: anything, buy: anything, mode: anything, quote: anything })
  fc.assert(
    fc.property(search, (given) => {
      const once = parseSwapSearch(given)
      expect(parseSwapSearch(once)).toEqual(once)
    }),
  )
})

test('refuses: one token alone, what is not an address, another mode', () => {
  expect(parseSwapSearch({ sell: account, buy: account, mode: 'limit', quote: 'q_8-w' })).toEqual({
    sell: account,
    buy: account,
    mode: 'limit',
    quote: 'q_8-w',
  })
  expect(parseSwapSearch({ sell: account, mode: 'market' })).toEqual({})
  expect(parseSwapSearch({ sell: account, buy: 'USDC', quote: 'q 1' })).toEqual({})
})
