import {
  type Aggregator,
  type AggregatorSettings,
  openGluex,
  openOogaBooga,
  openSushi,
} from '@vaultwright/aggregator'
import type { Address, Hex } from '@vaultwright/base'
import { checkOffer, strictOfferPolicy } from '@vaultwright/swap'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FakeAggregator, OfferLie } from '../support/swap/aggregator-server.ts'
import { startGluex, startOogaBooga, startSushi } from '../support/swap/router-server.ts'

const accountOf = (digit: string): Address => `0x${digit.repeat(40)}`
const [weth, usdc, vault] = [accountOf('1'), accountOf('2'), accountOf('3')]
const [router, executor, outsider] = [accountOf('4'), accountOf('5'), accountOf('9')]
const request = {
  chainId: 31337,
  sellToken: weth,
  buyToken: usdc,
  sellAmount: 10n ** 18n,
  taker: vault,
  receiver: vault,
  slippageBps: 30n,
}
const signal = new AbortController().signal

type Provider = {
  readonly start: typeof startGluex
  readonly open: (settings: AggregatorSettings) => Aggregator
}
const providers: Readonly<Record<string, Provider>> = {
  gluex: { start: startGluex, open: openGluex },
  sushi: { start: startSushi, open: openSushi },
  'ooga-booga': { start: startOogaBooga, open: openOogaBooga },
}
const servers = new Map<string, FakeAggregator>()

beforeAll(async () => {
  const priceOf = (amount: bigint) => (amount * 2_000n) / 10n ** 12n
  for (const [name, { start }] of Object.entries(providers)) {
    servers.set(name, await start({ router, executor, priceOf }))
  }
})
afterAll(async () => {
  for (const server of servers.values()) await server.close()
})

/** The verdict of the check of fields on calldata that a provider makes with a lie. */
async function verdictOf(name: string, lie: OfferLie) {
  const server = servers.get(name)!
  server.lie(lie)
  const partnerId: Hex = `0x${'ab'.repeat(32)}`
  const settings = { fetch, url: server.url, key: null, partnerId, nowMs: () => performance.now() }
  const aggregator = providers[name]!.open({ ...settings, budget: { perMinute: 1_000 } })
  const call = await aggregator.build!(request, signal)
  return checkOffer(call, {
    route: aggregator.routes[0]!,
    sellToken: weth,
    buyToken: usdc,
    sellAmount: request.sellAmount,
    target: router,
    receiver: vault,
    refusalOfLeaf: () => null,
    policy: strictOfferPolicy,
  })
}

const everywhere: readonly (readonly [OfferLie, string])[] = [
  [{ to: outsider }, 'calldata_not_permitted'],
  [{ value: 1n }, 'calldata_refused'],
  [{ amount: 10n ** 18n + 1n }, 'amount_mismatch'],
  [{ receiver: outsider }, 'recipient_not_vault'],
  [{ least: 0n }, 'least_below_bound'],
]
const lies: Readonly<Record<string, readonly (readonly [OfferLie, string])[]>> = {
  gluex: [
    ...everywhere,
    [{ selector: '0xdeadbeef' }, 'calldata_refused'],
    [{ flags: 1n }, 'flags_refused'],
    [{ referral: 1 }, 'fee_refused'],
  ],
  sushi: [...everywhere, [{ selector: '0xdeadbeef' }, 'calldata_refused']],
  'ooga-booga': [...everywhere, [{ referral: 1 }, 'fee_refused']],
}

test.each(Object.keys(providers))(
  'law: a lie in any field of %s is refused by name',
  async (name) => {
    const honest = await verdictOf(name, {})
    expect(honest).toMatchObject({ isAccepted: true, fields: { least: 1_994_000_000n } })
    for (const [lie, code] of lies[name]!) {
      const verdict = await verdictOf(name, lie)
      const text = JSON.stringify(lie, (_, value) =>
        typeof value === 'bigint' ? String(value) : value,
      )
      expect(verdict.isAccepted ? 'accepted' : verdict.refusals[0].code, text).toBe(code)
    }
    // A quote that is set low is seen: what is above it stays with the router.
    if (name === 'sushi') return
    const low = await verdictOf(name, { outputQuote: 1_995_000_000n })
    expect(low.fields?.quote).toBe(1_995_000_000n)
  },
)
