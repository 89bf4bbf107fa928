import type { Address, Hex } from '@vaultwright/base'
import { encodeFunctionData, parseAbi } from 'viem'
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

/** A price of nothing is that there is no way. */
function statusOf({ offered }: OfferLie): 'Success' | 'NoWay' {
  return offered === 0n ? 'NoWay' : 'Success'
}

function assumed(paid: bigint, lie: OfferLie) {
  return lie.offered === 0n ? {} : { assumedAmountOut: String(lie.offered ?? paid) }
}
