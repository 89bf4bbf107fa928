import type { Of } from '../plan/piece.ts'
import { approve, type Row, transfer } from './row.ts'

const morphoMarket = '(address,address,address,address,uint256)'
const market = ['USDC', 'WETH', 'Morpho oracle', 'Morpho rate'] as const
/** Swaps along a path, with a deadline. */
export const exactInput = 'exactInput((bytes,address,uint256,uint256,uint256))'
const mintPosition =
  'mint((address,address,uint24,int24,int24,uint256,uint256,uint256,uint256,address,uint256))'

/** Wrapping, and sending WETH back to the vault. */
export const wrapping = (vault: string): readonly Row[] => [
  ['WETH+', 'deposit()', [], 'Wrap ETH'],
  ['WETH', 'withdraw(uint256)', [], 'Unwrap WETH'],
  transfer('WETH', vault),
]

/** Aave v3 and Compound v3. */
export const lending = (vault: string, assets: readonly string[]): readonly Row[] => [
  ...assets.flatMap((asset): readonly Row[] => [
    approve(asset, 'Aave pool'),
    [
      'Aave pool',
      'supply(address,uint256,address,uint16)',
      [asset, vault],
      `Supply ${asset} to Aave v3`,
    ],
    [
      'Aave pool',
      'withdraw(address,uint256,address)',
      [asset, vault],
      `Withdraw ${asset} from Aave v3`,
    ],
    [
      'Aave pool',
      'borrow(address,uint256,uint256,uint16,address)',
      [asset, vault],
      `Borrow ${asset} from Aave v3`,
    ],
    [
      'Aave pool',
      'repay(address,uint256,uint256,address)',
      [asset, vault],
      `Repay ${asset} to Aave v3`,
    ],
    [
      'Aave pool',
      'setUserUseReserveAsCollateral(address,bool)',
      [asset],
      `Toggle ${asset} as collateral in Aave v3`,
    ],
  ]),
  [
    'Aave rewards',
    'claimRewards(address[],uint256,address,address)',
    [vault],
    'Claim Aave v3 rewards',
  ],
  ...assets.flatMap((asset): readonly Row[] => [
    approve(asset, 'Compound USDC'),
    ['Compound USDC', 'supply(address,uint256)', [asset], `Supply ${asset} to Compound v3`],
    ['Compound USDC', 'withdraw(address,uint256)', [asset], `Withdraw ${asset} from Compound v3`],
  ]),
]

/** An ERC-4626 vault of one asset. */
export const savings = (vault: string, asset: string): readonly Row[] => [
  approve(asset, `Savings ${asset}`),
  [
    `Savings ${asset}`,
    'deposit(uint256,address)',
    [vault],
    `Deposit ${asset} into Savings ${asset}`,
  ],
  [
    `Savings ${asset}`,
    'withdraw(uint256,address,address)',
    [vault, vault],
    `Withdraw ${asset} from Savings ${asset}`,
  ],
  [
    `Savings ${asset}`,
    'redeem(uint256,address,address)',
    [vault, vault],
    `Redeem shares of Savings ${asset}`,
  ],
]

/** Borrowing USDC against WETH. */
export const morpho = (vault: string): readonly Row[] => [
  approve('WETH', 'Morpho'),
  approve('USDC', 'Morpho'),
  [
    'Morpho',
    `supplyCollateral(${morphoMarket},uint256,address,bytes)`,
    [...market, vault],
    'Supply WETH as collateral to Morpho',
  ],
  [
    'Morpho',
    `withdrawCollateral(${morphoMarket},uint256,address,address)`,
    [...market, vault, vault],
    'Withdraw WETH collateral from Morpho',
  ],
  [
    'Morpho',
    `borrow(${morphoMarket},uint256,uint256,address,address)`,
    [...market, vault, vault],
    'Borrow USDC from Morpho',
  ],
  [
    'Morpho',
    `repay(${morphoMarket},uint256,uint256,address,bytes)`,
    [...market, vault],
    'Repay USDC to Morpho',
  ],
]

