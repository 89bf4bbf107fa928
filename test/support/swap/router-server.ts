import type { Address, Hex } from '@vaultwright/base'
import { encodeAbiParameters, encodeFunctionData, parseAbi, parseAbiParameters } from 'viem'
import {
  type FakeAggregator,
  type FakeOffer,
  lessSlippage,
  type OfferLie,
  startAggregator,
  transactionOf,
} from './aggregator-server.ts'

const gluexAbi = parseAbi([
  'struct Description { address inputToken; address outputToken; address inputReceiver; address outputReceiver; address partnerAddress; uint256 inputAmount; uint256 outputAmount; uint256 partnerFee; uint256 routingFee; uint256 partnerSurplusShare; uint256 protocolSurplusShare; uint256 partnerSlippageShare; uint256 protocolSlippageShare; uint256 effectiveOutputAmount; uint256 minOutputAmount; bool isPermit2; bytes32 uniquePID; }',
  'struct Interaction { address target; uint256 value; bytes callData; }',
  'function swap(address executor, Description desc, Interaction[] interactions)',
])
const sushiAbi = parseAbi([
  'function snwap(address tokenIn, uint256 amountIn, address recipient, address tokenOut, uint256 amountOutMin, address executor, bytes executorData)',
])
const noPartner: Address = `0x${'00'.repeat(20)}`

/** GlueX: `/v1/price` and `/v1/quote`. */
export function startGluex(offer: FakeOffer): Promise<FakeAggregator> {
  return startAggregator((url, body, lie) => {
    const fields = body as Readonly<Record<string, string>>
    const inputAmount = BigInt(fields.inputAmount!)
    const paid = offer.priceOf(inputAmount)
    // Amounts are numbers here, and strings elsewhere.
    const outputAmount = Number(lie.offered ?? paid)
    const price = {
      inputAmount: Number(inputAmount),
      outputAmount,
      routingFee: '0',
      partnerFee: '0',
    }
    if (url.pathname === '/v1/price')
      return { status: 200, body: { statusCode: 200, result: price } }
    const executor = lie.executor ?? offer.executor
    const description = {
      inputToken: fields.inputToken as Address,
      outputToken: fields.outputToken as Address,
      inputReceiver: executor,
      outputReceiver: lie.receiver ?? (fields.outputReceiver as Address),
      partnerAddress: noPartner,
      inputAmount: lie.amount ?? inputAmount,
      outputAmount: paid,
      partnerFee: BigInt(lie.referral ?? 0),
      routingFee: 0n,
      partnerSurplusShare: 0n,
      protocolSurplusShare: 0n,
      partnerSlippageShare: 0n,
      protocolSlippageShare: 0n,
      effectiveOutputAmount: lie.outputQuote ?? paid,
      minOutputAmount: lie.least ?? lessSlippage(paid, String(Number(fields.slippage) / 100)),
      isPermit2: (lie.flags ?? 0n) !== 0n,
      uniquePID: fields.uniquePID as Hex,
    }
    const data = encodeFunctionData({ abi: gluexAbi, args: [executor, description, []] })
    const transaction = transactionOf(data, fields.userAddress as Address, { offer, lie })
    const result = {
      ...price,
      inputSender: transaction.from,
      outputReceiver: fields.outputReceiver,
      router: transaction.to,
      calldata: transaction.data,
      value: transaction.value,
      revert: false,
      blockNumber: 120,
    }
    return { status: 200, body: { statusCode: 200, result } }
  })
}

/** Sushi: `/quote/v7` and `/swap/v7`, with calldata of RedSnwapper. */
export function startSushi(offer: FakeOffer): Promise<FakeAggregator> {
  return startAggregator((url, _, lie) => {
    const query = Object.fromEntries(url.searchParams) as Record<string, string>
    const amount = BigInt(query.amount!)
    const paid = offer.priceOf(amount)
    const price = { status: statusOf(lie), amountIn: query.amount, ...assumed(paid, lie) }
    if (url.pathname.startsWith('/quote/') || price.status !== 'Success') {
      return { status: 200, body: price }
    }
    const minimum = lie.least ?? lessSlippage(paid, String(Number(query.maxSlippage) * 100))
    const data = encodeFunctionData({
      abi: sushiAbi,
      args: [
        query.tokenIn as Address,
        lie.amount ?? amount,
        lie.receiver ?? (query.recipient as Address),
        query.tokenOut as Address,
        minimum,
        lie.executor ?? offer.executor,
        '0x',
      ],
    })
    const tx = transactionOf(data, query.sender as Address, { offer, lie })
    return { status: 200, body: { ...price, tx } }
  })
}

