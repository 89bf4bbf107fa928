import { type Address, type Hex, printHex, printUnits } from '@vaultwright/base'
import { type BuildContext, type Built, buildActions } from '@vaultwright/builder'
import { rootOf } from '@vaultwright/merkle'
import { emptyFacts, type KnownFacts } from '@vaultwright/protocols'
import {
  type MeasuredLeg,
  type Measurement,
  marketOf,
  type QuoteInputs,
  quoteOf,
} from '@vaultwright/swap'
import {
  type MarketTransactionData,
  type SwapPairData,
  type SwapQuoteData,
  swapPairOf,
  swapQuoteOf,
} from '@vaultwright/wire'
import { localManifest } from '../../api/support/builder-world.ts'
import { localTree, placeOf } from '../node/local-chain.ts'
import { venueCallsOf } from './venue-call.ts'

const local = { manifest: localManifest }
const place = (name: string) => placeOf(local, name)
const oneWeth = 10n ** 18n
const usd = 10n ** 6n
const chainId = 31337
/** Seconds since 1970 at which the answers are made. */
export const answeredAtUnix = 1_771_070_400n

/** The trader of the local chain: whose answers these are. */
export const trading = {
  file: localTree('local-eth-trader'),
  vault: place('Local ETH'),
  manager: place('Local ETH: manager'),
  trader: localManifest.vaults[0]!.strategists.find(({ name }) => name === 'trader')!.address,
  root: printHex(rootOf(localTree('local-eth-trader').tree.tree)),
  weth: { address: place('WETH'), symbol: 'WETH', decimals: 18 },
  usdc: { address: place('USDC'), symbol: 'USDC', decimals: 6 },
  settlement: place('CoW settlement'),
  relayer: place('CoW vault relayer'),
} as const
/** The place of the trader's builds, and the tree that they are proven against. */
export const traderAt = {
  place: {
    chain: 'local',
    chainId,
    vaultName: 'Local ETH',
    vault: trading.vault,
    manager: trading.manager,
    strategist: trading.trader,
    strategistName: 'trader',
    root: trading.root,
    managerRoot: null,
  },
  trees: { file: trading.file, managerFile: null },
}
const { weth, usdc, vault, relayer } = trading

const knownFacts: KnownFacts = {
  ...emptyFacts,
  tokenOf: (token) => {
    const unit = [weth, usdc].find(({ address }) => address === token)
    return unit === undefined ? null : { ...unit, resetsApproval: false }
  },
  factOf: (_, call) => (call === 'vaultRelayer()' ? relayer : null),
}

/** The context of the trader's builds. */
export const traderContext: BuildContext = {
  tree: trading.file.tree,
  managerTree: null,
  vault,
  manager: trading.manager,
  chainId,
  knownFacts,
  reads: null,
  now: answeredAtUnix,
}

/** Every pair of the trader's tree. */
export function pairAnswers(): readonly SwapPairData[] {
  const owner = { vault, manager: trading.manager, drones: [] }
  const { leaves } = trading.file.tree
  return marketOf({ leaves, owner, knownFacts, chainId }).pairs.map(swapPairOf)
}

/** Calldata of 1inch that demands 1,994 USDC for one WETH. */
export const offeredData = withMinimum(
  venueCallsOf(local).oneInch('v5', 'WETH', 'USDC', oneWeth)[1]!.data,
  1_994n * usd,
)

