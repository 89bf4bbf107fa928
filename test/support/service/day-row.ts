import type { Address } from '@vaultwright/base'
import fc from 'fast-check'

export const addresses = fc
  .stringMatching(/^[0-9a-fA-F]{40}$/)
  .map((digits): Address => `0x${digits}`)
export const slugs = fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,39}$/)
export const decimals = fc.oneof(
  fc.stringMatching(/^-?(0|[1-9][0-9]{0,60})(\.[0-9]{1,40})?$/),
  fc.constantFrom('0', '-0.000', '9'.repeat(400), `-${'9'.repeat(400)}`, `0.${'0'.repeat(400)}1`),
)
export const unix = fc.bigInt({ min: 0n, max: 253_402_300_799n })
export const days = unix.map((at) => new Date(Number(at) * 1000).toISOString().slice(0, 10))
export const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null })
export const words40 = fc.string({ maxLength: 40 })
export const blocks = fc.bigInt({ min: 0n, max: 1n << 64n })

/** The net assets of a day; null where they were not computed. */
export const navs = maybe(
  fc.record({
    feesOwed: maybe(decimals),
    netAssets: maybe(decimals),
    gap: maybe(decimals),
    gapRelative: maybe(decimals),
    reason: maybe(words40),
    leftOut: fc.nat(9),
  }),
)

/** A daily point of any vault. */
export const points = fc.record({
  chain: slugs,
  vault: addresses,
  day: days,
  atUnix: unix,
  blockNumber: blocks,
  dailyApy: maybe(decimals),
  priceUsd: maybe(decimals),
  sharePrice: maybe(decimals),
  totalAssets: maybe(decimals),
  tvlUsd: maybe(decimals),
  nav: navs,
})
