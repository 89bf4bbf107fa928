import { type FakeAggregator, startAggregator } from './aggregator-server.ts'

/** Services that are asked for prices. */
export const priceServices = ['0x', 'kyber', 'velora', 'lifi', 'openocean'] as const
export type PriceService = (typeof priceServices)[number]

const chainId = '31337'

/** A service on 127.0.0.1 in its documented shape, at 2,000 units of 6 decimals for one of 18. */
export function startPrices(service: PriceService): Promise<FakeAggregator> {
  return startAggregator((url, _, lie) => {
    const query = Object.fromEntries(url.searchParams) as Record<string, string>
    const names = ['sellAmount', 'amountIn', 'amount', 'fromAmount', 'amountDecimals']
    const soldAmount = names.map((name) => query[name]).find((text) => text !== undefined) ?? '0'
    const amount = String(lie.amount ?? soldAmount)
    const paid = String(lie.offered ?? (BigInt(soldAmount) * 2_000n) / 10n ** 12n)
    return { status: 200, body: bodies[service](amount, paid) }
  })
}

const bodies: Readonly<Record<PriceService, (amount: string, paid: string) => unknown>> = {
  '0x': (sellAmount, paid) =>
    paid === '0'
      ? { liquidityAvailable: false, zid: '0x1' }
      : {
          liquidityAvailable: true,
          sellAmount,
          buyAmount: paid,
          minBuyAmount: paid,
          blockNumber: '120',
          fees: { integratorFee: null, zeroExFee: null, gasFee: null },
          issues: { allowance: null, balance: null, simulationIncomplete: false },
          zid: '0x1',
        },
  kyber: (amountIn, amountOut) => ({
    code: 0,
    message: 'successfully',
    data: { routeSummary: { amountIn, amountOut, gas: '168965', route: [[]] }, routerAddress: '' },
  }),
  velora: (srcAmount, destAmount) => ({
    priceRoute: { srcAmount, destAmount, network: Number(chainId), bestRoute: [], hmac: '' },
  }),
  lifi: (fromAmount, toAmount) => ({
    estimate: { fromAmount, toAmount, toAmountMin: toAmount, approvalAddress: '' },
  }),
  openocean: (inAmount, outAmount) => ({
    code: 200,
    data: { inAmount, outAmount, estimatedGas: '129211', path: {} },
  }),
}
