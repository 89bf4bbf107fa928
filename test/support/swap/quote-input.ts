import type { Address } from '@vaultwright/base'
import type { MeasuredLeg, Measurement, QuoteInputs } from '@vaultwright/swap'

/** Accounts of no chain. */
export const [weth, usdc, vault] = ['11', '22', '33'].map(
  (digits) => `0x${digits.repeat(20)}` as Address,
) as [Address, Address, Address]
export const oneWeth = 10n ** 18n
export const usd = 10n ** 6n

/** A leg on Uniswap v3 that sells one WETH for USDC. */
export function legOf(more: Partial<MeasuredLeg> = {}): MeasuredLeg {
  return {
    route: 'uniswap_v3/swap',
    title: 'Uniswap v3',
    kind: 'exchange',
    params: { fee: '500' },
    slot: 1,
    drone: null,
    sellToken: weth,
    buyToken: usdc,
    sellAmount: oneWeth,
    bought: null,
    hasLeast: true,
    given: null,
    thousandth: null,
    ...more,
  }
}

/** A swap that ran and bought so much. */
export function measured(id: string, bought: bigint, more: Partial<Measurement> = {}): Measurement {
  return {
    id,
    legs: [legOf()],
    isSuccess: true,
    failure: null,
    gasUsed: 180_792n,
    sold: oneWeth,
    bought,
    isReconciled: true,
    isLeastEnforced: null,
    lost: [],
    leftover: [],
    ...more,
  }
}

/** Inputs of a quote of one WETH at 2,000 USDC. */
export function inputsOf(
  measurements: readonly Measurement[],
  more: Partial<QuoteInputs> = {},
): QuoteInputs {
  return {
    chainId: 31337,
    blockNumber: 120n,
    blockHash: `0x${'ab'.repeat(32)}`,
    blockUnix: 1n,
    root: `0x${'cd'.repeat(32)}`,
    vault,
    wish: {
      sellToken: weth,
      buyToken: usdc,
      sellAmount: oneWeth,
      slippageBps: 30n,
      venues: null,
      calldata: [],
      canSplit: true,
      maxHops: 1,
      withRefused: false,
    },
    sellToken: { address: weth, symbol: 'WETH', decimals: 18 },
    buyToken: { address: usdc, symbol: 'USDC', decimals: 6 },
    sellAmount: oneWeth,
    limits: { maxLossBps: 50n, maxImpactBps: 150n, deviationBps: 100n },
    statements: [
      { asset: weth, source: 'oracle', price: '2000', per: 'usd', asOfUnix: 1n },
      { asset: usdc, source: 'oracle', price: '1', per: 'usd', asOfUnix: 1n },
    ],
    failures: [],
    gasPriceWei: 0n,
    nativeAsset: weth,
    measurements,
    unpermitted: [],
    faults: [],
    ...more,
  }
}
