import { type Address, type Hex, zeroAddress } from '@vaultwright/base'
import { checksumOf } from '@vaultwright/merkle'
import type { CalldataFields } from './swap/venue.ts'

/** All of what is quoted, as slippage is counted. */
const whole = 0xff_ffffn

/** What a compact swap says; null for a token or account that is named by its place in the router's list. */
type CompactSwap = {
  readonly sold: Address | null
  readonly bought: Address | null
  readonly amount: bigint
  readonly quote: bigint
  readonly slippage: bigint
  readonly executor: Address | null
  readonly inputReceiver: Address | null
  readonly outputReceiver: Address | null
  readonly referral: bigint
}

/**
 * Reads a compact swap.
 *
 * Source: OdosRouterV2, swapCompact: two tokens, amount, quote, 3 bytes of slippage, executor, two
 * receivers, 4 bytes of referral.
 *
 * @returns null when the calldata ends too early.
 */
function compactSwapIn(calldata: Hex): CompactSwap | null {
  let at = 10
  const take = (bytes: number): string => {
    const taken = calldata.slice(at, at + 2 * bytes)
    at += 2 * bytes
    return taken
  }
  const number = (digits: string): bigint => BigInt(`0x${digits.padStart(1, '0')}`)
  // An account is zero, an address in full after 0001, or its place in the router's list.
  const account = (): Address | null => {
    const place = take(2)
    if (place === '0000') return zeroAddress
    if (place !== '0001') return null
    const digits = take(20)
    return digits.length === 40 ? checksumOf(`0x${digits}`) : null
  }
  const sized = (): bigint => number(take(Number(number(take(1)))))
  const [sold, bought] = [account(), account()]
  const [amount, quote, slippage] = [sized(), sized(), number(take(3))]
  if (at > calldata.length) return null
  const [executor, inputReceiver, outputReceiver] = [account(), account(), account()]
  const referral = number(take(4))
  return {
    sold,
    bought,
    amount,
    quote,
    slippage,
    executor,
    inputReceiver: inputReceiver === zeroAddress ? executor : inputReceiver,
    outputReceiver,
    referral,
  }
}

/**
 * Reads the least that a compact swap buys: what is quoted, less the slippage that it allows.
 *
 * @returns base units of the token that is bought; null when the calldata ends too early.
 */
export function compactLeastOf(calldata: Hex): bigint | null {
  const swap = compactSwapIn(calldata)
  return swap === null ? null : (swap.quote * (whole - swap.slippage)) / whole
}

/** Where a compact swap says what it does. */
export const compactFields: CalldataFields = {
  sold: { field: 'inputToken', read: (data) => compactSwapIn(data)?.sold ?? null },
  bought: { field: 'outputToken', read: (data) => compactSwapIn(data)?.bought ?? null },
  amount: { field: 'inputAmount', read: (data) => compactSwapIn(data)?.amount ?? null },
  isZeroAll: true,
  quote: { field: 'outputQuote', read: (data) => compactSwapIn(data)?.quote ?? null },
  least: { field: 'slippage', read: compactLeastOf },
  executor: { field: 'executor', read: (data) => compactSwapIn(data)?.executor ?? null },
  receivers: [
    {
      field: 'inputReceiver',
      gets: 'sold',
      read: (data) => compactSwapIn(data)?.inputReceiver ?? null,
      isZeroCaller: false,
      mustBe: 'executor',
    },
    {
      field: 'outputReceiver',
      gets: 'bought',
      read: (data) => compactSwapIn(data)?.outputReceiver ?? null,
      isZeroCaller: true,
      mustBe: null,
    },
  ],
  flags: null,
  referral: { field: 'referralCode', read: (data) => compactSwapIn(data)?.referral ?? null },
  fees: [],
}
