import { zeroAddress } from '@vaultwright/base'
import {
  type ActionInputValues,
  actionOf,
  encodeAction,
  patternsOf,
  ruleBook,
} from '@vaultwright/protocols'
import { encodeFunctionData, parseAbi } from 'viem'
import { expect, test } from 'vitest'

const abi = parseAbi([
  'struct Order { uint256 salt; uint256 expiry; uint256 nonce; uint8 orderType; address token; address YT; address maker; address receiver; uint256 makingAmount; uint256 lnImpliedRate; uint256 failSafeRate; bytes permit; }',
  'struct Fill { Order order; bytes signature; uint256 makingAmount; }',
  'struct Limit { address limitRouter; uint256 epsSkipMarket; Fill[] normalFills; Fill[] flashFills; bytes optData; }',
  'struct Approx { uint256 guessMin; uint256 guessMax; uint256 guessOffchain; uint256 maxIteration; uint256 eps; }',
  'struct SwapData { uint8 swapType; address extRouter; bytes extCalldata; bool needScale; }',
  'struct Input { address tokenIn; uint256 netTokenIn; address tokenMintSy; address pendleSwap; SwapData swapData; }',
  'struct Output { address tokenOut; uint256 minTokenOut; address tokenRedeemSy; address pendleSwap; SwapData swapData; }',
  'function mintSyFromToken(address receiver, address SY, uint256 minSyOut, Input input)',
  'function redeemSyToToken(address receiver, address SY, uint256 netSyIn, Output output)',
  'function swapExactSyForPt(address receiver, address market, uint256 exactSyIn, uint256 minPtOut, Approx guessPtOut, Limit limit)',
  'function swapExactPtForSy(address receiver, address market, uint256 exactPtIn, uint256 minSyOut, Limit limit)',
  'function swapExactSyForYt(address receiver, address market, uint256 exactSyIn, uint256 minYtOut, Approx guessYtOut, Limit limit)',
  'function swapExactYtForSy(address receiver, address market, uint256 exactYtIn, uint256 minSyOut, Limit limit)',
  'function swapExactPtForYt(address receiver, address market, uint256 exactPtIn, uint256 minYtOut, Approx guess)',
  'function swapExactYtForPt(address receiver, address market, uint256 exactYtIn, uint256 minPtOut, Approx guess)',
  'function mintPyFromSy(address receiver, address YT, uint256 netSyIn, uint256 minPyOut)',
  'function redeemPyToSy(address receiver, address YT, uint256 netPyIn, uint256 minSyOut)',
  'function addLiquidityDualSyAndPt(address receiver, address market, uint256 netSyDesired, uint256 netPtDesired, uint256 minLpOut)',
  'function removeLiquidityDualSyAndPt(address receiver, address market, uint256 netLpToRemove, uint256 minSyOut, uint256 minPtOut)',
  'function redeemDueInterestAndRewards(address user, address[] sys, address[] yts, address[] markets)',
  'function fill(Fill[] params, address receiver, uint256 maxTaking, bytes optData, bytes callback)',
])

const self = '0xf0bb20865277aBd641a307eCe5Ee04E79073416C'
const router = '0x888888888889758F76e7103c6CbF23ABbF58F946'
const limit_router = '0x000000000000c9B3E2C3Ec88B1B4c0cD853f4321'
const sy = '0xAC0047886a985071476a1186bE89222659970d65'
const yt = '0xfb35Fd0095dD1096b1Ca49AD44d8C5812A201677'
const market = '0xF32e58F92e60f4b0A37A69b95d642A471365EAe8'
const weeth = '0xCd5fE23C85820F7B72D0926FC9b05b43E359b7ee'
const maker = '0x1111111254EEB25477B68fb85Ed929f73A960582'

/** With no YT of its own. */
const order = [
  [1n, 2n, 3n, 1n, sy, zeroAddress, maker, maker, 4n, 5n, 6n, '0x'] as const,
  '0xabcd',
  7n,
] as const
const filled = {
  order: {
    salt: 1n,
    expiry: 2n,
    nonce: 3n,
    orderType: 1,
    token: sy,
    YT: yt,
    maker,
    receiver: maker,
    makingAmount: 4n,
    lnImpliedRate: 5n,
    failSafeRate: 6n,
    permit: '0x',
  },
  signature: '0xabcd',
  makingAmount: 7n,
} as const
const none = {
  limitRouter: zeroAddress,
  epsSkipMarket: 0n,
  normalFills: [],
  flashFills: [],
  optData: '0x',
} as const
const orders = { ...none, limitRouter: limit_router, normalFills: [filled] } as const
const guess = {
  guessMin: 0n,
  guessMax: 2n ** 256n - 1n,
  guessOffchain: 0n,
  maxIteration: 256n,
  eps: 10n ** 14n,
} as const
const swapData = {
  swapType: 0,
  extRouter: zeroAddress,
  extCalldata: '0x',
  needScale: false,
} as const

