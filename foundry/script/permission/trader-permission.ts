import type { Leaf } from '@vaultwright/manager'
import type { Of } from '../plan/piece.ts'
import { exactInput, savings } from './core-permission.ts'
import { leafOf } from './permission.ts'
import { approve, type Row } from './row.ts'
import { oneInch } from './yield-permission.ts'

const exactInput02 = 'exactInput((bytes,address,uint256,uint256))'
const oneInchV6 = 'swap(address,(address,address,address,address,uint256,uint256,uint256),bytes)'
const odosSwap =
  'swap((address,uint256,address,address,uint256,uint256,address),bytes,address,uint32)'

const pairs = [
  ['WETH', 'USDC'],
  ['USDC', 'WETH'],
] as const

const oddTokens = ['USDT', 'FEE', 'SKIM', 'HUSH', 'LIE', 'NODEC']

/**
 * Lists what the trader of a vault may do: swap at every venue of the local chain, and place limit orders.
 *
 * One of its venues pays the owner of the chain instead of the vault.
 *
 * @param vault - name of the vault.
 * @param of - where things are.
 * @returns leaves in the order of their slots.
 */
export function traderLeaves(vault: string, of: Of): readonly Leaf[] {
  const rowsOf: Readonly<Record<string, readonly Row[]>> = {
    Decoder: [
      ...wraps,
      ...savings(vault, 'WETH'),
      ...uniswap(vault),
      ...curve,
      ...oneInchRows(vault),
      ...['Uniswap router 02', 'Odos router', 'CoW vault relayer'].flatMap((spender) => [
        approve('WETH', spender),
        approve('USDC', spender),
      ]),
    ],
    'Router 02 decoder': pairs.map(
      ([from, to]): Row => [
        'Uniswap router 02',
        exactInput02,
        [from, to, vault],
        `Swap ${from} for ${to} on Uniswap v3 by its second router`,
      ],
    ),
    'Odos decoder': pairs.flatMap((pair) => odos(vault, pair)),
    'CoW order decoder': orders(vault),
  }
  return Object.entries(rowsOf).flatMap(([decoder, rows]) =>
    rows.map((row) => leafOf(row, of(decoder), of)),
  )
}

const wraps: readonly Row[] = [
  ['WETH+', 'deposit()', [], 'Wrap ETH'],
  ['WETH', 'withdraw(uint256)', [], 'Unwrap WETH'],
  approve('stETH', 'wstETH'),
  ['wstETH', 'wrap(uint256)', [], 'Wrap stETH'],
  ['wstETH', 'unwrap(uint256)', [], 'Unwrap wstETH'],
  approve('eETH', 'weETH'),
  ['weETH', 'wrap(uint256)', [], 'Wrap eETH'],
  ['weETH', 'unwrap(uint256)', [], 'Unwrap weETH'],
]

const uniswap = (vault: string): readonly Row[] => [
  approve('WETH', 'Uniswap router'),
  approve('USDC', 'Uniswap router'),
  ...pairs.map(
    ([from, to]): Row => [
      'Uniswap router',
      exactInput,
      [from, to, vault],
      `Swap ${from} for ${to} on Uniswap v3`,
    ],
  ),
  [
    'Uniswap router',
    exactInput,
    ['WETH', 'USDC', 'owner'],
    'Swap WETH for USDC on Uniswap v3, paid to owner',
  ],
]

const curve: readonly Row[] = [
  approve('USDC', 'Curve USDC/DAI'),
  approve('DAI', 'Curve USDC/DAI'),
  ['Curve USDC/DAI', 'exchange(int128,int128,uint256,uint256)', [], 'Swap on Curve USDC/DAI'],
]

const oneInchRows = (vault: string): readonly Row[] => {
  const swap = (router: string, signature: string, [from, to]: readonly [string, string]): Row => [
    router,
    signature,
    ['Swap executor', from, to, 'Swap executor', vault],
    `Swap ${from} for ${to} through ${router}`,
  ]
  return [
    ...['WETH', 'USDC', ...oddTokens].map((token) => approve(token, '1inch router v5')),
    ...pairs.map((pair) => swap('1inch router v5', oneInch, pair)),
    ...oddTokens.map((token) => swap('1inch router v5', oneInch, [token, 'USDC'])),
    // What is sold may move otherwise than it says, and what is bought.
    ...['FEE', 'SKIM'].map((token) => swap('1inch router v5', oneInch, ['USDC', token])),
    ...['WETH', 'USDC'].map((token) => approve(token, '1inch router v6')),
    ...pairs.map((pair) => swap('1inch router v6', oneInchV6, pair)),
  ]
}

const odos = (vault: string, [from, to]: readonly [string, string]): readonly Row[] =>
  [
    [odosSwap, 'Odos'],
    ['swapCompact()', 'Odos, packed'],
  ].map(
    ([signature, says]): Row => [
      'Odos router',
      signature!,
      [from, to, vault, 'Odos executor'],
      `Swap ${from} for ${to} through ${says}`,
    ],
  )

const setPreSignature = 'setPreSignature(bytes,bool)'

const orders = (vault: string): readonly Row[] => [
  ...pairs.map(
    ([from, to]): Row => [
      'CoW settlement',
      setPreSignature,
      [from, to, vault],
      `Place a CoW order that sells ${from} for ${to}`,
    ],
  ),
  ['CoW settlement', setPreSignature, ['0', '0', vault], 'Take the signature of an order back'],
  ['CoW settlement', 'invalidateOrder(bytes)', [vault], 'Cancel an order'],
]
