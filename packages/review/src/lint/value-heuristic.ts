/** The heuristic of a function with value: always with value, or sometimes with and sometimes without. */
export type ValueHeuristic = 'with' | 'both'

/**
 * Functions that take value, by canonical signature.
 *
 * `with` for those that do nothing without: they wrap, stake or bridge the native coin, or pay a
 * message fee in it. `both` where it depends on the asset or on the chain's fee.
 * Source: the `payable` functions of the protocols' public interfaces.
 */
export const valueHeuristics: ReadonlyMap<string, ValueHeuristic> = new Map(
  Object.entries({
    'deposit()': 'with',
    'mint()': 'with',
    'repayBorrow()': 'with',
    'submit(address)': 'with',
    'depositEth()': 'with',
    'withdrawEth(address)': 'with',
    'depositETH(uint256)': 'with',
    'depositETHIntoDefaultAccount()': 'with',
    'bridgeETHTo(address,uint32,bytes)': 'with',
    'bridgeETHTo(uint256,address,uint32,bytes)': 'both',
    'ethUnoswap(uint256,uint256)': 'with',
    'ethUnoswap2(uint256,uint256,uint256)': 'with',
    'ethUnoswap3(uint256,uint256,uint256,uint256)': 'with',
    'addLiquidityETH(address,uint256,uint256,uint256,address,uint256)': 'with',
    'swapETHForExactTokens(uint256,address[],address,uint256)': 'with',
    'swapExactETHForTokens(uint256,address[],address,uint256)': 'with',
    'send((uint32,bytes32,uint256,uint256,bytes,bytes,bytes),(uint256,uint256),address)': 'with',
    'sendMessage(address,uint256,bytes)': 'with',
    'sendMessage(address,uint256,bytes,uint256)': 'with',
    'outboundTransfer(address,address,uint256,uint256,uint256,bytes)': 'with',
    'outboundTransferCustomRefund(address,address,address,uint256,uint256,uint256,bytes)': 'with',
    'bridgeToken(address,uint256,address)': 'both',
    'createRetryableTicket(address,uint256,uint256,address,address,uint256,uint256,bytes)': 'both',
    'unsafeCreateRetryableTicket(address,uint256,uint256,address,address,uint256,uint256,bytes)':
      'both',
    'depositERC20(address,address,uint256,uint256)': 'both',
    'withdrawERC20(address,address,uint256,uint256)': 'both',
    'transferRemote(uint32,bytes32,uint256)': 'both',
    'ccipSend(uint64,(bytes,bytes,(address,uint256)[],address,bytes))': 'both',
    'bridge(uint96,address,bytes,address,uint256)': 'both',
    'depositAndBridge(address,uint256,uint256,address,bytes,address,uint256)': 'both',
    'depositAndBridge(address,uint256,uint256,address,bytes,address,uint256,address)': 'both',
    'bridgeAsset(uint32,address,uint256,address,bool,bytes)': 'both',
    'bridgeMessage(uint32,address,bool,bytes)': 'both',
  } as const),
)
