import type { Address } from '@vaultwright/base'
import { nativeAsset } from '@vaultwright/registry'
import { accountIn, amountIn, wordIn } from '../reading/answer.ts'
import type { ContractReadResult } from '../reading/reading.ts'
import type { PositionReader, PositionResult } from './position.ts'
import {
  failedRead,
  holdingsOf,
  indexOf,
  mergePositionResults,
  positionResultOf,
} from './position-result.ts'
import { boundIn, subjectsBy } from './subject.ts'

const coin = 10n ** 18n

/** Protocols that wrap with the same functions: leaves do not tell them apart, the wrapper does. */
const wrapping: readonly string[] = ['ether_fi', 'lido']

/** The holder of a token, and the protocol that makes it one. */
export type StakeRef = {
  readonly protocol: string
  readonly holder: Address
  readonly token: Address
}

/** The answers of a wrapper. */
export type WrapperAnswers = {
  /** The token it wraps. */
  readonly wraps: ContractReadResult | undefined
  /** The worth of one of it in that, 18 decimals. */
  readonly rate: ContractReadResult | undefined
  readonly balance: ContractReadResult | undefined
}

/** Makes the question which accounts a vault may stake or wrap with. */
export function stakeSubjects(
  protocol: string,
  parameters: Readonly<Record<string, string>>,
): PositionReader['subjectsOf'] {
  const names = Object.entries(parameters)
  return (claims, vault) =>
    subjectsBy(
      protocol,
      claims.flatMap((claim) => {
        if (!wrapping.includes(claim.pattern.action.protocol)) return []
        const bound = names.map(([list, parameter]) => [list, boundIn(claim, parameter)] as const)
        if (bound.every(([, accounts]) => accounts.length === 0)) return []
        return [{ holder: claim.drone ?? vault, values: {}, lists: Object.fromEntries(bound) }]
      }),
    )
}

/**
 * Finds a token that wraps a staked one, and whose rate grows.
 *
 * @returns its holding and its price in what it wraps; nothing when it wraps something of another protocol.
 */
export function wrappedOf(
  { protocol, holder, token }: StakeRef,
  { wraps, rate, balance }: WrapperAnswers,
): PositionResult {
  const wrapped = accountIn(wraps, 0)
  if (wrapped.value === null) return positionResultOf({})
  const amount = amountIn(balance)
  if (amount.value === null) return failedRead(`${protocol} balance of ${token}`, amount.reason)
  const held = positionResultOf({
    holdings: holdingsOf({ protocol, holder, asset: token }, amount.value),
    receipts: [{ holder, asset: token }],
  })
  const worth = wordIn(rate, 0)
  if (worth.value === null || worth.value === 0n) {
    return mergePositionResults([
      held,
      failedRead(`price of ${token}`, worth.reason ?? 'Its rate is zero.'),
    ])
  }
  const quote = {
    asset: token,
    per: wrapped.value,
    amount: coin,
    worth: worth.value,
    source: `${protocol}:${token}`,
    kind: 'rate' as const,
  }
  return mergePositionResults([held, positionResultOf({ quotes: [quote] })])
}

/**
 * Finds a staked token, which is worth as much ether as there is of it, and whose balance grows.
 */
export function stakedOf(
  { protocol, holder, token }: StakeRef,
  balance: ContractReadResult | undefined,
  growth: bigint | null,
): PositionResult {
  const amount = amountIn(balance)
  if (amount.value === null) return failedRead(`${protocol} balance of ${token}`, amount.reason)
  const index = indexOf([protocol, token, 'share', token], growth)
  return positionResultOf({
    holdings: holdingsOf({ protocol, holder, asset: token }, amount.value, { index }),
    quotes: [
      {
        asset: token,
        per: nativeAsset,
        amount: coin,
        worth: coin,
        source: `${protocol}:${token}`,
        kind: 'pegged',
      },
    ],
    receipts: [{ holder, asset: token }],
  })
}
