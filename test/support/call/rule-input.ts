import { concat, encodeAbiParameters, type Hex, pad, parseAbiParameters, slice } from 'viem'
import { type SentinelCall, sentinelCallOf, setAt, valueAt } from '../sentinel.ts'

/** The packing that a call must make its decoder give. */
export type WantedInput = {
  /** The entries, as the table of observed decoders writes them; only how many they are counts, mostly. */
  readonly packed: readonly string[]
  /** The revert that is wanted; empty for none. */
  readonly revert: string
  readonly note: string
}
type InputChange = (call: SentinelCall, wanted: WantedInput) => unknown

const zero = '0x0000000000000000000000000000000000000000'

const marked = (number: number): Hex => `0xaa${number.toString(16).padStart(38, '0')}`
const encoded = (types: string, ...values: unknown[]): Hex =>
  encodeAbiParameters(parseAbiParameters(types), values as never)
const fee = '0x0001f4'
const key = '(address,address,uint24,int24,address)'

/** The inputs of the rows that the plain sentinels do not give, by decoder and function. */
export const inputChanges: { readonly [name: string]: InputChange } = {
  'UniswapV3.exactInput': (call, wanted) =>
    setAt(call, 'params.path', steps(wanted.packed.length - 1, fee)),
  'UniswapV3SwapRouter02.exactInput': (call) => setAt(call, 'params.path', steps(2, fee)),
  'PancakeSwapV3.exactInput': (call) => setAt(call, 'params.path', steps(2, fee)),
  'Camelot.exactInput': (call) => setAt(call, 'params.path', steps(2, '0x')),
  'AlgebraV4.exactInput': (call) =>
    setAt(call, 'params.path', concat([marked(1), marked(7), marked(2)])),
  'ArbitrumNativeBridge.createRetryableTicket': cheap,
  'ArbitrumNativeBridge.unsafeCreateRetryableTicket': cheap,
  'ArbitrumNativeBridge.outboundTransfer': outbound,
  'ArbitrumNativeBridge.outboundTransferCustomRefund': outbound,
  'CCIP.ccipSend': (call, wanted) => {
    setAt(call, 'message.receiver', pad(marked(5)))
    const tag = '0x97a657c9'
    const short = concat([tag, encoded('uint256', 0n)])
    const long = encoded('bytes4, uint256', tag, 0n)
    setAt(call, 'message.extraArgs', wanted.revert === '' ? long : short)
  },
  'Derive.bridge': (call) =>
    setAt(call, 'extraData_', encoded('address, address', marked(3), marked(4))),
  'EulerEVK.call': (call, wanted) => {
    const selector = slice(`0x${wanted.packed[2]?.slice(1)}`, 16) as Hex
    const inner =
      wanted.packed.length === 4
        ? encoded('uint256, address', 5n, marked(3))
        : encoded('uint256, address, address', 5n, marked(3), marked(4))
    setAt(call, 'data', concat([selector, inner]))
  },
  'LombardBTCMinter.mint': (call) =>
    call.item.inputs[0]?.type === 'bytes' &&
    setAt(
      call,
      'data',
      encoded('uint256, address, uint64, bytes32, uint32', 1n, marked(1), 2n, pad('0x03'), 4),
    ),
  'PendleRouter.mintSyFromToken': (call) => plainSwap(call, 'input', ['tokenIn', 'tokenMintSy']),
  'PendleRouter.redeemSyToToken': (call) =>
    plainSwap(call, 'output', ['tokenOut', 'tokenRedeemSy']),
  'PendleRouter.swapExactSyForPt': limitOrders,
  'PendleRouter.swapExactPtForSy': limitOrders,
  'PendleRouter.swapExactSyForYt': limitOrders,
  'PendleRouter.swapExactYtForSy': limitOrders,
  'UniswapV2.swapETHForExactTokens': twoSteps,
  'UniswapV2.swapExactETHForTokens': twoSteps,
  'UniswapV2.swapExactTokensForETH': twoSteps,
  'UniswapV2.swapExactTokensForTokens': twoSteps,
  'UniswapV2.swapTokensForExactETH': twoSteps,
  'UniswapV2.swapTokensForExactTokens': twoSteps,
  'Velodrome.mint': (call) => setAt(call, 'params.sqrtPriceX96', 0n),
  'TacCrossChainLayer.sendMessage': (call) => {
    const text = 'EQB4EHxrOyEfeImrndKemPRLHDLpSkuHUP9BmKn59TGly2Jk'
    const types =
      '(uint64,string,string,uint256,uint256,string[],(address,uint256)[],(address,uint256,uint256)[])'
    const message = [5n, text, '', 1n, 2n, [], [[marked(1), 7n]], []]
    setAt(call, 'messageVersion', 1n)
    setAt(call, 'encodedMessage', encoded(types, message))
  },
  'UniswapV4.modifyLiquidities': (call) => {
    const pool = [marked(1), marked(2), 500, 10, marked(3)]
    const mint = `${key},int24,int24,uint256,uint128,uint128,address,bytes`
    const params = [
      encoded(mint, pool, -10, 10, 5n, 6n, 7n, marked(4), '0x'),
      encoded('address, address', marked(1), marked(2)),
      encoded('address, address', marked(1), marked(6)),
    ]
    setAt(call, 'unlockData', encoded('bytes, bytes[]', '0x020d14', params))
  },
  // A signature that is taken back: one that is given is `soundOrder`.
  'CowOrder.setPreSignature': (call) => setAt(call, 'orderUid', uidOf(marked(3))),
  'CowOrder.invalidateOrder': (call) => setAt(call, 'orderUid', uidOf(marked(3))),
  'OneInchOwned.swap': (call) => setAt(call, 'desc.srcReceiver', valueAt(call, 'executor')),
  'DvStETH.deposit': (call) =>
    call.item.inputs[1]?.type === 'uint256[]' && setAt(call, 'amounts', [0n, 5n]),
  'OdosOwned.swap': () => {},
  'KyberSwap.swap': (call) => {
    const desc = 'execution.desc'
    setAt(call, `${desc}.permit`, '0x')
    setAt(call, `${desc}.feeReceivers`, [])
    setAt(call, `${desc}.flags`, 0xc4n)
    setAt(call, `${desc}.srcReceivers`, [valueAt(call, 'execution.callTarget')])
    setAt(call, `${desc}.srcAmounts`, [valueAt(call, `${desc}.amount`)])
  },
  'ZeroX.exec': (call) => {
    setAt(call, 'target', valueAt(call, 'operator'))
    const slippage = [marked(21), marked(22), 5n]
    const values = encoded('(address,address,uint256), bytes[], bytes32', slippage, [], pad('0x07'))
    setAt(call, 'data', concat(['0x1fff991f', values]))
  },
  'Silo.deposit': inRange,
  'Silo.mint': inRange,
  'Silo.redeem': inRange,
  'Silo.transitionCollateral': inRange,
  'Silo.withdraw': inRange,
  'Dolomite.openBorrowPosition': inRange,
  'Dolomite.openBorrowPositionWithDifferentAccounts': inRange,
  'Dolomite.repayAllForBorrowPosition': inRange,
  'Dolomite.repayAllForBorrowPositionWithDifferentAccounts': inRange,
  'Dolomite.transferBetweenAccounts': inRange,
  'Dolomite.transferBetweenAccountsWithDifferentAccounts': inRange,
  'Dolomite.withdrawETH': inRange,
  'Dolomite.withdrawETHFromDefaultAccount': inRange,
  'Dolomite.withdrawPar': inRange,
  'Dolomite.withdrawParFromDefaultAccount': inRange,
  'Dolomite.withdrawWei': inRange,
  'Dolomite.withdrawWeiFromDefaultAccount': inRange,
  'Teller.bridge': wildCard,
  'Teller.depositAndBridge': wildCard,
  'Ambient.userCmd': (call, wanted) => {
    const swap = encoded(
      'address, address, uint256, bool, bool, uint128, uint16, uint128, uint128, uint8',
      marked(1),
      marked(2),
      420n,
      true,
      true,
      5n,
      0,
      6n,
      7n,
      0,
    )
    const position = encoded(
      'uint8, address, address, uint256, int24, int24, uint128, uint128, uint128, uint8, address',
      1,
      marked(1),
      marked(2),
      420n,
      -10,
      10,
      5n,
      6n,
      7n,
      0,
      marked(3),
    )
    setAt(call, 'callpath', wanted.packed.length === 2 ? 1 : 128)
    setAt(call, 'cmd', wanted.packed.length === 2 ? swap : position)
  },
  'EigenLayerLSTStaking.completeQueuedWithdrawals': (call) =>
    setAt(call, 'receiveAsTokens', [true]),
  'OFT.send': (call, wanted) => {
    setAt(call, '_sendParam.dstEid', 30101)
    setAt(call, '_sendParam.to', pad(marked(1)))
    if (wanted.note !== 'special-input') return
    const next = '(uint32,bytes32,uint256,uint256,bytes,bytes,bytes)'
    const final = [30110, pad(marked(2)), 1n, 1n, '0x', '0x', '0x']
    setAt(call, '_sendParam.composeMsg', encoded(next, final))
  },
  'Merkl.claim': (call) => {
    setAt(call, 'users', [valueAt(call, 'users[0]'), valueAt(call, 'users[0]')])
    for (const name of ['tokens', 'amounts', 'proofs']) {
      setAt(call, name, [valueAt(call, `${name}[0]`), valueAt(call, `${name}[0]`)])
    }
  },
  'UniswapV4.execute': (call) => {
    const pool = [marked(1), marked(2), 500, 10, marked(3)]
    const params = [
      encoded(`(${key},bool,uint128,uint128,bytes)`, [pool, true, 5n, 6n, '0x']),
      encoded('address, uint256', marked(1), 5n),
      encoded('address, uint256', marked(2), 6n),
    ]
    setAt(call, 'commands', '0x10')
    setAt(call, 'inputs', [encoded('bytes, bytes[]', '0x060c0f', params)])
  },
}

