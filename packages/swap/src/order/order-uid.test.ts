import type { Address, Hex } from '@vaultwright/base'
import { emptyAppData, orderDigestOf, orderUidOf } from '@vaultwright/protocols'
import { assertOrderLifetime, namedOrderOf, newOrderOf, type OrderTerms } from '@vaultwright/swap'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'

const owner: Address = '0xf0bb20865277aBd641a307eCe5Ee04E79073416C'
const domainSeparator: Hex = `0x${'42'.repeat(32)}`
const terms: OrderTerms = {
  sellToken: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
  buyToken: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  receiver: owner,
  sellAmount: 10n ** 18n,
  buyAmount: 2_000_000_000n,
  validTo: 1_000n,
  appData: emptyAppData,
  feeAmount: 0n,
  kind: 'sell',
  isPartiallyFillable: false,
  sellTokenBalance: 'erc20',
  buyTokenBalance: 'erc20',
}
const naming = { owner, domainSeparator, latest: 1_100n }

test('law: an order is named once: with every uid that was used it lives a second longer', () => {
  const count = fc.integer({ min: 1, max: 20 })
  fc.assert(
    fc.property(count, (placed) => {
      const used = new Set<Hex>()
      for (let place = 0; place < placed; place++) {
        const order = newOrderOf(terms, naming, (uid) => used.has(uid))
        expect(used.has(order.uid)).toBe(false)
        expect(order.terms).toEqual({ ...terms, validTo: terms.validTo + BigInt(place) })
        used.add(order.uid)
      }
    }),
    { numRuns: runsOf(1 / 50) },
  )
})

test('golden: a name is the digest, the owner and the time', () => {
  const order = namedOrderOf(terms, naming)
  expect(order.digest).toBe(orderDigestOf(terms, domainSeparator))
  expect(order.uid).toBe(orderUidOf({ digest: order.digest, owner, validTo: 1_000n }))
})

test('refuses: terms that were placed for every second that is left', () => {
  expect(() => newOrderOf(terms, naming, () => true)).toThrow(
    expect.objectContaining({ code: 'order_uids_used' }),
  )
})

test('refuses: lives of less than five minutes, or of more than the policy or the book takes', () => {
  assertOrderLifetime(300n, 604_800n)
  assertOrderLifetime(604_800n, 604_800n)
  const out: readonly (readonly [bigint, bigint])[] = [
    [299n, 604_800n],
    [604_801n, 604_800n],
    [31_536_001n, 10n ** 9n],
    [0n, 604_800n],
  ]
  for (const [seconds, most] of out) {
    expect(() => assertOrderLifetime(seconds, most)).toThrow(
      expect.objectContaining({ code: 'order_lifetime' }),
    )
  }
})