/** Uniswap v3 and Curve. */
export const trading = (vault: string, of: Of): readonly Row[] => {
  const [token0, token1] =
    BigInt(of('WETH')) < BigInt(of('USDC')) ? ['WETH', 'USDC'] : ['USDC', 'WETH']
  return [
    approve('WETH', 'Uniswap router'),
    approve('USDC', 'Uniswap router'),
    ['Uniswap router', exactInput, ['WETH', 'USDC', vault], 'Swap WETH for USDC on Uniswap v3'],
    ['Uniswap router', exactInput, ['USDC', 'WETH', vault], 'Swap USDC for WETH on Uniswap v3'],
    approve('WETH', 'Uniswap positions'),
    approve('USDC', 'Uniswap positions'),
    ['Uniswap positions', mintPosition, [token0!, token1!, vault], 'Open a WETH/USDC position'],
    [
      'Uniswap positions',
      'increaseLiquidity((uint256,uint256,uint256,uint256,uint256,uint256))',
      ['0', token0!, token1!, vault],
      'Add liquidity to a WETH/USDC position',
    ],
    [
      'Uniswap positions',
      'decreaseLiquidity((uint256,uint128,uint256,uint256,uint256))',
      [vault],
      'Take liquidity from a Uniswap v3 position',
    ],
    [
      'Uniswap positions',
      'collect((uint256,address,uint128,uint128))',
      [vault, vault],
      'Collect from a Uniswap v3 position',
    ],
    ['Uniswap positions', 'burn(uint256)', [], 'Burn an empty Uniswap v3 position'],
    approve('USDC', 'Curve USDC/DAI'),
    approve('DAI', 'Curve USDC/DAI'),
    ['Curve USDC/DAI', 'exchange(int128,int128,uint256,uint256)', [], 'Swap on Curve USDC/DAI'],
    ['Curve USDC/DAI', 'add_liquidity(uint256[],uint256)', [], 'Add liquidity to Curve USDC/DAI'],
    [
      'Curve USDC/DAI',
      'remove_liquidity(uint256,uint256[])',
      [],
      'Take liquidity from Curve USDC/DAI',
    ],
    approve('Curve USDC/DAI', 'Curve gauge'),
    ['Curve gauge', 'deposit(uint256,address)', [vault], 'Stake Curve USDC/DAI'],
    ['Curve gauge', 'withdraw(uint256)', [], 'Unstake Curve USDC/DAI'],
    ['Curve gauge', 'claim_rewards(address)', [vault], 'Claim CRV'],
  ]
}

/** Tokens that a simulation must not believe; they go to the owner of the chain. */
export const planted: readonly Row[] = ['FEE', 'SKIM', 'HUSH', 'LIE', 'USDT', 'False logger'].map(
  (token) => transfer(token, 'owner'),
)

/** Flash loans from Balancer. */
export const loans = (manager: string): readonly Row[] =>
  ['WETH', 'USDC'].map((token) => [
    manager,
    'flashLoan(address,address[],uint256[],bytes)',
    [manager, token],
    `Borrow ${token} from Balancer for one transaction`,
  ])

/** The calls of the drone in the name of the vault. */
export const drones = (vault: string): readonly Row[] => {
  const drone = `${vault}: drone`
  const through: readonly Row[] = [
    transfer('WETH', vault),
    approve('WETH', 'Aave pool'),
    [
      'Aave pool',
      'supply(address,uint256,address,uint16)',
      ['WETH', drone],
      'Supply WETH to Aave v3',
    ],
    [
      'Aave pool',
      'withdraw(address,uint256,address)',
      ['WETH', drone],
      'Withdraw WETH from Aave v3',
    ],
  ]
  return [
    transfer('WETH', drone),
    ...through.map(
      ([target, signature, args, says]): Row => [
        drone,
        signature,
        [...args, target],
        `(Drone) ${says}`,
      ],
    ),
    [drone, 'withdrawNativeFromDrone()', [], 'Take ETH back from the drone'],
  ]
}
