import { type Address, type Hex, parseHex, printHex, zeroAddress } from '@vaultwright/base'
import { type AbiValue, encodeTuple, parseAbiTuple } from '@vaultwright/manager'
import { keccak256 } from '@vaultwright/merkle'
import { wordIn } from '../reading/answer.ts'
import { readOf } from '../reading/read-call.ts'
import type { Reading } from '../reading/reading.ts'
import { readAmount } from '../swap/quote-read.ts'
import { exchangeVenue, type SwapVenue, type VenueValues } from '../swap/venue.ts'
import { keyOf } from './pool.ts'

const poolKey = parseAbiTuple(
  '(address currency0, address currency1, uint24 fee, int24 tickSpacing, address hooks)',
)
const place = parseAbiTuple('(bytes32 id, uint256 slot)')

/** The slot of the pools in the storage of the PoolManager. */
const poolsSlot = 6n

/** The two currencies of a venue, the lower one first. */
function currenciesOf({ values, sellToken, buyToken }: VenueValues): readonly [Address, Address] {
  const pair = [values.token_in ?? sellToken, values.token_out ?? buyToken] as const
  return [...pair].sort((one, other) =>
    BigInt(one as Address) < BigInt(other as Address) ? -1 : 1,
  ) as [Address, Address]
}

/** Identifies the pool of a venue: the hash of its key. */
function poolIdOf(venueValues: VenueValues): Hex {
  const { values } = venueValues
  const [low, high] = currenciesOf(venueValues)
  const { fee, tick_spacing, hooks } = values
  return hashOf(
    encodeTuple(
      poolKey,
      keyOf([low, high], { fee: fee!, tick_spacing: tick_spacing!, hooks: hooks! }) as AbiValue[],
    ),
  )
}

/**
 * Tells whether the pool was ever opened: only then it has a price.
 *
 * Source: Uniswap v4 core, StateLibrary.getSlot0 and PoolManager.extsload.
 *
 * @returns null when the router does not say which PoolManager it uses.
 */
function* isOpen(venueValues: VenueValues): Reading<boolean | null> {
  const { values, factOf } = venueValues
  const manager = factOf(values.router as Address, 'poolManager()')
  if (typeof manager !== 'string' || manager === zeroAddress) return null
  const slot = hashOf(encodeTuple(place, [poolIdOf(venueValues), poolsSlot]))
  const [answer] = yield [readOf(manager as Address, 'extsload(bytes32)', [slot])]
  const { value } = wordIn(answer, 0)
  return value === null ? null : BigInt.asUintN(160, value) > 0n
}

/** The output by the quoter of Uniswap v4. Source: Uniswap v4 periphery, V4Quoter.quoteExactInputSingle. */
function quoteOf(venueValues: VenueValues) {
  const quoter = venueValues.contractOf('quoter')
  const { sellToken, sellAmount, values } = venueValues
  if (quoter === null || sellAmount >= 1n << 128n) return null
  const [low, high] = currenciesOf(venueValues)
  const key = keyOf([low, high], {
    fee: values.fee!,
    tick_spacing: values.tick_spacing!,
    hooks: values.hooks!,
  })
  const isZeroForOne = (values.token_in ?? sellToken) === low
  return readAmount({
    to: quoter,
    call: 'quoteExactInputSingle(((address,address,uint24,int24,address),bool,uint128,bytes))',
    arguments: [[key, isZeroForOne, sellAmount, '0x']],
  })
}

function hashOf(data: Hex): Hex {
  return printHex(keccak256(parseHex(data)))
}

/** The swap venues of Uniswap v4. */
export const venues: readonly SwapVenue[] = [
  'uniswap_v4/swap_zero_for_one',
  'uniswap_v4/swap_one_for_zero',
].map((route) =>
  exchangeVenue({
    route,
    title: 'Uniswap v4',
    fixed: { exact_out: 'false', hook_data: '0x' },
    variants: [
      { parameter: 'fee', values: ['100', '500', '3000', '10000'] },
      { parameter: 'tick_spacing', values: ['1', '10', '60', '200'] },
    ],
    facts: [{ of: 'router', call: 'poolManager()' }],
    liquidity: isOpen,
    quote: quoteOf,
    // Its hash names the pool on every manager: one chain has one.
    poolKey: (venueValues) => `uniswap_v4|${poolIdOf(venueValues)}`,
    free: [
      { field: 'fee', why: 'Another pool with the same hooks may be named.' },
      { field: 'tickSpacing', why: 'Another pool with the same hooks may be named.' },
      { field: 'hookData', why: 'Hooks get any bytes.' },
    ],
  }),
)
