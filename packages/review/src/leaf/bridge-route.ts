/** Families of bridges that number chains in a way of their own. */
export const bridgeFamilies = [
  'layer_zero',
  'cctp',
  'ccip',
  'hyperlane',
  'agglayer',
  'lombard',
] as const

/** A family of bridges. */
export type BridgeFamily = (typeof bridgeFamilies)[number]

/** The route of tokens through a function: a chain that an argument names, or the one of the bridge itself. */
export type BridgeRoute =
  | {
      readonly kind: 'named'
      /** The numberings of the chains. */
      readonly families: readonly BridgeFamily[]
      /** The word of the label that names the chain. */
      readonly word: string
    }
  | { readonly kind: 'fixed' }

const fixedRoute: BridgeRoute = { kind: 'fixed' }
const namedRoute = (word: string, ...families: readonly BridgeFamily[]): BridgeRoute => ({
  kind: 'named',
  families,
  word,
})

/** Functions that send tokens to another chain, with what their decoders bind of the destination. */
export const bridgeRoutes: ReadonlyMap<string, BridgeRoute> = new Map([
  [
    'send((uint32,bytes32,uint256,uint256,bytes,bytes,bytes),(uint256,uint256),address)',
    namedRoute('dsteid', 'layer_zero'),
  ],
  [
    'depositForBurn(uint256,uint32,bytes32,address,bytes32,uint256,uint32)',
    namedRoute('destinationdomain', 'cctp'),
  ],
  ['transferTokens(uint256,uint32,address,address)', namedRoute('destinationdomain', 'cctp')],
  [
    'ccipSend(uint64,(bytes,bytes,(address,uint256)[],address,bytes))',
    namedRoute('destinationchainselector', 'ccip'),
  ],
  ['transferRemote(uint32,bytes32,uint256)', namedRoute('destinationdomain', 'hyperlane')],
  [
    'bridgeAsset(uint32,address,uint256,address,bool,bytes)',
    namedRoute('destinationnetwork', 'agglayer'),
  ],
  ['bridgeMessage(uint32,address,bool,bytes)', namedRoute('destinationnetwork', 'agglayer')],
  [
    'bridgeMessageWETH(uint32,address,uint256,bool,bytes)',
    namedRoute('destinationnetwork', 'agglayer'),
  ],
  // The wildcard is the number of whichever bridge the teller was built for.
  [
    'bridge(uint96,address,bytes,address,uint256)',
    namedRoute('bridgewildcard', 'layer_zero', 'ccip'),
  ],
  [
    'depositAndBridge(address,uint256,uint256,address,bytes,address,uint256)',
    namedRoute('bridgewildcard', 'layer_zero', 'ccip'),
  ],
  [
    'depositAndBridge(address,uint256,uint256,address,bytes,address,uint256,address)',
    namedRoute('bridgewildcard', 'layer_zero', 'ccip'),
  ],
  ['deposit(bytes32,bytes32,uint64)', namedRoute('tochain', 'lombard')],
  ['bridgeERC20To(address,address,address,uint256,uint32,bytes)', fixedRoute],
  ['bridgeETHTo(address,uint32,bytes)', fixedRoute],
  ['bridgeETHTo(uint256,address,uint32,bytes)', fixedRoute],
  ['depositERC20To(address,address,address,uint256,uint32,bytes)', fixedRoute],
  ['withdrawTo(address,address,uint256,uint32,bytes)', fixedRoute],
  ['depositERC20(address,address,uint256,uint256)', fixedRoute],
  ['withdrawERC20(address,address,uint256,uint256)', fixedRoute],
  ['outboundTransfer(address,address,uint256,bytes)', fixedRoute],
  ['outboundTransfer(address,address,uint256,uint256,uint256,bytes)', fixedRoute],
  [
    'outboundTransferCustomRefund(address,address,address,uint256,uint256,uint256,bytes)',
    fixedRoute,
  ],
  [
    'createRetryableTicket(address,uint256,uint256,address,address,uint256,uint256,bytes)',
    fixedRoute,
  ],
  [
    'unsafeCreateRetryableTicket(address,uint256,uint256,address,address,uint256,uint256,bytes)',
    fixedRoute,
  ],
  ['depositEth()', fixedRoute],
  ['withdrawEth(address)', fixedRoute],
  ['bridgeToken(address,uint256,address)', fixedRoute],
  ['sendMessage(address,uint256,bytes)', fixedRoute],
  ['sendMessage(address,uint256,bytes,uint256)', fixedRoute],
  ['sendMessage(uint256,bytes)', fixedRoute],
  ['bridge(address,uint256,uint256,address,bytes,bytes)', fixedRoute],
  ['withdrawToChain(address,uint256,address,address,address,uint256)', fixedRoute],
  ['withdrawFromAppChain(address,uint256,uint256,address)', fixedRoute],
  ['deposit(uint96,address,uint256)', fixedRoute],
])