/** Ooga Booga: `/v1/swap`; with `to` also the arguments of its router. */
export function startOogaBooga(offer: FakeOffer): Promise<FakeAggregator> {
  return startAggregator((url, _, lie) => {
    const query = Object.fromEntries(url.searchParams) as Record<string, string>
    const amount = BigInt(query.amount!)
    const paid = offer.priceOf(amount)
    const price = { status: statusOf(lie), blockNumber: 120, ...assumed(paid, lie) }
    if (query.to === undefined || price.status !== 'Success') return { status: 200, body: price }
    const outputQuote = lie.outputQuote ?? paid
    const minimum = lie.least ?? lessSlippage(outputQuote, String(Number(query.slippage) * 100))
    const routerParams = {
      swapTokenInfo: {
        inputToken: query.tokenIn,
        inputAmount: String(lie.amount ?? amount),
        outputToken: query.tokenOut,
        outputQuote: String(outputQuote),
        outputMin: String(minimum),
        outputReceiver: lie.receiver ?? query.to,
      },
      pathDefinition: '0x',
      executor: lie.executor ?? offer.executor,
      referralCode: lie.referral ?? 0,
      value: String(lie.value ?? 0n),
    }
    const routerAddr = lie.to ?? offer.router
    return { status: 200, body: { ...price, routerAddr, routerParams } }
  })
}

const settlerAbi = parseAbi([
  'struct Slippage { address recipient; address buyToken; uint256 minAmountOut; }',
  'function exec(address operator, address token, uint256 amount, address target, bytes data)',
  'function execute(Slippage slippage, bytes[] actions, bytes32 zid)',
])
const kyberAbi = parseAbi([
  'struct Description { address srcToken; address dstToken; address[] srcReceivers; uint256[] srcAmounts; address[] feeReceivers; uint256[] feeAmounts; address dstReceiver; uint256 amount; uint256 minReturnAmount; uint256 flags; bytes permit; }',
  'struct Execution { address callTarget; address approveTarget; bytes targetData; Description desc; bytes clientData; }',
  'function swap(Execution execution)',
])
const lifiAbi = parseAbi([
  'struct SwapData { address callTo; address approveTo; address sendingAssetId; address receivingAssetId; uint256 fromAmount; bytes callData; bool requiresDeposit; }',
  'function swapTokensSingleV3ERC20ToERC20(bytes32 transactionId, string integrator, string referrer, address receiver, uint256 minAmountOut, SwapData swapData)',
])
const noIdentifier: Hex = `0x${'00'.repeat(32)}`

/** The accounts of 0x and LI.FI beside router and executor. */
export type ServiceOffer = FakeOffer & {
  /** The settler of 0x, or the contract that the diamond of LI.FI calls. */
  readonly inner: Address
  /** The calldata of that contract for LI.FI: it pays the diamond. */
  readonly innerData?: (swap: InnerSwap) => Hex
}
type InnerSwap = { readonly sold: Address; readonly bought: Address; readonly amount: bigint }

/** 0x: `/price` and `/quote` of the allowance holder. */
export function startZeroX(offer: ServiceOffer): Promise<FakeAggregator> {
  return startAggregator((url, _, lie) => {
    const query = Object.fromEntries(url.searchParams) as Record<string, string>
    const amount = BigInt(query.sellAmount!)
    const paid = offer.priceOf(amount)
    if (lie.offered === 0n) return { status: 200, body: { liquidityAvailable: false, zid: '0x1' } }
    const price = { liquidityAvailable: true, buyAmount: String(lie.offered ?? paid) }
    if (url.pathname.endsWith('/price')) return { status: 200, body: price }
    const settler = lie.executor ?? offer.inner
    const minAmountOut = lie.least ?? lessSlippage(paid, String(Number(query.slippagePpm) / 10_000))
    const action = encodeAbiParameters(parseAbiParameters('address, uint256, address'), [
      query.sellToken as Address,
      lie.amount ?? amount,
      offer.executor,
    ])
    const recipient = lie.receiver ?? (query.taker as Address)
    const buyToken = query.buyToken as Address
    const run = encodeFunctionData({
      abi: settlerAbi,
      functionName: 'execute',
      args: [{ recipient, buyToken, minAmountOut }, [action], noIdentifier],
    })
    const inner = lie.flags === undefined ? run : (`0xdeadbeef${run.slice(10)}` as Hex)
    const data = encodeFunctionData({
      abi: settlerAbi,
      functionName: 'exec',
      args: [settler, query.sellToken as Address, lie.amount ?? amount, settler, inner],
    })
    const transaction = transactionOf(data, query.taker as Address, { offer, lie })
    return {
      status: 200,
      body: { ...price, allowanceTarget: lie.from ?? transaction.to, transaction },
    }
  })
}