/** One WETH for USDC: 1inch, two tiers of Uniswap and their split; the third tier reverts. */
export function quoteInputs(more: Partial<QuoteInputs> = {}): QuoteInputs {
  const measurements = [
    measured('c1', 1_957_703_388n, [uniswapLeg('500')]),
    measured('c2', 2_000n * usd, [offeredLeg]),
    measured('c3', 1_999_400_159n, [uniswapLeg('100')]),
    { ...measured('c4', 0n, [uniswapLeg('3000')]), isSuccess: false, failure: poolMissing },
    measured('c5', 1_999_500_000n, [
      { ...uniswapLeg('100', (oneWeth * 9n) / 10n), bought: 1_799_500_000n },
      { ...uniswapLeg('500', oneWeth / 10n), bought: 200n * usd },
    ]),
  ]
  return {
    chainId,
    blockNumber: 120n,
    blockHash: `0x${'ab'.repeat(32)}`,
    blockUnix: answeredAtUnix,
    root: trading.root,
    vault,
    wish: {
      sellToken: weth.address,
      buyToken: usdc.address,
      sellAmount: oneWeth,
      slippageBps: 30n,
      venues: null,
      calldata: [],
      canSplit: true,
      maxHops: 1,
      withRefused: true,
    },
    sellToken: weth,
    buyToken: usdc,
    sellAmount: oneWeth,
    limits: { maxLossBps: 50n, maxImpactBps: 1_000n, deviationBps: 100n },
    statements: [
      { ...priceOf('WETH/USD feed', weth.address), price: '2000' },
      { ...priceOf('USDC/USD feed', usdc.address), price: '1' },
    ],
    failures: [],
    gasPriceWei: 1_000_000_000n,
    nativeAsset: weth.address,
    measurements,
    unpermitted: [
      {
        route: 'balancer_v2/swap',
        params: {},
        buyAmount: 2_001n * usd,
        method: 'view',
        permittingLeaf: {
          decoder: null,
          target: place('Balancer vault'),
          canSendValue: false,
          signature:
            'swap((bytes32,uint8,address,address,uint256,bytes),(address,bool,address,bool),uint256,uint256)',
          arguments: [weth.address, usdc.address, vault, vault],
          digest: null,
        },
      },
    ],
    faults: [],
    ...more,
  }
}

/** The same market where one venue alone moves the price: the split over three venues brings most. */
export function splitInputs(): QuoteInputs {
  const inputs = quoteInputs()
  const share = (parts: bigint) => (oneWeth * parts) / 10n
  const split = measured('c6', 2_012n * usd, [
    { ...uniswapLeg('100', share(5n)), bought: 1_007n * usd },
    { ...uniswapLeg('500', share(3n)), bought: 604n * usd },
    { ...uniswapLeg('3000', share(2n)), bought: 401n * usd },
  ])
  return { ...inputs, measurements: [...inputs.measurements, split] }
}

/** The same with a way by a pool of the pair and, beside it, by a third token. */
export function pathInputs(): QuoteInputs {
  const inputs = quoteInputs()
  const middle: Address = `0x${'44'.repeat(20)}`
  const dai = 10n ** 18n
  const path = measured('c6', 2_010n * usd, [
    { ...uniswapLeg('3000', (oneWeth * 3n) / 10n), bought: 602n * usd },
    { ...uniswapLeg('500', (oneWeth * 7n) / 10n), buyToken: middle, bought: 1_410n * dai },
    {
      ...uniswapLeg('100', 1_409n * dai),
      sellToken: middle,
      bought: 1_408n * usd,
      thousandth: { sold: dai, bought: usd },
    },
  ])
  const leftover = [{ token: middle, amount: dai }]
  return {
    ...inputs,
    wish: { ...inputs.wish, maxHops: 2 },
    measurements: [...inputs.measurements, { ...path, leftover }],
  }
}

const poolMissing = { code: 'venue_reverted', message: 'Pool does not exist' }

function priceOf(feed: string, asset: Address) {
  return {
    asset,
    source: `chainlink:${place(feed)}`,
    per: 'usd' as const,
    asOfUnix: answeredAtUnix,
  }
}

function uniswapLeg(fee: string, sellAmount = oneWeth): MeasuredLeg {
  return {
    route: 'uniswap_v3/swap',
    title: 'Uniswap v3',
    kind: 'exchange',
    params: { fee },
    slot: 28,
    drone: null,
    sellToken: weth.address,
    buyToken: usdc.address,
    sellAmount,
    bought: null,
    hasLeast: true,
    given: null,
    thousandth: { sold: oneWeth / 1_000n, bought: 2_000_000n },
  }
}

