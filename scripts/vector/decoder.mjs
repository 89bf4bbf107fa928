// The decoders that can be deployed: which rules each implements, and what its constructor takes.

/** Accounts that constructors take and that packing reads; the tests put doubles there. */
export const roles = {
  owner: '0x00000000000000000000000000000000000000a1',
  manager: '0x00000000000000000000000000000000000000a2',
  vault: '0x00000000000000000000000000000000000000a3',
  executor: '0x00000000000000000000000000000000000000a4',
  positionManager: '0x00000000000000000000000000000000000000b1',
  masterChef: '0x00000000000000000000000000000000000000b2',
  odosRouter: '0x00000000000000000000000000000000000000b3',
  dvStETH: '0x00000000000000000000000000000000000000b4',
  dolomiteMargin: '0x00000000000000000000000000000000000000b5',
  recipeMarketHub: '0x00000000000000000000000000000000000000b6',
  weirollWallet: '0x00000000000000000000000000000000000000b7',
}

/** Contracts with one protocol's rules beside those of the base, by the name that both share. */
const plain = [
  'AaveV3',
  'ArbitrumNativeBridge',
  'Aura',
  'AvalancheBridge',
  'BalancerV2',
  'Beraborrow',
  'CCIP',
  'CCTP',
  'CompoundV2',
  'CompoundV3',
  'Convex',
  'Curve',
  'Derive',
  'DeriveWithdraw',
  'EigenLayerLSTStaking',
  'ERC4626',
  'EthenaMinting',
  'EthenaWithdraw',
  'EtherFi',
  'FluidDex',
  'FluidFToken',
  'FluidRewardsClaiming',
  'Hyperlane',
  'KingClaiming',
  'LBTCBridge',
  'Lido',
  'LidoStandardBridge',
  'LineaBridge',
  'LombardBTCMinter',
  'MantleStandardBridge',
  'Merkl',
  'MorphoBlue',
  'OFT',
  'OneInch',
  'OogaBooga',
  'Permit2',
  'RedSnwapper',
  'ScrollBridge',
  'SkyMoney',
  'StandardBridge',
  'Symbiotic',
  'SymbioticVault',
  'Syrup',
  'Teller',
  'UniswapV2',
  'WeETH',
  'WithdrawQueue',
]
const positions = ['positionManager']

/** Contract, the rules it has beside the base, and its constructor's arguments by role. */
const special = [
  ['BaseDecoder', []],
  ['WrappedNativeDecoder', ['NativeWrapper']],
  ['AlgebraV4Decoder', ['AlgebraV4'], positions],
  ['BalancerV3Decoder', ['Curve', 'ERC4626', 'Permit2', 'BalancerV3']],
  ['CamelotDecoder', ['Camelot'], positions],
  ['DolomiteDecoder', ['Dolomite'], ['dolomiteMargin']],
  ['DvStETHDecoder', ['DvStETH'], ['dvStETH']],
  ['EulerEVKDecoder', ['ERC4626', 'EulerEVK']],
  ['GlueXDecoder', ['Permit2', 'GlueX']],
  ['MerklWithTokensDecoder', ['Merkl (with tokens)']],
  ['MorphoRewardsDecoder', ['MorphoRewardsMerkleClaimer', 'MorphoRewardsWrapper', 'MorphoRewards']],
  ['OdosDecoder', ['Odos'], ['odosRouter']],
  ['OdosOwnedDecoder', ['OdosOwned'], ['owner', 'odosRouter', 'executor']],
  ['OFTOneAddressDecoder', ['OFT (receiver as one address)']],
  ['OneInchOwnedDecoder', ['OneInchOwned'], ['owner', 'executor']],
  ['PancakeSwapV3Decoder', ['PancakeSwapV3'], ['positionManager', 'masterChef']],
  ['PendleDecoder', ['PendleRouter']],
  ['RoycoWeirollDecoder', ['ERC4626', 'RoycoWeiroll'], ['recipeMarketHub']],
  ['SiloDecoder', ['ERC4626', 'Silo']],
  ['UniswapV3Decoder', ['UniswapV3'], positions],
  ['UniswapV3OneVaultDecoder', ['UniswapV3 (one vault)'], ['vault', 'positionManager']],
  ['UniswapV3SwapRouter02Decoder', ['UniswapV3SwapRouter02'], positions],
  ['UniswapV4Decoder', ['UniswapV4'], positions],
  ['VelodromeDecoder', ['Velodrome'], positions],
]
const lending = ['NativeWrapper', 'AaveV3', 'CompoundV3', 'ERC4626']
const composites = [
  ['LendingDecoder', lending],
  [
    'MainnetDecoder',
    [
      ...lending,
      ...['MorphoBlue', 'UniswapV3', 'Curve', 'BalancerV2', 'PendleRouter', 'Lido', 'EtherFi'],
      ...['OFT', 'CCTP', 'StandardBridge', 'OneInch', 'Merkl', 'Teller', 'WithdrawQueue'],
    ],
    positions,
  ],
  [
    'StableDecoder',
    [
      ...lending,
      ...['MorphoBlue', 'FluidFToken', 'UniswapV3SwapRouter02', 'Curve', 'Convex', 'BalancerV2'],
      ...['Aura', 'PendleRouter', 'EthenaMinting', 'EthenaWithdraw', 'SkyMoney', 'OFT', 'CCTP'],
      ...['OneInchOwned', 'Merkl', 'Teller', 'WithdrawQueue'],
    ],
    ['owner', 'positionManager', 'executor'],
  ],
  [
    'RollupDecoder',
    [
      ...lending,
      ...['Velodrome', 'WeETH', 'OFT', 'CCTP', 'CCIP', 'Hyperlane', 'StandardBridge'],
      ...['LidoStandardBridge', 'Odos', 'Merkl', 'Teller'],
    ],
    ['positionManager', 'odosRouter'],
  ],
]

/** Every decoder that can be deployed. */
export const decoders = [
  ...[...plain.map((name) => [`${name}Decoder`, [name]]), ...special].map((row) =>
    entryOf(row, false),
  ),
  ...composites.map((row) => entryOf(row, true)),
]

function entryOf([contract, rules, takes = []], isComposite) {
  const folder = isComposite ? 'src/decoder/composite' : 'src/decoder'
  return {
    contract,
    file: `${folder}/${contract}.sol`,
    isComposite,
    takes,
    rules: ['Base', ...rules],
  }
}
