// What a call must look like for its decoder to accept it, by decoder and function.
import { concat, encodeAbiParameters, numberToHex, parseAbiParameters } from 'viem'
import { setAt, valueAt } from '../../test/support/sentinel.ts'
import { roles } from './decoder.mjs'
import { wordOf } from './random.mjs'

const zero = '0x0000000000000000000000000000000000000000'
const encoded = (types, ...values) => encodeAbiParameters(parseAbiParameters(types), values)

const empty =
  (...paths) =>
  (call) => {
    for (const path of paths) setAt(call, path, '0x')
  }
const path =
  (between, least = 1, step = 1) =>
  (call, random) => {
    const tokens = Array.from({ length: least + step * random.below(3) }, () => random.account())
    const parts = tokens.flatMap((token, index) =>
      index === 0 || between === 0 ? [token] : [random.bytes(between), token],
    )
    setAt(call, 'params.path', concat(parts))
  }
const ofPool = empty('userData')
const twoSteps = (call, random) => {
  const extra = random.isTrue(0.8) ? [] : [random.account()]
  setAt(call, 'path', [random.account(), random.account(), ...extra])
}
const card = (call, random) => setAt(call, 'bridgeWildCard', random.word())
const executor = (call) => setAt(call, 'executor', roles.executor)

/** By `Decoder.function`; a call that is left as drawn may be refused. */
export const shapes = {
  'AlgebraV4.exactInput': path(0, 3, 2),
  'ArbitrumNativeBridge.createRetryableTicket': ticket,
  'ArbitrumNativeBridge.unsafeCreateRetryableTicket': ticket,
  'ArbitrumNativeBridge.outboundTransfer': outbound,
  'ArbitrumNativeBridge.outboundTransferCustomRefund': outbound,
  'BalancerV2.exitPool': (call) => setAt(call, 'req.toInternalBalance', false),
  'BalancerV2.joinPool': (call) => setAt(call, 'req.fromInternalBalance', false),
  'BalancerV2.swap': (call, random) => {
    if (random.isTrue(0.8)) setAt(call, 'singleSwap.userData', '0x')
    if (random.isTrue(0.8)) setAt(call, 'funds.fromInternalBalance', false)
    if (random.isTrue(0.8)) setAt(call, 'funds.toInternalBalance', false)
  },
  'BalancerV3.addLiquidityCustom': ofPool,
  'BalancerV3.addLiquidityProportional': ofPool,
  'BalancerV3.addLiquiditySingleTokenExactOut': ofPool,
  'BalancerV3.addLiquidityUnbalanced': ofPool,
  'BalancerV3.removeLiquidityCustom': ofPool,
  'BalancerV3.removeLiquidityProportional': ofPool,
  'BalancerV3.removeLiquiditySingleTokenExactIn': ofPool,
  'BalancerV3.removeLiquiditySingleTokenExactOut': ofPool,
  'BalancerV3.swapSingleTokenExactIn': ofPool,
  'BalancerV3.swapSingleTokenExactOut': ofPool,
  'Camelot.exactInput': path(0),
  'CCIP.ccipSend': (call, random) => {
    const tag = random.bytes(4)
    const gas = random.isTrue(0.8) ? 0n : random.uint(32)
    setAt(call, 'message.data', '0x')
    setAt(call, 'message.receiver', wordOf(random.account()))
    const short = concat([tag, encoded('uint256', 0n)])
    setAt(
      call,
      'message.extraArgs',
      random.isTrue(0.2) ? short : encoded('bytes4, uint256', tag, gas),
    )
  },
  'EulerEVK.call': (call, random) => {
    const inner = [
      ['0x4b3fd148', encoded('uint256, address', random.uint(256), random.account())],
      ['0xb460af94', withdrawal(random)],
      ['0xba087652', withdrawal(random)],
      ['0x6e553f65', withdrawal(random)],
    ]
    setAt(call, 'data', concat(random.pick(inner)))
  },
  'LombardBTCMinter.mint': (call, random) => {
    if (call.item.inputs[0].type !== 'bytes') return
    const types = 'uint256, address, uint64, bytes32, uint32'
    const values = [random.uint(256), random.account(), random.uint(64), random.word(), 4]
    const payload = encoded(types, ...values)
    setAt(call, 'data', random.isTrue() ? payload : concat([random.bytes(4), payload]))
  },
  'Merkl.claim': sameLengths,
  'Merkl (with tokens).claim': sameLengths,
  'MorphoBlue.repay': empty('data'),
  'MorphoBlue.supply': empty('data'),
  'MorphoBlue.supplyCollateral': empty('data'),
  'OdosOwned.swap': executor,
  'OFT.send': hop,
  'OFT (receiver as one address).send': empty('_sendParam.composeMsg', '_sendParam.oftCmd'),
  'OneInch.swap': (call) => call.item.inputs.length === 4 && setAt(call, 'permit', '0x'),
  'OneInchOwned.swap': (call, random) => {
    if (call.item.inputs.length === 4 && random.isTrue(0.8)) setAt(call, 'permit', '0x')
    executor(call)
  },
  'PancakeSwapV3.exactInput': path(3),
  'PendleRouter.fill': (call, random) => {
    empty('optData', 'callback')(call)
    if (random.isTrue(0.8)) oneYt([valueAt(call, 'params')], random.account())
  },
  'PendleRouter.mintSyFromToken': (call, random) =>
    plainSwap(call, random, ['input', 'tokenIn', 'tokenMintSy']),
  'PendleRouter.redeemSyToToken': (call, random) =>
    plainSwap(call, random, ['output', 'tokenOut', 'tokenRedeemSy']),
  'PendleRouter.swapExactPtForSy': limitOrders,
  'PendleRouter.swapExactSyForPt': limitOrders,
  'PendleRouter.swapExactSyForYt': limitOrders,
  'PendleRouter.swapExactYtForSy': limitOrders,
  'Permit2.lockdown': (call, random) => {
    const pair = { token: random.account(), spender: random.account() }
    setAt(call, 'approvals', random.isTrue() ? [pair] : [])
  },
  'Teller.bridge': card,
  'Teller.depositAndBridge': card,
  'UniswapV2.swapETHForExactTokens': twoSteps,
  'UniswapV2.swapExactETHForTokens': twoSteps,
  'UniswapV2.swapExactTokensForETH': twoSteps,
  'UniswapV2.swapExactTokensForTokens': twoSteps,
  'UniswapV2.swapTokensForExactETH': twoSteps,
  'UniswapV2.swapTokensForExactTokens': twoSteps,
  'UniswapV3.exactInput': path(3),
  'UniswapV3SwapRouter02.exactInput': path(3),
  'Velodrome.mint': (call) => setAt(call, 'params.sqrtPriceX96', 0n),
}

