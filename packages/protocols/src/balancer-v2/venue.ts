import { type Address, zeroAddress } from '@vaultwright/base'
import { encodeCall, parseSignature } from '@vaultwright/manager'
import { signedOf, wordIn } from '../reading/answer.ts'
import { readOf } from '../reading/read-call.ts'
import type { Reading } from '../reading/reading.ts'
import { poolNamedBy } from '../swap/pool-name.ts'
import { exchangeVenue, type SwapVenue, type VenueValues } from '../swap/venue.ts'

const query = parseSignature(
  'queryBatchSwap(uint8,(bytes32,uint256,uint256,uint256,bytes)[],address[],(address,bool,address,bool))',
)

/**
 * The output of a pool by the vault's own query, which runs the swap and takes it back.
 *
 * Source: Balancer v2 Vault.queryBatchSwap; of the two changes that it answers the second is what leaves the vault,
 * a number below zero.
 */
function* quoteOf({
  values,
  sellToken,
  buyToken,
  sellAmount,
}: VenueValues): Reading<bigint | null> {
  const [poolId] = yield [readOf(values.pool as Address, 'getPoolId()')]
  if (poolId?.length !== 66) return null
  const data = encodeCall(query, [
    0n,
    [[poolId, 0n, 1n, sellAmount, '0x']],
    [sellToken, buyToken],
    [zeroAddress, false, zeroAddress, false],
  ])
  const [answer] = yield [{ to: values.vault as Address, data }]
  const { value } = wordIn(answer, 3)
  const change = value === null ? 0n : signedOf(value)
  return change < 0n ? -change : null
}

/** The swap venues of Balancer v2. */
export const venues: readonly SwapVenue[] = [
  exchangeVenue({
    route: 'balancer_v2/swap',
    title: 'Balancer v2',
    fixed: { exact_out: 'false' },
    quote: quoteOf,
    poolKey: poolNamedBy('balancer_v2', 'pool'),
    free: [
      {
        field: 'kind',
        why: 'The leaf permits GIVEN_OUT as well, which turns the limit into the most that is paid.',
      },
    ],
  }),
]