function uidOf(owner: Hex): Hex {
  return concat([pad('0x5e', { dir: 'right' }), owner, '0x7735940a'])
}

function steps(count: number, between: Hex): Hex {
  const tokens = Array.from({ length: count }, (_, index) => marked(index + 1))
  return concat(tokens.flatMap((token, index) => (index === 0 ? [token] : [between, token])))
}

/** An enum of few names, which sentinels are beyond. */
function inRange(call: SentinelCall): void {
  for (const name of ['_balanceCheckFlag', '_collateralType', '_transitionFrom']) {
    if (call.item.inputs.some((input) => input.name === name)) setAt(call, name, 1)
  }
}

function cheap(call: SentinelCall): void {
  setAt(call, 'gasLimit', 100_000n)
  setAt(call, 'maxFeePerGas', 1_000_000_000n)
}

function outbound(call: SentinelCall): void {
  if (call.item.inputs.length === 4) return
  setAt(call, '_data', encoded('uint256, bytes', 7n, '0x'))
  setAt(call, '_maxGas', 100_000n)
  setAt(call, '_gasPriceBid', 1_000_000_000n)
}

function wildCard(call: SentinelCall): void {
  setAt(call, 'bridgeWildCard', pad('0x7595'))
}

function plainSwap(call: SentinelCall, name: string, [token = '', same = '']: string[]): void {
  setAt(call, `${name}.${same}`, valueAt(call, `${name}.${token}`))
  setAt(call, `${name}.pendleSwap`, zero)
  setAt(call, `${name}.swapData.swapType`, 0)
  setAt(call, `${name}.swapData.extRouter`, zero)
}

function limitOrders(call: SentinelCall, wanted: WantedInput): void {
  if (wanted.packed.length === 2) setAt(call, 'limit.limitRouter', zero)
  else setAt(call, 'limit.flashFills', [])
}

function twoSteps(call: SentinelCall): void {
  setAt(call, 'path', [valueAt(call, 'path[0]'), marked(1)])
}

/** The packing of a call where nothing special is required. */
const plain: WantedInput = {
  packed: ['', '', '?000000000000000000000000000000004b3fd148', ''],
  revert: '',
  note: '',
}

/**
 * Makes a call that a decoder's rule accepts.
 *
 * @param decoder - its name, version in brackets.
 * @param signature - of the function, with names.
 * @returns function and arguments.
 */
export function soundCallOf(decoder: string, signature: string): SentinelCall {
  const call = sentinelCallOf(signature)
  inputChanges[`${decoder}.${call.item.name}`]?.(call, plain)
  return call
}