/** Calldata of `swapCompact()`: see the reader of the Odos decoders. */
export function compactSwap(random) {
  const account = () =>
    random.pick([
      () => '0x0000',
      () => concat(['0x0001', random.account()]),
      () => numberToHex(2 + random.below(9), { size: 2 }),
    ])()
  const amount = () => {
    const size = random.below(5)
    return concat([numberToHex(size, { size: 1 }), random.bytes(size)])
  }
  const by = random.isTrue() ? account() : concat(['0x0001', roles.executor])
  const parts = [
    account(),
    account(),
    amount(),
    amount(),
    random.bytes(3),
    by,
    account(),
    account(),
  ]
  return concat(['0x83bd37f9', ...parts])
}

function ticket(call, random) {
  if (random.isTrue(0.8)) setAt(call, 'data', '0x')
  setAt(call, 'gasLimit', 20_000n + BigInt(random.below(20_000)))
  setAt(call, 'maxFeePerGas', random.isTrue(0.8) ? BigInt(random.below(2 ** 32)) : 100_000_000_001n)
}

function outbound(call, random) {
  if (call.item.inputs.length === 4) {
    if (random.isTrue(0.8)) setAt(call, '_data', '0x')
    return
  }
  setAt(
    call,
    '_data',
    encoded('uint256, bytes', random.uint(256), random.isTrue(0.8) ? '0x' : '0x01'),
  )
  setAt(call, '_maxGas', 20_000n + BigInt(random.below(20_000)))
  setAt(call, '_gasPriceBid', random.isTrue(0.8) ? 100_000_000_000n : 100_000_000_001n)
}

function withdrawal(random) {
  const values = [random.uint(256), random.account(), random.account()]
  return encoded('uint256, address, address', ...values)
}

function sameLengths(call, random) {
  const users = Array.from({ length: 1 + random.below(3) }, () => random.account())
  setAt(call, 'users', users)
  setAt(
    call,
    'tokens',
    users.map(() => random.account()),
  )
  setAt(
    call,
    'amounts',
    users.map(() => random.uint(128)),
  )
  setAt(
    call,
    'proofs',
    users.map(() => [random.word()]),
  )
}

function hop(call, random) {
  empty('_sendParam.composeMsg', '_sendParam.oftCmd')(call)
  if (random.isTrue(0.4)) return
  const [compose, command] = [
    random.isTrue(0.85) ? '0x' : '0x01',
    random.isTrue(0.85) ? '0x' : '0x02',
  ]
  const next = [random.below(2 ** 32), random.word(), 1n, 1n, '0x', compose, command]
  const types = '(uint32,bytes32,uint256,uint256,bytes,bytes,bytes)'
  setAt(call, '_sendParam.composeMsg', encoded(types, next))
}

function plainSwap(call, random, [name, token, same]) {
  if (random.isTrue(0.9)) setAt(call, `${name}.${same}`, valueAt(call, `${name}.${token}`))
  if (random.isTrue(0.9)) setAt(call, `${name}.pendleSwap`, zero)
  if (random.isTrue(0.9)) setAt(call, `${name}.swapData.swapType`, 0)
  if (random.isTrue(0.9)) setAt(call, `${name}.swapData.extRouter`, zero)
}

function limitOrders(call, random) {
  if (random.isTrue(0.9)) setAt(call, 'limit.optData', '0x')
  if (random.isTrue(0.3)) setAt(call, 'limit.limitRouter', zero)
  const lists = [valueAt(call, 'limit.normalFills'), valueAt(call, 'limit.flashFills')]
  if (random.isTrue(0.7)) oneYt(lists, random.account())
}

function oneYt(lists, yt) {
  for (const list of lists) for (const fill of list) fill.order.YT = yt
}
