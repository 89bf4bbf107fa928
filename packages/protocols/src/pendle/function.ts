import type { DecoderRules } from '@vaultwright/manager'

const order =
  '(uint256 salt, uint256 expiry, uint256 nonce, uint8 orderType, address token, address YT, address maker, address receiver, uint256 makingAmount, uint256 lnImpliedRate, uint256 failSafeRate, bytes permit)'
const fillParams = `(${order} order, bytes signature, uint256 makingAmount)[]`
const approx =
  '(uint256 guessMin, uint256 guessMax, uint256 guessOffchain, uint256 maxIteration, uint256 eps) guess'
const limitOrders = `(address limitRouter, uint256 epsSkipMarket, ${fillParams} normalFills, ${fillParams} flashFills, bytes optData) limit`
const swapData = '(uint8 swapType, address extRouter, bytes extCalldata, bool needScale) swapData'

const noAggregator = 'else PendleRouterDecoderAndSanitizer__AggregatorSwapsNotPermitted'
const mismatch = 'else PendleRouterDecoderAndSanitizer__LimitOrderYtMismatch'

/** Without a limit router nothing more is packed; with one, the router and the one YT of all fills. */
const orders = `limit.limitRouter == 0 ? ()
  : (limit.limitRouter,
    length(limit.normalFills) > 0 ? limit.normalFills[0].order.YT
    : length(limit.flashFills) > 0 ? limit.flashFills[0].order.YT : ())`
const oneYt = [
  `limit.limitRouter == 0 || limit.normalFills[].order.YT == limit.normalFills[0].order.YT ${mismatch}`,
  `limit.limitRouter == 0 || length(limit.normalFills) == 0 || limit.flashFills[].order.YT == limit.normalFills[0].order.YT ${mismatch}`,
  `limit.limitRouter == 0 || limit.flashFills[].order.YT == limit.flashFills[0].order.YT ${mismatch}`,
  'limit.limitRouter == 0 || length(limit.optData) == 0',
]

/**
 * Pendle: SY, PT, YT and pools through the router. Swaps by aggregators are refused.
 *
 * Source: Pendle RouterV4; what the decoder packs was observed.
 */
export const pendleRouter = {
  decoder: 'PendleRouter',
  inherits: [],
  functions: [
    {
      signature:
        'addLiquidityDualSyAndPt(address user, address market, uint256 netSyDesired, uint256 netPtDesired, uint256 minLpOut)',
      packs: 'user, market',
    },
    {
      signature: `fill(${fillParams} params, address receiver, uint256 maxTaking, bytes optData, bytes callback)`,
      packs: 'receiver, length(params) > 0 ? params[0].order.YT : ()',
      checks: [
        `params[].order.YT == params[0].order.YT ${mismatch}`,
        'length(optData) == 0',
        'length(callback) == 0',
      ],
    },
    {
      signature: 'mintPyFromSy(address user, address yt, uint256 netSyIn, uint256 minPyOut)',
      packs: 'user, yt',
    },
    {
      signature: `mintSyFromToken(address user, address sy, uint256 minSyOut, (address tokenIn, uint256 netTokenIn, address tokenMintSy, address pendleSwap, ${swapData}) input)`,
      packs:
        'user, sy, input.tokenIn, input.tokenMintSy, input.pendleSwap, input.swapData.extRouter',
      checks: [
        `input.swapData.swapType == 0 ${noAggregator}`,
        `input.swapData.extRouter == 0 ${noAggregator}`,
        `input.pendleSwap == 0 ${noAggregator}`,
        `input.tokenIn == input.tokenMintSy ${noAggregator}`,
      ],
    },
    {
      signature:
        'redeemDueInterestAndRewards(address user, address[] sys, address[] yts, address[] markets)',
      packs: 'user, sys[], yts[], markets[]',
    },
    {
      signature: 'redeemPyToSy(address user, address yt, uint256 netPyIn, uint256 minSyOut)',
      packs: 'user, yt',
    },
    {
      signature: `redeemSyToToken(address user, address sy, uint256 netSyIn, (address tokenOut, uint256 minTokenOut, address tokenRedeemSy, address pendleSwap, ${swapData}) output)`,
      packs:
        'user, sy, output.tokenOut, output.tokenRedeemSy, output.pendleSwap, output.swapData.extRouter',
      checks: [
        `output.swapData.swapType == 0 ${noAggregator}`,
        `output.swapData.extRouter == 0 ${noAggregator}`,
        `output.pendleSwap == 0 ${noAggregator}`,
        `output.tokenOut == output.tokenRedeemSy ${noAggregator}`,
      ],
    },
    {
      signature:
        'removeLiquidityDualSyAndPt(address user, address market, uint256 netLpToRemove, uint256 minSyOut, uint256 minPtOut)',
      packs: 'user, market',
    },
    {
      signature: `swapExactPtForSy(address receiver, address market, uint256 exactPtIn, uint256 minSyOut, ${limitOrders})`,
      packs: `receiver, market, ${orders}`,
      checks: oneYt,
    },
    {
      signature: `swapExactPtForYt(address user, address market, uint256 exactPtIn, uint256 minYtOut, ${approx})`,
      packs: 'user, market',
    },
    {
      signature: `swapExactSyForPt(address receiver, address market, uint256 exactSyIn, uint256 minPtOut, ${approx}, ${limitOrders})`,
      packs: `receiver, market, ${orders}`,
      checks: oneYt,
    },
    {
      signature: `swapExactSyForYt(address receiver, address market, uint256 exactSyIn, uint256 minYtOut, ${approx}, ${limitOrders})`,
      packs: `receiver, market, ${orders}`,
      checks: oneYt,
    },
    {
      signature: `swapExactYtForPt(address user, address market, uint256 exactYtIn, uint256 minPtOut, ${approx})`,
      packs: 'user, market',
    },
    {
      signature: `swapExactYtForSy(address receiver, address market, uint256 exactYtIn, uint256 minSyOut, ${limitOrders})`,
      packs: `receiver, market, ${orders}`,
      checks: oneYt,
    },
  ],
} as const satisfies DecoderRules
