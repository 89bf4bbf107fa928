/** A package of the npm registry with compiled contracts or sources of a protocol. */
export type RealPackage = {
  readonly name: string
  /** Its name in the registry, where two versions of one package are listed. */
  readonly registryName?: string
  readonly version: string
  /** Of the tarball. */
  readonly integrity: string
  /** The files that are taken out of it, or folders. */
  readonly files: readonly string[]
}

const safe = (path: string) =>
  `build/artifacts/contracts/${path}.sol/${path.slice(path.lastIndexOf('/') + 1)}.json`
const forge = (name: string) => `forge-artifacts/${name}.sol/${name}.json`
const ccip = (path: string) => [`abi/${path}.json`, `bytecode/${path}.bin`]
const hyperlane = (path: string) => `dist/typechain/factories/contracts/${path}__factory.js`
const v4 = (name: string, file = name) => `foundry-out/${name}.sol/${file}.json`
const v3 = (path: string, name: string) => `artifacts/contracts/${path}${name}.sol/${name}.json`

/**
 * The packages that protocols publish, by exact version. None is installed, shipped or committed: what is named here
 * is taken out of the tarball when a test asks for it.
 */
export const realPackages = [
  {
    name: '@openzeppelin/contracts',
    version: '5.0.2',
    integrity:
      'sha512-ytPc6eLGcHHnapAZ9S+5qsdomhjo6QBHTDRRBFfTxXIpsicMhVPouPgmUPebZZZGX7vt9USA+Z+0M0dSVtSUEA==',
    files: [
      'access',
      'token',
      'utils',
      'interfaces',
      'build/contracts/ERC1967Proxy.json',
      'build/contracts/TimelockController.json',
    ],
  },
  {
    name: '@uniswap/v2-core',
    version: '1.0.1',
    integrity:
      'sha512-MtybtkUPSyysqLY2U210NBDeCHX+ltHt3oADGdjqoThZaFRDKwM6k1Nb3F0A3hk5hwuQvytFWhrWHOEq6nVJ8Q==',
    files: ['build/UniswapV2Factory.json', 'build/UniswapV2Pair.json'],
  },
  {
    name: '@uniswap/v2-periphery',
    version: '1.1.0-beta.0',
    integrity:
      'sha512-6dkwAMKza8nzqYiXEr2D86dgW3TTavUvCR0w2Tu33bAbM8Ah43LKAzH7oKKPRT5VJQaMi1jtkGs1E8JPor1n5g==',
    files: ['build/UniswapV2Router02.json', 'build/WETH9.json'],
  },
  {
    name: '@uniswap/v3-core',
    version: '1.0.1',
    integrity:
      'sha512-7pVk4hEm00j9tc71Y9+ssYpO6ytkeI0y7WE9P6UcmNzhxPePwyAxImuhVsTqWK9YFvzgtvzJHi64pBl4jUzKMQ==',
    files: [v3('', 'UniswapV3Factory'), v3('', 'UniswapV3Pool')],
  },
  {
    name: '@uniswap/v3-periphery',
    version: '1.4.4',
    integrity:
      'sha512-S4+m+wh8HbWSO3DKk4LwUCPZJTpCugIsHrWR86m/OrUyvSqGDTXKFfc2sMuGXCZrD1ZqO3rhQsKgdWg3Hbb2Kw==',
    files: [v3('', 'SwapRouter'), v3('', 'NonfungiblePositionManager'), v3('lens/', 'QuoterV2')],
  },
  {
    name: '@uniswap/swap-router-contracts',
    version: '1.3.1',
    integrity:
      'sha512-mh/YNbwKb7Mut96VuEtL+Z5bRe0xVIbjjiryn+iMMrK2sFKhR4duk/86mEz0UO5gSx4pQIw9G5276P5heY/7Rg==',
    files: [v3('', 'SwapRouter02')],
  },
  {
    name: '@aave/core-v3',
    version: '1.19.3',
    integrity:
      'sha512-Xr7+VcoU5b4mPwM4IUCnskw3lciwrnL4Xloyad8GOddYeixnri2lZYobNmErm1LwE50vqjI0O+9QGNKY2TDkeQ==',
    files: [
      'artifacts/contracts/protocol',
      'artifacts/contracts/misc',
      'artifacts/contracts/mocks/oracle',
    ],
  },
  {
    name: '@aave/periphery-v3',
    version: '3.0.1',
    integrity:
      'sha512-z4+YKhnhoLNC63g67geguL//IdNgEgpgfEiONph/cgg/L9jXAGKjjSS7ZStXH0KnFGoqk44t9XG/idyJGcQA8A==',
    files: ['artifacts/contracts/rewards'],
  },
  {
    name: '@morpho-org/morpho-blue',
    version: '1.0.0',
    integrity:
      'sha512-MKtzYMRE65B1hVJYAPtml3ecHPY2e/SL3JRvM7XWjtbnWQX6U/C3beSdxr7v+rHaVJ0ri/dUPxvNfWtr0NZdGw==',
    files: ['src'],
  },
  {
    name: 'solc',
    version: '0.8.19',
    integrity:
      'sha512-yqurS3wzC4LdEvmMobODXqprV4MYJcVtinuxgrp61ac8K2zz40vXA0eSAskSHPgv8dQo7Nux39i3QBsHx4pqyA==',
    files: ['soljson.js', 'package.json'],
  },
  {
    name: '@balancer-labs/v2-deployments',
    version: '3.2.0',
    integrity:
      'sha512-pghD7qyTVp1832d7F7yHgAeh/EZvS2/GLvUx9ieM671NMh1KTprYZOBCpEVVC9JnE1Vpru5rc9DDNlFw3capVw==',
    files: [
      'dist/tasks/20210418-authorizer',
      'dist/tasks/20210418-vault',
      'dist/tasks/20210418-weighted-pool',
      'dist/tasks/20220325-authorizer-adaptor',
      'dist/tasks/20220325-gauge-controller',
      'dist/tasks/20220325-balancer-token-admin',
      'dist/tasks/20220325-test-balancer-token',
      'dist/tasks/20220325-mainnet-gauge-factory',
      'dist/tasks/20220325-ve-delegation',
    ],
  },
  {
    name: '@uniswap/v4-periphery',
    version: '1.0.3',
    integrity:
      'sha512-JxLL0Djv9XcMvI2PatEnWrCrxuEaYNVhHxstndBOP+aJfh1XLg5ec8SDZ0xyoVfg2ElJTvuKpBgnu90bNValsg==',
    files: [
      v4('PoolManager', 'PoolManager.default'),
      v4('PositionManager'),
      v4('StateView'),
      v4('V4Quoter'),
      'lib/permit2/test/utils/DeployPermit2.sol',
    ],
  },
  {
    name: '@uniswap/universal-router',
    version: '2.1.0',
    integrity:
      'sha512-rt18RUsZd9xDfyVfIONJo+TEQ8w+olOYxu9+A1g4Thil1R7IMa+8mnyVQjdLPK2REhejScDwjYbOGpeaAce0hg==',
    files: [v3('', 'UniversalRouter')],
  },
  {
    name: '@cowprotocol/contracts',
    version: '1.8.0',
    integrity:
      'sha512-rMEHo1UBB6k4kRoWejHZNGggg6IBVt7vAd8x0FhEvjxhbq3zlAex61f9HpAcDExJNuvfwwDjsOc/7UGztCzhSw==',
    files: ['deployments/mainnet'],
  },
  {
    name: '@pendle/core-v2',
    version: '6.11.0',
    integrity:
      'sha512-Q7h2KaYzYl8kZKNPe5qWKHYtdToVEL9FqCH0/5ab9/H34JBdutQoqo8hcggfaPYlziOOQ79dgbWfvyzMDJNQCw==',
    files: [
      'build/artifacts/contracts/core',
      'build/artifacts/contracts/router',
      'build/artifacts/contracts/limit',
      'build/artifacts/contracts/LiquidityMining',
    ],
  },
  {
    name: '@gnosis.pm/safe-contracts',
    version: '1.3.0',
    integrity:
      'sha512-1p+1HwGvxGUVzVkFjNzglwHrLNA67U/axP0Ct85FzzH8yhGJb4t9jDjPYocVMzLorDoWAfKicGy1akPY9jXRVw==',
    files: [
      safe('GnosisSafe'),
      safe('proxies/GnosisSafeProxyFactory'),
      safe('libraries/MultiSend'),
      safe('handler/CompatibilityFallbackHandler'),
      safe('examples/guards/DelegateCallTransactionGuard'),
    ],
  },
  {
    name: '@safe-global/safe-contracts',
    version: '1.4.1',
    integrity:
      'sha512-fP1jewywSwsIniM04NsqPyVRFKPMAuirC3ftA/TA4X3Zc5EnwQp/UCJUU2PL/37/z/jMo8UUaJ+pnFNWmMU7dQ==',
    files: [
      safe('Safe'),
      safe('proxies/SafeProxyFactory'),
      safe('libraries/MultiSend'),
      safe('handler/CompatibilityFallbackHandler'),
      safe('examples/guards/DelegateCallTransactionGuard'),
    ],
  },
  {
    name: '@safe-global/safe-smart-account',
    version: '1.5.0',
    integrity:
      'sha512-VIMWxoeY/kNuZVsQVvAeOFKcQS3eojCXg0ecGnesBSLn5ypYshmBhVEEU5XiurJJGTs/MrcoLTbTxhs9W9GvdQ==',
    files: [
      safe('Safe'),
      safe('proxies/SafeProxyFactory'),
      safe('libraries/MultiSend'),
      safe('handler/CompatibilityFallbackHandler'),
      safe('examples/guards/DelegateCallTransactionGuard'),
    ],
  },
  {
    name: '@eth-optimism/contracts-bedrock',
    version: '0.17.3',
    integrity:
      'sha512-cHPO7ntWeOBDLO7ZFFSZGI1D7CDqf4loRbRVJrFIsqLEz+hysWIqA0e3dv2GnrjVeuYePBfI2NTBEG4uwz9bQQ==',
    files: [
      forge('SuperchainConfig'),
      forge('SystemConfig'),
      forge('L2OutputOracle'),
      forge('OptimismPortal'),
      forge('L1CrossDomainMessenger'),
      forge('L1StandardBridge'),
      forge('Proxy'),
      forge('DisputeGameFactory'),
    ],
  },
  {
    name: '@arbitrum/nitro-contracts',
    version: '3.1.0',
    integrity:
      'sha512-/nDcQ3bZ5D761vv5I2r2gS+HeMTj9A2wgKzSWGTkqJ1ewzz8b1892OLBWgNja24J5daBTgGYV4vlxT+75478+w==',
    files: ['build/contracts/src/rollup/RollupUserLogic.sol/RollupUserLogic.json'],
  },
  {
    name: '@layerzerolabs/oft-evm',
    version: '4.0.1',
    integrity:
      'sha512-GjjfnUbx77TnFFKALVRXJYb1bt1jvarcyyx/AQo6sZfJng5DIqzI9wDxEGlUz03tEnsS6ZOOLBsH+e/hYsruiA==',
    files: ['contracts'],
  },
  {
    name: '@layerzerolabs/oapp-evm',
    version: '0.4.1',
    integrity:
      'sha512-eOoDepVSrUlVNIlnkH0Vd5Vt4lXBkSBh6Bb16vsLbaN9AryBjy4GDpsE7K4c8iWTFL9BiBXGsV7nJTkgqi+xRQ==',
    files: ['contracts'],
  },
  {
    name: '@layerzerolabs/lz-evm-protocol-v2',
    version: '3.0.168',
    integrity:
      'sha512-1m9uZDcROJrFjjFZ06J6kmXIqFoJ4r2VH95bL5wsKjkmffNrRYyxbTr2pael7EP8dcq55HpCKc9dg4G1SfTOVQ==',
    files: [
      'contracts',
      'artifacts/contracts/EndpointV2.sol',
      'artifacts/contracts/messagelib/SimpleMessageLib.sol',
    ],
  },
  {
    name: '@layerzerolabs/lz-evm-messagelib-v2',
    version: '3.0.168',
    integrity:
      'sha512-tNrpfDu9nhB+/onG3Qzby0PFqi21HpW9dI9oa4HulW5/VfiMQllj2gKOX+BEemokdq2JQhAHvj8dTkp0euXPPg==',
    files: ['artifacts/contracts/uln/uln302/ReceiveUln302.sol'],
  },
  {
    name: '@chainlink/contracts-ccip',
    version: '2.0.0',
    integrity:
      'sha512-P0KvQtZSYC1LevMSS16jOOSsqZG4g0n/MJdcWGmE0Z5U01NVYd1MnTQJOBPsbu1NWR79DBXPXLvyr9tR5y+tiw==',
    files: [
      ...ccip('latest/router'),
      ...ccip('latest/rmn_proxy_contract'),
      ...ccip('v1_5_0/token_admin_registry'),
      ...ccip('v1_6_0/rmn_remote'),
      ...ccip('v1_6_0/nonce_manager'),
      ...ccip('v1_6_0/fee_quoter'),
      ...ccip('v1_6_0/onramp'),
      ...ccip('v1_6_1/lock_release_token_pool'),
    ],
  },
  {
    name: '@cryptoalgebra/integral-core',
    version: '1.2.10',
    integrity:
      'sha512-L6A09tSmcsmZZEwLG3W5ve1RzPManARHiDdkbLq8F7mQa+C6hegq+w1FICHNFKNtkfo+eChZF97Du6SVfJkeUQ==',
    files: [v3('', 'AlgebraFactory'), v3('', 'AlgebraPoolDeployer')],
  },
  {
    name: '@cryptoalgebra/integral-periphery',
    version: '1.2.4',
    integrity:
      'sha512-gaVKaZ7EWMkbzS6z7tzTB3C2r9vdupfGbAscWNEXB57A47b3uWo7hElfsxg/gfb0FmBFpfaamqVW+Q8FHZatLg==',
    files: [v3('', 'SwapRouter'), v3('', 'NonfungiblePositionManager')],
  },
  {
    name: '@hyperlane-xyz/core',
    version: '12.1.0',
    integrity:
      'sha512-8kl5+zuir0nKHXfeo2ssySvB2P3eVdTYAJX24O9+lpFFA9BUytYVFPCcJ+8fxX0OAY4HICBOUt/OB180j+EABg==',
    files: [
      hyperlane('Mailbox'),
      hyperlane('hooks/MerkleTreeHook'),
      hyperlane('hooks/ProtocolFee'),
      hyperlane('token/HypERC20Collateral'),
    ],
  },
  {
    // Farms of Gearbox are those of 1inch, and of this version they have the stakingToken() that is asked for.
    name: '@1inch/farming',
    version: '1.2.5',
    integrity:
      'sha512-kajEr4HLoeG0rL6xa6dmDiz6Cfs0TapFqRgnyoarINOLQFSNdctMjl8jz4xeo/abS/j+l29C4FRrB+cDoxS03Q==',
    files: ['contracts'],
  },
  {
    name: '@1inch/solidity-utils',
    version: '2.2.5',
    integrity:
      'sha512-zdrFYmQYQS0eTkoxgylRq9/2sFMSCMIT73pNLfcYIf4zmkB2cvNzQCiU3W9GvnQTktTMJrmIdbxsCyo/ZZkgbg==',
    files: ['contracts'],
  },
  {
    name: '@openzeppelin/contracts-4.8.0',
    registryName: '@openzeppelin/contracts',
    version: '4.8.0',
    integrity:
      'sha512-AGuwhRRL+NaKx73WKRNzeCxOCOCxpaqF+kp8TJ89QzAipSwZy/NoflkWaL9bywXFRhIzXt8j38sfF7KBKCPWLw==',
    files: ['access', 'token', 'utils'],
  },
  {
    name: '@nomicfoundation/edr-linux-x64-gnu',
    version: '0.13.0',
    integrity:
      'sha512-zri1qtxMuashkc5mGaiZQim5as3XkDTxc3mZZ+DeJyViLvSMPy0kLshpcxztyxFmd4U/GmEjrHC+BbDyXOKQvw==',
    files: ['edr.linux-x64-gnu.node', 'package.json'],
  },
  {
    name: '@nomicfoundation/edr',
    version: '0.13.0',
    integrity:
      'sha512-iZ8g9OkfUpjTvSRqLSHjPMPw6lxbB7rjR3A7Yk3gdrnuD7evs6GeRpbxg1U9CHygDYJjJZsUOtBMgc4pyubGxQ==',
    files: ['index.js', 'package.json'],
  },
] as const satisfies readonly RealPackage[]

/** The name of a package of the list. */
export type RealPackageName = (typeof realPackages)[number]['name']

/** Finds a package of the list by its name. */
export function realPackageOf(name: RealPackageName): RealPackage {
  return realPackages.find((entry) => entry.name === name)!
}
