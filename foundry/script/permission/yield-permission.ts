import type { Address } from 'viem'
import type { Of } from '../plan/piece.ts'
import { approve, type Row } from './row.ts'

const pendleMarket = '(uint256,uint256,uint256,uint256,uint256)'
const pendleOrders =
  '(address,uint256,((uint256,uint256,uint256,uint8,address,address,address,address,uint256,uint256,uint256,bytes),bytes,uint256)[],((uint256,uint256,uint256,uint8,address,address,address,address,uint256,uint256,uint256,bytes),bytes,uint256)[],bytes)'
const pendleInput = '(address,uint256,address,address,(uint8,address,bytes,bool))'

/** Lido and ether.fi. */
export const staking = (vault: string): readonly Row[] => [
  ['stETH+', 'submit(address)', ['0'], 'Stake ETH with Lido'],
  approve('stETH', 'wstETH'),
  ['wstETH', 'wrap(uint256)', [], 'Wrap stETH'],
  ['wstETH', 'unwrap(uint256)', [], 'Unwrap wstETH'],
  approve('stETH', 'unstETH'),
  ['unstETH', 'requestWithdrawals(uint256[],address)', [vault], 'Ask Lido for ETH'],
  ['unstETH', 'claimWithdrawal(uint256)', [], 'Claim ETH from Lido'],
  ['ether.fi pool+', 'deposit()', [], 'Stake ETH with ether.fi'],
  approve('eETH', 'weETH'),
  ['weETH', 'wrap(uint256)', [], 'Wrap eETH'],
  ['weETH', 'unwrap(uint256)', [], 'Unwrap weETH'],
  approve('eETH', 'ether.fi pool'),
  ['ether.fi pool', 'requestWithdraw(address,uint256)', [vault], 'Ask ether.fi for ETH'],
]

/** Pendle. */
export const fixedYield = (vault: string): readonly Row[] => [
  approve('WETH', 'Pendle router'),
  [
    'Pendle router',
    `mintSyFromToken(address,address,uint256,${pendleInput})`,
    [vault, 'SY WETH', 'WETH', 'WETH', '0', '0'],
    'Mint SY WETH',
  ],
  [
    'Pendle router',
    `redeemSyToToken(address,address,uint256,${pendleInput})`,
    [vault, 'SY WETH', 'WETH', 'WETH', '0', '0'],
    'Redeem SY WETH',
  ],
  approve('SY WETH', 'Pendle router'),
  approve('PT WETH', 'Pendle router'),
  [
    'Pendle router',
    `swapExactSyForPt(address,address,uint256,uint256,${pendleMarket},${pendleOrders})`,
    [vault, 'Pendle market'],
    'Buy PT WETH',
  ],
  [
    'Pendle router',
    `swapExactPtForSy(address,address,uint256,uint256,${pendleOrders})`,
    [vault, 'Pendle market'],
    'Sell PT WETH',
  ],
]

/** Swaps of 1inch v5, by an executor. */
export const oneInch =
  'swap(address,(address,address,address,address,uint256,uint256,uint256),bytes,bytes)'

/** LayerZero, CCTP and the OP bridge. An OFT's receiver is split into two halves, left-aligned. */
export const bridging = (vault: string, of: Of): readonly Row[] => {
  const word = of(vault).slice(2).toLowerCase().padStart(64, '0')
  const halves = [word.slice(0, 32), word.slice(32)].map((half) => `0x${half}00000000`)
  return [
    approve('WETH', 'WETH OFT adapter'),
    [
      'WETH OFT adapter+',
      'send((uint32,bytes32,uint256,uint256,bytes,bytes,bytes),(uint256,uint256),address)',
      [numbered(30_110), halves[0]!, halves[1]!, vault],
      'Send WETH to Arbitrum over LayerZero',
    ],
    approve('USDC', 'CCTP messenger'),
    [
      'CCTP messenger',
      'depositForBurn(uint256,uint32,bytes32,address,bytes32,uint256,uint32)',
      [numbered(2), vault, 'USDC', vault],
      'Send USDC to OP Mainnet over CCTP',
    ],
    ['OP bridge+', 'bridgeETHTo(address,uint32,bytes)', [vault], 'Send ETH to OP Mainnet'],
  ]
}

/** Aggregators, rewards, the other vault, and the fees of this one. */
export const remainingRows = (vault: string): readonly Row[] => {
  const otherVault = vault === 'Local ETH' ? 'Local USD' : 'Local ETH'
  const [asset, base] = vault === 'Local ETH' ? ['USDC', 'WETH'] : ['WETH', 'USDC']
  return [
    approve('WETH', '1inch router v5'),
    approve('USDC', '1inch router v5'),
    [
      '1inch router v5',
      oneInch,
      ['Swap executor', 'WETH', 'USDC', 'Swap executor', vault],
      'Swap WETH for USDC through 1inch',
    ],
    [
      '1inch router v5',
      oneInch,
      ['Swap executor', 'USDC', 'WETH', 'Swap executor', vault],
      'Swap USDC for WETH through 1inch',
    ],
    [
      'Merkl distributor',
      'claim(address[],address[],uint256[],bytes32[][])',
      [vault],
      'Claim rewards from Merkl',
    ],
    approve(asset!, otherVault),
    [
      `${otherVault}: teller`,
      'deposit(address,uint256,uint256,address)',
      [asset!, '0'],
      `Deposit ${asset} into ${otherVault}`,
    ],
    approve(otherVault, `${otherVault}: queue`),
    [
      `${otherVault}: queue`,
      'requestOnChainWithdraw(address,uint128,uint16,uint24)',
      [asset!],
      `Ask ${otherVault} for ${asset}`,
    ],
    approve(base!, `${vault}: accountant`),
    [`${vault}: accountant`, 'claimFees(address)', [base!], `Pay the fees of ${vault}`],
  ]
}

/** A number as decoders cast it to an address. */
function numbered(value: number): Address {
  return `0x${value.toString(16).padStart(40, '0')}`
}
