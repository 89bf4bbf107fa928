// What a call must look like for its decoder to accept it, by decoder and function.
import { concat, encodeAbiParameters, numberToHex, parseAbiParameters } from 'viem'
import { signOrderIn, soundOrder } from '../../test/support/call/signed-order.ts'
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
/** An enum of so many names, now and then one too high. */
const named = (name, count) => (call, random) => {
  // Functions of the same name may have none.
  if (!call.item.inputs.some((input) => input.name === name)) return
  setAt(call, name, random.below(random.isTrue(0.9) ? count : count + 2))
}
const flag = named('_balanceCheckFlag', 4)
const collateral = named('_collateralType', 2)
const orderUid = (call, random) => setAt(call, 'orderUid', random.bytes(56))
/** An order of which one thing is wrong now and then; its time is over for no clock, or never. */
const signedOrder = (call, random) => {
  if (random.isTrue(0.2)) {
    setAt(call, 'orderUid', random.bytes(56))
    return
  }
  const isRight = (chance = 0.9) => random.isTrue(chance)
  const order = soundOrder({
    sellToken: random.account(),
    buyToken: random.account(),
    receiver: random.isTrue(0.2) ? zero : random.account(),
    sellAmount: BigInt(random.word()),
    buyAmount: BigInt(random.word()),
    validTo: isRight() ? random.below(604_800) : 2 ** 32 - 1,
    appData: isRight() ? wordOf(roles.orderDocument) : random.word(),
    feeAmount: isRight() ? 0n : 1n,
    partiallyFillable: random.isTrue(0.5),
    ...(isRight() ? {} : { kind: random.word() }),
    ...(isRight() ? {} : { sellTokenBalance: random.word() }),
    ...(isRight() ? {} : { buyTokenBalance: random.word() }),
  })
  const domain = wordOf(isRight() ? roles.orderDomain : random.account())
  signOrderIn(call, order, { owner: random.account(), domain })
  if (!isRight()) call.tail = random.isTrue(0.5) ? `${call.tail}00` : '0x'
}
const wallet = (call) =>
  call.item.inputs[0].name === 'weirollWallet' && setAt(call, 'weirollWallet', roles.weirollWallet)
