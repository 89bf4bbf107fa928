import { type Address, encodeAbiParameters, keccak256, padHex } from 'viem'
import { accountOf } from '../account.ts'
import type { Step } from '../step.ts'
import { type Of, type Piece, piece } from './piece.ts'

const owner = accountOf('owner')
const wad = 10n ** 18n
/** 2026-07-01, 00:00 UTC. */
const maturityUnix = 1_782_864_000n
const otherBridge: Address = '0x4200000000000000000000000000000000000010'

/** Arbitrum for LayerZero, OP Mainnet for CCTP. */
const peers = { layerZeroEid: 30_110, cctpDomain: 2 }

/** The MORPHO that a vault may claim. */
export const reward = 250n * wad

/** Staking, fixed yield, bridges, aggregators, rewards. */
export const yields: readonly Piece[] = [
  piece('stETH', 'StEth'),
  piece('wstETH', 'WstEth', (of) => [of('stETH')]),
  {
    ...piece('unstETH', 'WithdrawalQueue', (of) => [owner, of('stETH')]),
    setUp: (of) => [
      { to: 'stETH', contract: 'StEth', name: 'setWithdrawalQueue', args: [of('unstETH')] },
    ],
  },
  piece('ether.fi pool', 'LiquidityPool'),
  piece('eETH', 'EEth', (of) => [of('ether.fi pool')]),
  piece('weETH', 'WeEth', (of) => [of('eETH')]),
  {
    ...piece('ether.fi withdrawals', 'WithdrawRequestNft', (of) => [
      owner,
      of('ether.fi pool'),
      of('eETH'),
    ]),
    setUp: (of) => [
      {
        to: 'ether.fi pool',
        contract: 'LiquidityPool',
        name: 'wire',
        args: [of('eETH'), of('ether.fi withdrawals')],
      },
    ],
  },
  piece('SY WETH', 'StandardizedYield', (of) => [owner, 'SY WETH', 'SY-WETH', of('WETH'), 18]),
  piece('PT WETH', 'PrincipalToken', (of) => [
    owner,
    'PT WETH 1JUL2026',
    'PT-WETH',
    of('SY WETH'),
    maturityUnix,
    18,
  ]),
  {
    ...piece('YT WETH', 'YieldToken', (of) => ['YT WETH 1JUL2026', 'YT-WETH', of('PT WETH')]),
    setUp: (of) => [
      { to: 'PT WETH', contract: 'PrincipalToken', name: 'initialize', args: [of('YT WETH')] },
    ],
  },
  piece('Pendle market', 'PendleMarket', (of) => [
    owner,
    'Pendle Market WETH',
    'PLP-WETH',
    of('PT WETH'),
    (97n * wad) / 100n,
  ]),
  piece('Pendle router', 'PendleRouter', () => []),
  {
    ...piece('WETH OFT adapter', 'OFTAdapter', (of) => [owner, of('WETH'), 18, wad / 1_000n]),
    setUp: (of) => [
      {
        to: 'WETH OFT adapter',
        contract: 'OFTAdapter',
        name: 'setPeer',
        args: [peers.layerZeroEid, wordOf(of('WETH OFT adapter'))],
      },
    ],
  },
  piece('CCTP transmitter', 'MessageTransmitterV2', () => [owner, 0]),
  {
    ...piece('CCTP messenger', 'TokenMessengerV2', (of) => [
      owner,
      of('USDC'),
      of('CCTP transmitter'),
    ]),
    setUp: (of) => [
      {
        to: 'CCTP messenger',
        contract: 'TokenMessengerV2',
        name: 'addRemoteTokenMessenger',
        args: [peers.cctpDomain, wordOf(of('CCTP messenger'))],
      },
    ],
  },
  piece('OP portal', 'OptimismPortal', () => [owner, 604_800n]),
  piece('OP bridge', 'L1StandardBridge', (of) => [of('OP portal'), otherBridge]),
  piece('1inch router v5', 'AggregationRouter:AggregationRouterV5', () => []),
  piece('1inch router v6', 'AggregationRouter:AggregationRouterV6', () => []),
  piece('Odos router', 'OdosRouter'),
  { ...piece('Swap executor', 'SwapExecutor'), setUp: ratesOf },
  { ...piece('Merkl distributor', 'Distributor'), setUp: rewardsOf },
  piece('Permit2', 'Permit2', () => []),
]

function ratesOf(of: Of): readonly Step[] {
  const rate = (from: string, to: string, amount: bigint): Step => ({
    to: 'Swap executor',
    contract: 'SwapExecutor',
    name: 'setRate',
    args: [of(from), of(to), amount],
  })
  // Units of the bought token for 1e18 units of the sold one.
  return [
    rate('WETH', 'USDC', 2_000n * 10n ** 6n),
    rate('USDC', 'WETH', wad ** 2n / (2_000n * 10n ** 6n)),
  ]
}

/** Both vaults have earned the same; the proof of each is the leaf of the other. */
function rewardsOf(of: Of): readonly Step[] {
  const [first, second] = ['Local ETH', 'Local USD'].map((vault) => rewardLeafOf(of, vault))
  const pair =
    BigInt(first!) < BigInt(second!) ? `${first}${second!.slice(2)}` : `${second}${first!.slice(2)}`
  const root = keccak256(pair as `0x${string}`)
  return [
    {
      to: 'Merkl distributor',
      contract: 'Distributor',
      name: 'updateTree',
      args: [{ merkleRoot: root, ipfsHash: root }],
    },
  ]
}

/**
 * Hashes what a vault may claim from the distributor.
 *
 * @param of - where things are.
 * @param vault - its name.
 * @returns the leaf; it is the other vault's proof.
 */
export function rewardLeafOf(of: Of, vault: string): `0x${string}` {
  const types = ['address', 'address', 'uint256'].map((type) => ({ type }))
  return keccak256(encodeAbiParameters(types, [of(vault), of('MORPHO'), reward]))
}

function wordOf(address: Address): `0x${string}` {
  return padHex(address, { size: 32 })
}