const values: ActionInputValues = {
  router,
  limit_router,
  market,
  sy,
  yt,
  self,
  manager: self,
  token_in: weeth,
  token_out: weeth,
  amount: 10n,
  minimum: 9n,
  sy_amount: 10n,
  pt_amount: 11n,
  sy_minimum: 8n,
  pt_minimum: 7n,
  normal_fills: [order],
  flash_fills: [],
  fills: [order],
  yt_amount: 0n,
}
const dataOf = (route: string) => encodeAction(actionOf(`pendle/${route}`)!, values)

test('default: SY', () => {
  const input = {
    tokenIn: weeth,
    netTokenIn: 10n,
    tokenMintSy: weeth,
    pendleSwap: zeroAddress,
    swapData,
  } as const
  expect(dataOf('mint_sy')).toBe(
    encodeFunctionData({ abi, functionName: 'mintSyFromToken', args: [self, sy, 9n, input] }),
  )
  const output = {
    tokenOut: weeth,
    minTokenOut: 9n,
    tokenRedeemSy: weeth,
    pendleSwap: zeroAddress,
    swapData,
  } as const
  expect(dataOf('redeem_sy')).toBe(
    encodeFunctionData({ abi, functionName: 'redeemSyToToken', args: [self, sy, 10n, output] }),
  )
})

test.each([
  ['buy_pt', 'swapExactSyForPt', [guess, none]],
  ['sell_pt', 'swapExactPtForSy', [none]],
  ['buy_yt', 'swapExactSyForYt', [guess, none]],
  ['sell_yt', 'swapExactYtForSy', [none]],
  ['swap_pt_for_yt', 'swapExactPtForYt', [guess]],
  ['swap_yt_for_pt', 'swapExactYtForPt', [guess]],
  ['buy_pt_with_orders', 'swapExactSyForPt', [guess, orders]],
  ['sell_pt_with_orders', 'swapExactPtForSy', [orders]],
  ['buy_yt_with_orders', 'swapExactSyForYt', [guess, orders]],
  ['sell_yt_with_orders', 'swapExactYtForSy', [orders]],
] as const)('default: %s', (route, functionName, rest) => {
  const args = [self, market, 10n, 9n, ...rest] as never
  expect(dataOf(route)).toBe(encodeFunctionData({ abi, functionName, args }))
})

test.each([
  ['mint_py', 'mintPyFromSy', [self, yt, 10n, 9n]],
  ['redeem_py', 'redeemPyToSy', [self, yt, 10n, 9n]],
  ['add_liquidity', 'addLiquidityDualSyAndPt', [self, market, 10n, 11n, 9n]],
  ['remove_liquidity', 'removeLiquidityDualSyAndPt', [self, market, 10n, 8n, 7n]],
  ['claim', 'redeemDueInterestAndRewards', [self, [sy], [yt], [market]]],
  ['fill_orders', 'fill', [[filled], self, 21n, '0x', '0x']],
] as const)('default: %s', (route, functionName, args) => {
  expect(dataOf(route)).toBe(encodeFunctionData({ abi, functionName, args: args as never }))
})

test('behavior: leaves with orders bind the limit router and the YT, leaves without do not', () => {
  const slotsOf = (route: string) =>
    patternsOf(actionOf(`pendle/${route}`)!, ruleBook).map(({ pieces }) =>
      pieces.map((piece) => ('slot' in piece ? piece.slot : piece.constant)),
    )
  expect(slotsOf('sell_pt')).toEqual([['self', 'market']])
  expect(slotsOf('sell_pt_with_orders')).toEqual([['self', 'market', 'limit_router', 'yt']])
})

test('behavior: an order for another YT stays as its maker signed it', () => {
  const [terms, ...signed] = order
  const fills = [[terms.with(5, weeth), ...signed]] as ActionInputValues['fills']
  const foreign = { ...filled, order: { ...filled.order, YT: weeth } } as const
  expect(
    encodeAction(actionOf('pendle/fill_orders')!, { ...values, fills } as ActionInputValues),
  ).toBe(
    encodeFunctionData({ abi, functionName: 'fill', args: [[foreign], self, 21n, '0x', '0x'] }),
  )
})

test('behavior: what SY gives is asked of the SY itself', () => {
  const { minimum } = actionOf('pendle/mint_sy')!.parameters
  expect(minimum?.kind === 'minimum' && minimum.quote?.(values)).toMatchObject({
    to: sy,
    call: 'previewDeposit(address,uint256)',
    arguments: [weeth, 10n],
  })
})

test('error: UnencodableError for orders that are none', () => {
  const broken = { ...values, fills: ['0x'] }
  expect(() => encodeAction(actionOf('pendle/fill_orders')!, broken)).toThrow(
    expect.objectContaining({ code: 'unencodable' }),
  )
})
