import type { Address, Hex } from '@vaultwright/base'
import type { AbiValue } from '@vaultwright/manager'
import { checksumOf } from '@vaultwright/merkle'
import { wordIn } from '../action/calldata-word.ts'
import { accountAt, buyerAt, numberAt, sellerAt } from '../swap/calldata-field.ts'
import {
  aggregatorVenue,
  type CalldataFields,
  exchangeVenue,
  type FreeField,
  freeMinimum,
  type SwapVenue,
} from '../swap/venue.ts'

/** Source: 1inch GenericRouter: executor, then the seven words of the description. */
const fields: CalldataFields = {
  executor: accountAt('executor', 0),
  sold: accountAt('desc.srcToken', 1),
  bought: accountAt('desc.dstToken', 2),
  receivers: [sellerAt('desc.srcReceiver', 3, 'executor'), buyerAt('desc.dstReceiver', 4)],
  amount: numberAt('desc.amount', 5),
  isZeroAll: false,
  least: numberAt('desc.minReturnAmount', 6),
  quote: null,
  flags: {
    ...numberAt('desc.flags', 7),
    refused: [
      {
        bit: 0n,
        name: 'PARTIAL_FILL',
        why: 'The least output becomes proportional to what was spent, and the rest comes back.',
      },
      { bit: 1n, name: 'REQUIRES_EXTRA_ETH', why: 'The call takes ether beyond what is sold.' },
      { bit: 2n, name: 'USE_PERMIT2', why: 'The router pulls by Permit2.' },
    ],
  },
  referral: null,
  fees: [],
}

const free: readonly FreeField[] = [
  { ...freeMinimum, field: 'desc.minReturnAmount' },
  {
    field: 'desc.flags',
    why: 'PARTIAL_FILL makes the least output proportional to what was spent; other bits take extra ether or pull by Permit2.',
  },
  {
    field: 'data',
    why: 'The executor runs it with the tokens already in its hands.',
  },
  {
    field: 'desc.srcReceiver',
    why: 'Decoders with an owned executor do not bind it: what is sold may be sent anywhere, and their owner may change the executor without a new root.',
  },
]

const flagsOf = (name: string): FreeField => ({
  field: name,
  why: 'Kind of pool, coin indices, unwrapping and Permit2 stand above the address, which alone is bound; of pools with more than two coins the bought token is not bound.',
})

const direct = {
  deadline: null,
  bought: { from: 'pool', name: 'token_out', of: 'pool1' },
} as const

/** Routers of 1inch whose words above a pool's address come from its API. */
const unoswaps: readonly SwapVenue[] = (
  [
    ['one_inch/unoswap_one', ['pool1_flags'], false],
    ['one_inch/unoswap_two', ['pool1_flags', 'pool2_flags'], false],
    ['one_inch/unoswap_three', ['pool1_flags', 'pool2_flags', 'pool3_flags'], false],
    ['one_inch/eth_unoswap_one', ['pool1_flags'], true],
    ['one_inch/eth_unoswap_two', ['pool1_flags', 'pool2_flags'], true],
    ['one_inch/eth_unoswap_three', ['pool1_flags', 'pool2_flags', 'pool3_flags'], true],
  ] as const
).map(([route, offered, isNative]) =>
  exchangeVenue({
    ...direct,
    route,
    title: '1inch v6 on pools',
    offered,
    offeredIn: (data) => valuesIn(data, { count: offered.length, isNative }),
    free: offered.map(flagsOf),
    ...(isNative && { sold: { from: 'native' as const } }),
  }),
)

type UnoswapShape = { readonly count: number; readonly isNative: boolean }

/** The values of calls on pools: the bits above the address of a pool are its flags. */
function valuesIn(data: Hex, { count, isNative }: UnoswapShape) {
  const words = Array.from({ length: (isNative ? 1 : 3) + count }, (_, index) =>
    wordIn(data, index),
  )
  if (words.includes(null)) return null
  const [token, amount, minimum, ...pools] = (isNative ? [0n, 0n, ...words] : words) as bigint[]
  const values: Record<string, AbiValue> = isNative
    ? {}
    : { token_in: accountOf(token!), amount: amount! }
  values.minimum = minimum!
  for (const [index, word] of pools.entries()) {
    values[`pool${index + 1}`] = accountOf(word)
    values[`pool${index + 1}_flags`] = word >> 160n
  }
  return values
}

function accountOf(word: bigint): Address {
  return checksumOf(`0x${(word & (2n ** 160n - 1n)).toString(16).padStart(40, '0')}`)
}

/** The swap venues of 1inch. */
export const venues: readonly SwapVenue[] = [
  aggregatorVenue({
    route: 'one_inch/swap_v5',
    title: '1inch v5',
    free,
    calldata: fields,
    unserved: {
      reason:
        'The service of 1inch makes calldata of its router v6 alone, and this leaf permits that of v5. Give calldata of v5 with the quote.',
      isListed: true,
    },
  }),
  aggregatorVenue({ route: 'one_inch/swap_v6', title: '1inch v6', free, calldata: fields }),
  exchangeVenue({
    route: 'one_inch/uniswap_v3_swap',
    title: '1inch v5 on Uniswap v3',
    sold: { from: 'pool', name: 'token_in', of: 'pool' },
    bought: { from: 'pool', name: 'token_out', of: 'pool' },
    deadline: null,
    free: [
      {
        field: 'token_in',
        why: 'The leaf binds the pool; the approval alone says which of its tokens is sold.',
      },
      { field: 'pools', why: 'Direction and unwrapping stand above the address of the pool.' },
    ],
  }),
  ...unoswaps,
]