/** KyberSwap: `/routes` and `/route/build`. */
export function startKyber(offer: FakeOffer): Promise<FakeAggregator> {
  return startAggregator((url, body, lie) => {
    const query = Object.fromEntries(url.searchParams) as Record<string, string>
    if (url.pathname.endsWith('/routes')) {
      const amount = BigInt(query.amountIn!)
      const routeSummary = {
        tokenIn: query.tokenIn,
        tokenOut: query.tokenOut,
        amountIn: String(amount),
        amountOut: String(lie.offered ?? offer.priceOf(amount)),
        gas: '168965',
        route: [[]],
      }
      return { status: 200, body: { code: 0, data: { routeSummary, routerAddress: offer.router } } }
    }
    const fields = body as unknown as {
      routeSummary: Record<string, string>
      sender: Address
      recipient: Address
      slippageTolerance: number
    }
    const amount = BigInt(fields.routeSummary.amountIn!)
    const paid = offer.priceOf(amount)
    const executor = lie.executor ?? offer.executor
    const sold = lie.amount ?? amount
    const data = encodeFunctionData({
      abi: kyberAbi,
      args: [
        {
          callTarget: executor,
          approveTarget: executor,
          targetData: '0x',
          desc: {
            srcToken: fields.routeSummary.tokenIn as Address,
            dstToken: fields.routeSummary.tokenOut as Address,
            srcReceivers: [lie.from ?? executor],
            srcAmounts: [sold],
            feeReceivers: lie.referral === undefined ? [] : [executor],
            feeAmounts: lie.referral === undefined ? [] : [BigInt(lie.referral)],
            dstReceiver: lie.receiver ?? fields.recipient,
            amount: sold,
            minReturnAmount:
              lie.least ?? lessSlippage(paid, String(fields.slippageTolerance / 100)),
            flags: lie.flags ?? 4n,
            permit: '0x',
          },
          clientData: '0x1234',
        },
      ],
    })
    const transaction = transactionOf(data, fields.sender, { offer, lie })
    const built = {
      amountIn: String(amount),
      amountOut: String(lie.offered ?? paid),
      data: transaction.data,
      routerAddress: transaction.to,
      transactionValue: transaction.value,
    }
    return { status: 200, body: { code: 0, message: 'successfully', data: built } }
  })
}

/** LI.FI: `/v1/quote`, a swap in one step. */
export function startLifi(offer: ServiceOffer): Promise<FakeAggregator> {
  return startAggregator((url, _, lie) => {
    const query = Object.fromEntries(url.searchParams) as Record<string, string>
    const amount = BigInt(query.fromAmount!)
    const paid = offer.priceOf(amount)
    const [sold, bought] = [query.fromToken as Address, query.toToken as Address]
    const callTo = lie.executor ?? offer.inner
    const data = encodeFunctionData({
      abi: lifiAbi,
      args: [
        noIdentifier,
        'vaultwright',
        '0x0000000000000000000000000000000000000000',
        lie.receiver ?? (query.toAddress as Address),
        lie.least ?? lessSlippage(paid, String(Number(query.slippage) * 100)),
        {
          callTo,
          approveTo: callTo,
          sendingAssetId: sold,
          receivingAssetId: bought,
          fromAmount: lie.amount ?? amount,
          callData: offer.innerData?.({ sold, bought, amount }) ?? '0x',
          requiresDeposit: true,
        },
      ],
    })
    const transactionRequest = transactionOf(data, query.fromAddress as Address, { offer, lie })
    const estimate = {
      fromAmount: String(amount),
      toAmount: String(lie.offered ?? paid),
      toAmountMin: String(paid),
      approvalAddress: transactionRequest.to,
    }
    return { status: 200, body: { estimate, transactionRequest } }
  })
}

/** A price of nothing is that there is no way. */
function statusOf({ offered }: OfferLie): 'Success' | 'NoWay' {
  return offered === 0n ? 'NoWay' : 'Success'
}

function assumed(paid: bigint, lie: OfferLie) {
  return lie.offered === 0n ? {} : { assumedAmountOut: String(lie.offered ?? paid) }
}
