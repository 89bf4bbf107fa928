import {
  type Abi,
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  keccak256,
  numberToHex,
  parseAbi,
} from 'viem'
import type { EffectCase } from './case.ts'
import { usd, wad } from './chain-step.ts'
import type { EffectChain } from './effect-chain.ts'

const eth = 'Local ETH'
const dollar = 'Local USD'
const executor = 'Swap executor'
const swapped = { executor, token_in: 'WETH', token_out: 'USDC', amount: '3' }
const changes = { WETH: '-3', USDC: '6000' }
const sold = 3n * wad
const minimum = 5_990n * usd

/** The plan that the API of an aggregator would give. */
const planned =
  (signature: string, argsOf: (effectChain: EffectChain) => readonly unknown[]) =>
  async (effectChain: EffectChain): Promise<Hex> =>
    encodeFunctionData({
      abi: parseAbi([`function ${signature}`] as string[]) as Abi,
      args: argsOf(effectChain),
    })

const description = ({ of }: EffectChain) => [
  of('WETH'),
  of('USDC'),
  of(executor),
  of(eth),
  sold,
  minimum,
  0n,
]
const desc = '(address,address,address,address,uint256,uint256,uint256)'

const oneInch: EffectCase = {
  rows: [51],
  what: '1inch: swaps that its API planned, through both routers',
  vault: eth,
  steps: [
    {
      route: 'one_inch/swap_v5',
      params: {
        router: '1inch router v5',
        ...swapped,
        data: planned(`swap(address,${desc},bytes,bytes)`, (effectChain) => [
          effectChain.of(executor),
          description(effectChain),
          '0x',
          '0x1234',
        ]),
      },
      changes,
    },
    {
      route: 'one_inch/swap_v6',
      params: {
        router: '1inch router v6',
        ...swapped,
        data: planned(`swap(address,${desc},bytes)`, (effectChain) => [
          effectChain.of(executor),
          description(effectChain),
          '0x1234',
        ]),
      },
      changes,
    },
  ],
}

/** Behind the selector: addresses in full, amounts after their length, no slippage, no referral. */
const compact = async ({ of }: EffectChain): Promise<Hex> =>
  concatHex([
    ...(['0x83bd37f9', '0x0001', of('WETH'), '0x0001', of('USDC')] as const),
    ...([
      '0x08',
      numberToHex(sold, { size: 8 }),
      '0x05',
      numberToHex(minimum, { size: 5 }),
    ] as const),
    ...(['0x000000', '0x0001', of(executor), '0x0001', of(executor)] as const),
    ...(['0x0001', of(eth), '0x00000000'] as const),
  ])

const odos: EffectCase = {
  rows: [52],
  what: 'Odos: swaps that its API planned, spelled out and compact',
  vault: eth,
  steps: [
    {
      route: 'odos/swap',
      params: {
        router: 'Odos router',
        ...swapped,
        data: planned(
          'swap((address,uint256,address,address,uint256,uint256,address),bytes,address,uint32)',
          ({ of }) => [
            [of('WETH'), sold, of(executor), of('USDC'), 6_000n * usd, minimum, of(eth)],
            '0x1234',
            of(executor),
            0,
          ],
        ),
      },
      changes,
      logs: [['Odos router', 'Swap(address,uint256,address,uint256,address,int256,uint32)']],
    },
    {
      route: 'odos/swap_compact',
      params: { router: 'Odos router', ...swapped, data: compact },
      changes,
    },
  ],
}

const earned = 250n * wad
const rewardLeaf = (effectChain: EffectChain, vault: string): Hex =>
  keccak256(
    encodeAbiParameters(
      [{ type: 'address' }, { type: 'address' }, { type: 'uint256' }],
      [effectChain.of(vault), effectChain.of('MORPHO'), earned],
    ),
  )

const merkl: EffectCase = {
  rows: [56],
  what: 'Merkl: rewards are claimed, an operator is let in and barred',
  vault: dollar,
  steps: [
    {
      route: 'merkl/claim',
      params: {
        distributor: 'Merkl distributor',
        tokens: ['MORPHO'],
        amounts: [String(earned)],
        proofs: async (effectChain: EffectChain) => [[rewardLeaf(effectChain, eth)]],
      },
      changes: { MORPHO: '250' },
      logs: [['Merkl distributor', 'Claimed(address,address,uint256)']],
    },
    ...[1n, 0n].map((becomes) => ({
      route: 'merkl/toggle_operator',
      params: { distributor: 'Merkl distributor', operator: 'owner' },
      changes: {},
      probes: [
        {
          at: 'Merkl distributor',
          view: 'operators(address,address) view returns (uint256)',
          args: [dollar, 'owner'],
          becomes,
        },
      ],
    })),
  ],
}

/** Aggregators and rewards. */
export const tradeCases: readonly EffectCase[] = [oneInch, odos, merkl]
