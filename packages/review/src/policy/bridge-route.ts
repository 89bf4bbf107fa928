import type { BridgeFamily } from '../policy-file.ts'

/** Where a function takes tokens: a chain that an argument names, or the one of the bridge itself. */
export type Route =
  | {
      readonly kind: 'named'
      /** Who numbers the chains. */
      readonly families: readonly BridgeFamily[]
      /** The word of the label that names the chain. */
      readonly word: string
    }
  | { readonly kind: 'fixed' }

const fixed: Route = { kind: 'fixed' }
const named = (word: string, ...families: readonly BridgeFamily[]): Route => ({
  kind: 'named',
  families,
  word,
})

/** Functions that send tokens to another chain, with what their decoders bind of the destination. */
export const bridgeRoutes: ReadonlyMap<string, Route> = new Map([
  [
    'send((uint32,bytes32,uint256,uint256,bytes,bytes,bytes),(uint256,uint256),address)',
    named('dsteid', 'layer_zero'),
  ],
  [
    'depositForBurn(uint256,uint32,bytes32,address,bytes32,uint256,uint32)',
    named('destinationdomain', 'cctp'),
  ],
  ['transferTokens(uint256,uint32,address,address)', named('destinationdomain', 'cctp')],
  [
    'ccipSend(uint64,(bytes,bytes,(address,uint256)[],address,bytes))',
    named('destinationchainselector', 'ccip'),
  ],
  ['transferRemote(uint32,bytes32,uint256)', named('destinationdomain', 'hyperlane')],
  [
    'bridgeAsset(uint32,address,uint256,address,bool,bytes)',
    named('destinationnetwork', 'agglayer'),
  ],
  ['bridgeMessage(uint32,address,bool,bytes)', named('destinationnetwork', 'agglayer')],
  ['bridgeMessageWETH(uint32,address,uint256,bool,bytes)', named('destinationnetwork', 'agglayer')],
  // The wildcard is the number of whichever bridge the teller was built for.
  ['bridge(uint96,address,bytes,address,uint256)', named('bridgewildcard', 'layer_zero', 'ccip')],
  [
    'depositAndBridge(address,uint256,uint256,address,bytes,address,uint256)',
    named('bridgewildcard', 'layer_zero', 'ccip'),
  ],
  [
    'depositAndBridge(address,uint256,uint256,address,bytes,address,uint256,address)',
    named('bridgewildcard', 'layer_zero', 'ccip'),
  ],
  ['deposit(bytes32,bytes32,uint64)', named('tochain', 'lombard')],
  ['bridgeERC20To(address,address,address,uint256,uint32,bytes)', fixed],
  ['bridgeETHTo(address,uint32,bytes)', fixed],
  ['bridgeETHTo(uint256,address,uint32,bytes)', fixed],
  ['depositERC20To(address,address,address,uint256,uint32,bytes)', fixed],
  ['withdrawTo(address,address,uint256,uint32,bytes)', fixed],
  ['depositERC20(address,address,uint256,uint256)', fixed],
  ['withdrawERC20(address,address,uint256,uint256)', fixed],
  ['outboundTransfer(address,address,uint256,bytes)', fixed],
  ['outboundTransfer(address,address,uint256,uint256,uint256,bytes)', fixed],
  ['outboundTransferCustomRefund(address,address,address,uint256,uint256,uint256,bytes)', fixed],
  ['createRetryableTicket(address,uint256,uint256,address,address,uint256,uint256,bytes)', fixed],
  [
    'unsafeCreateRetryableTicket(address,uint256,uint256,address,address,uint256,uint256,bytes)',
    fixed,
  ],
  ['depositEth()', fixed],
  ['withdrawEth(address)', fixed],
  ['bridgeToken(address,uint256,address)', fixed],
  ['sendMessage(address,uint256,bytes)', fixed],
  ['sendMessage(address,uint256,bytes,uint256)', fixed],
  ['sendMessage(uint256,bytes)', fixed],
  ['bridge(address,uint256,uint256,address,bytes,bytes)', fixed],
  ['withdrawToChain(address,uint256,address,address,address,uint256)', fixed],
  ['withdrawFromAppChain(address,uint256,uint256,address)', fixed],
  ['deposit(uint96,address,uint256)', fixed],
])