const offeredLeg: MeasuredLeg = {
  ...uniswapLeg('500'),
  route: 'one_inch/swap_v5',
  title: '1inch v5',
  kind: 'aggregator',
  params: {},
  given: { data: offeredData, least: 1_994n * usd, quote: null, offered: 2_000_500_000n },
}

function measured(id: string, bought: bigint, legs: readonly MeasuredLeg[]): Measurement {
  return {
    id,
    legs,
    isSuccess: true,
    failure: null,
    gasUsed: 168_965n + 90_000n * BigInt(legs.length - 1),
    sold: oneWeth,
    bought,
    isReconciled: true,
    isLeastEnforced: null,
    lost: [],
    leftover: [],
  }
}

/** A quote as the service answers it; it expires a minute after the given second. */
export function quoteAnswer(inputs = quoteInputs(), nowUnix = answeredAtUnix): SwapQuoteData {
  return swapQuoteOf(quoteOf(inputs), {
    id: 'q_demo',
    createdAtUnix: nowUnix,
    expiresAtUnix: nowUnix + 60n,
  })
}

/** Calldata of a candidate, with the leasts that the quote says, as the service builds it. */
export async function marketAnswer(
  quote: SwapQuoteData,
  id: string,
): Promise<MarketTransactionData> {
  const candidate = quote.candidates.find((each) => each.id === id)!
  const routers = { 'uniswap_v3/swap': 'Uniswap router', 'one_inch/swap_v5': '1inch router v5' }
  const requests = candidate.legs.map((leg) => {
    const tokens = { token_in: leg.sell_token, token_out: leg.buy_token }
    const router = place(routers[leg.route as keyof typeof routers])
    const amount = printUnits(BigInt(leg.raw_sell_amount), 18)
    const fields = {
      ...leg.params,
      minimum: printUnits(BigInt(leg.raw_least ?? 1), 6),
    }
    const params = leg.route === 'one_inch/swap_v5' ? { data: offeredData } : fields
    return { route: leg.route, params: { ...tokens, router, amount, ...params } }
  })
  const built = await buildActions(traderContext, requests)
  return {
    ...builtOf(built),
    quote: {
      quote_id: quote.quote_id,
      block_number: quote.block_number,
      block_hash: quote.block_hash,
      candidate,
    },
    least: printUnits(BigInt(candidate.raw_least ?? 0), 6),
    raw_least: candidate.raw_least ?? '0',
    bound: quote.bound,
    deadline: deadlineOf(built),
    approvals_left: [],
  }
}

function deadlineOf({ actions }: Built): string | null {
  const [first] = actions.flatMap(({ values }) =>
    typeof values.deadline === 'bigint' ? [values.deadline] : [],
  )
  if (first === undefined) return null
  return `${new Date(Number(first) * 1_000).toISOString().slice(0, 19)}Z`
}

/** The fields of every answer of the builder. */
export function builtOf({ calldata, target, description, provenCalls }: Built) {
  return {
    encoded_tx_data: calldata,
    target,
    description,
    action_api_response: [
      {
        route: 'swap',
        name: 'Swap',
        protocol: 'swap',
        protocol_name: 'Swap',
        protocol_app_url: '',
        description,
        calls: provenCalls.map((call) => ({
          description: '',
          target: call.target,
          data: call.data,
          value: String(call.value),
          decoder: call.leaf.decoder,
          leaf_index: call.slot,
          signature: call.leaf.signature,
          proof: [],
        })),
      },
    ],
    simulation_skipped: true as const,
    simulation_status: 'The simulation was left out.',
  }
}

/** Word 6 of the arguments. */
function withMinimum(data: Hex, minimum: bigint): Hex {
  const from = 10 + 64 * 6
  return `${data.slice(0, from)}${minimum.toString(16).padStart(64, '0')}${data.slice(from + 64)}` as Hex
}