const market = (call, random) => {
  const count = random.isTrue(0.7) ? 1 : 2 * random.below(2)
  const ids = Array.from({ length: count }, () => random.uint(32))
  setAt(call, '_collateralMarketIds', ids)
}

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
  'Beraborrow.adjustDenVault': empty('params._preDeposit'),
  'Beraborrow.openDenVault': empty('params._preDeposit'),
  'Beraborrow.withdrawFromEpoch': empty('unwrapParams.payload'),
  'Camelot.exactInput': path(0),
  'CCIP.ccipSend': (call, random) => {
    const tag = random.isTrue(0.9) ? '0x97a657c9' : '0x181dcf10'
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
  'Derive.bridge': (call, random) => {
    if (random.isTrue(0.8)) setAt(call, 'options_', '0x')
    const accounts = encoded('address, address', random.account(), random.account())
    if (random.isTrue(0.8)) setAt(call, 'extraData_', accounts)
  },
  'DeriveWithdraw.bridge': (call, random) => {
    if (random.isTrue(0.8)) setAt(call, 'options_', '0x')
    if (random.isTrue(0.8)) setAt(call, 'extraData_', '0x')
  },
  'Dolomite.closeBorrowPosition': market,
  'Dolomite.closeBorrowPositionWithDifferentAccounts': market,
  'Dolomite.openBorrowPosition': flag,
  'Dolomite.openBorrowPositionWithDifferentAccounts': flag,
  'Dolomite.repayAllForBorrowPosition': flag,
  'Dolomite.repayAllForBorrowPositionWithDifferentAccounts': flag,
  'Dolomite.transferBetweenAccounts': flag,
  'Dolomite.transferBetweenAccountsWithDifferentAccounts': flag,
  'Dolomite.withdrawETH': flag,
  'Dolomite.withdrawETHFromDefaultAccount': flag,
  'Dolomite.withdrawPar': flag,
  'Dolomite.withdrawParFromDefaultAccount': flag,
  'Dolomite.withdrawWei': flag,
  'Dolomite.withdrawWeiFromDefaultAccount': flag,
  'DvStETH.deposit': (call, random) => {
    if (call.item.inputs[1].type !== 'uint256[]') return
    const amounts = Array.from({ length: 3 + random.below(2) }, () => 0n)
    const count = random.pick([0, 1, 1, 1, 1, 2])
    for (let turn = 0; turn < count; turn++) amounts[random.below(amounts.length)] = random.uint(64)
    setAt(call, 'amounts', amounts)
  },
  'EigenLayerLSTStaking.completeQueuedWithdrawals': completed,
  'EulerEVK.call': (call, random) => {
    const inner = [
      ['0x4b3fd148', encoded('uint256, address', random.uint(256), random.account())],
      ['0xb460af94', withdrawal(random)],
      ['0xba087652', withdrawal(random)],
      ['0x6e553f65', withdrawal(random)],
    ]
    setAt(call, 'data', concat(random.pick(inner)))
  },
  'KyberSwap.swap': (call, random) => {
    const isRight = (chance = 0.9) => random.isTrue(chance)
    const executor = valueAt(call, 'execution.callTarget')
    const amount = valueAt(call, 'execution.desc.amount')
    setAt(call, 'execution.desc.permit', isRight() ? '0x' : '0x00')
    setAt(call, 'execution.desc.feeReceivers', isRight() ? [] : [random.account()])
    setAt(
      call,
      'execution.desc.flags',
      BigInt(random.pick([0, 4, 0x80, 0xc4, 0xc4, 0xc4, 1, 0x20])),
    )
    const executors = Array.from({ length: isRight() ? 1 : 2 * random.below(2) }, () => executor)
    setAt(call, 'execution.desc.srcReceivers', isRight() ? executors : [random.account()])
    setAt(call, 'execution.desc.srcAmounts', [isRight() ? amount : amount + 1n])
  },
  'LombardBTCMinter.mint': (call, random) => {
    if (call.item.inputs[0].type !== 'bytes') return
    const types = 'uint256, address, uint64, bytes32, uint32'
    const values = [random.uint(256), random.account(), random.uint(64), random.word(), 4]
    const payload = encoded(types, ...values)
    // With a selector before it nothing stands where it is read.
    setAt(call, 'data', random.isTrue(0.8) ? payload : concat([random.bytes(4), payload]))
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
    if (random.isTrue(0.8)) setAt(call, 'desc.srcReceiver', roles.executor)
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
    setAt(call, 'approvals', random.isTrue(0.8) ? [pair] : [])
  },
  'CowOrder.invalidateOrder': orderUid,
  'CowOrder.setPreSignature': signedOrder,
  'RoycoWeiroll.claim': wallet,
  'RoycoWeiroll.executeWithdrawalScript': wallet,
  'RoycoWeiroll.fillIPOffers': (call, random) => {
    const count = random.isTrue(0.7) ? 1 : 2 * random.below(2)
    setAt(
      call,
      'ipOfferHashes',
      Array.from({ length: count }, () => random.word()),
    )
  },
  'RoycoWeiroll.forfeit': wallet,
  'Silo.deposit': collateral,
  'Silo.mint': collateral,
  'Silo.redeem': collateral,
  'Silo.transitionCollateral': named('_transitionFrom', 2),
  'Silo.withdraw': collateral,
  'Teller.bridge': card,
  'Teller.depositAndBridge': card,
  'ZeroX.exec': (call, random) => {
    if (random.isTrue(0.9)) setAt(call, 'target', valueAt(call, 'operator'))
    const types = '(address, address, uint256), bytes[], bytes32'
    const slippage = [random.account(), random.account(), random.uint(128)]
    const values = [slippage, [random.bytes(random.below(40))], random.word()]
    const selector = random.isTrue(0.9) ? '0x1fff991f' : random.bytes(4)
    const data = concat([selector, encoded(types, ...values)])
    setAt(call, 'data', random.isTrue(0.9) ? data : random.pick(['0x', '0x1fff99', '0x1fff991f']))
  },
  'UniswapV2.swapETHForExactTokens': twoSteps,
  'UniswapV2.swapExactETHForTokens': twoSteps,
  'UniswapV2.swapExactTokensForETH': twoSteps,
  'UniswapV2.swapExactTokensForTokens': twoSteps,
  'UniswapV2.swapTokensForExactETH': twoSteps,
  'UniswapV2.swapTokensForExactTokens': twoSteps,
  'UniswapV3.exactInput': path(3),
  'UniswapV3SwapRouter02.exactInput': path(3),
  'UniswapV4.execute': (call, random) => {
    setAt(call, 'commands', random.pick(['0x10', '0x10', '0x10', '0x10', '0x', '0x1010', '0x0b']))
    const plans = [plan(swapStep, random), plan(swapStep, random)]
    setAt(call, 'inputs', plans.slice(random.isTrue(0.9) ? 1 : 0))
  },
  'UniswapV4.modifyLiquidities': (call, random) =>
    setAt(call, 'unlockData', plan(positionStep, random)),
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

/** Steps of a plan: one to three mostly, each with its parameters. */
function plan(step, random) {
  const count = random.isTrue(0.8) ? 1 + random.below(3) : 4 * random.below(2)
  const steps = Array.from({ length: count }, () => step(random))
  const params = steps.map(([, param]) => param)
  if (random.isTrue(0.1)) params.pop()
  return encoded('bytes, bytes[]', concat(['0x', ...steps.map(([action]) => action)]), params)
}

const poolKey = '(address,address,uint24,int24,address)'
const pool = (random) => [random.account(), random.account(), 500, 10, random.account()]
const accounts = (count, random) =>
  encoded(
    Array.from({ length: count }, () => 'address').join(),
    ...Array.from({ length: count }, () => random.account()),
  )

function swapStep(random) {
  const swap = [pool(random), random.isTrue(), random.uint(128), random.uint(128), '0x01']
  const paid = encoded('address, uint256', random.account(), random.uint(128))
  return random.pick([
    ['0x06', encoded(`(${poolKey},bool,uint128,uint128,bytes)`, swap)],
    ['0x08', encoded(`(${poolKey},bool,uint128,uint128,bytes)`, swap)],
    ['0x0c', paid],
    ['0x0f', paid],
    random.isTrue(0.8) ? ['0x0f', paid] : ['0x07', paid],
  ])
}

function positionStep(random) {
  const mint = `${poolKey},int24,int24,uint256,uint128,uint128,address,bytes`
  const values = [pool(random), -10, 10, 5n, 6n, 7n, random.account(), '0x01']
  const id = encoded('uint256', random.uint(32))
  return random.pick([
    ['0x02', encoded(mint, ...values)],
    ['0x00', id],
    ['0x01', id],
    ['0x03', id],
    ['0x0d', accounts(2, random)],
    ['0x11', accounts(3, random)],
    ['0x12', accounts(1, random)],
    ['0x14', accounts(2, random)],
    random.isTrue(0.8) ? ['0x14', accounts(2, random)] : ['0x0b', accounts(2, random)],
  ])
}

/** As many lists as withdrawals, each with as many tokens as there are lists; flags may be more. */
function completed(call, random) {
  const count = random.below(3)
  const lists = count + random.pick([0, 0, 0, 1, -1])
  const token = (size) => Array.from({ length: size }, () => random.account())
  const withdrawal = () => ({
    staker: random.account(),
    delegatedTo: random.account(),
    withdrawer: random.account(),
    nonce: random.uint(64),
    startBlock: 7,
    strategies: token(random.below(3)),
    shares: [],
  })
  setAt(call, 'withdrawals', Array.from({ length: count }, withdrawal))
  const size = Math.max(0, lists)
  const width = random.isTrue(0.9) ? size : size + 1 - 2 * random.below(2)
  setAt(
    call,
    'tokens',
    Array.from({ length: size }, () => token(Math.max(0, width))),
  )
  const flags = Array.from({ length: count }, () => random.isTrue(0.9))
  const extra = random.isTrue(0.3) ? [false, true] : []
  const short = random.isTrue(0.1) ? 1 : 0
  setAt(call, 'receiveAsTokens', [...flags, ...extra].slice(short))
}

function oneYt(lists, yt) {
  for (const list of lists) for (const fill of list) fill.order.YT = yt
}
