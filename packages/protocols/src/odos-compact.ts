import { type Address, type Hex, zeroAddress } from '@vaultwright/base'
import { checksumOf } from '@vaultwright/merkle'
import type { TailValue } from './action/action.ts'
import type { CalldataFields } from './swap/venue.ts'

/** All of what is quoted, as slippage is counted. */
const whole = 0xff_ffffn

/** An account of a compact swap: in full, zero, or by its place in the router's list. */
type CompactAccount = Address | { readonly listed: bigint }

/** The content of a compact swap; an account that is left out is zero. */
type CompactSwap = {
  readonly sold: CompactAccount
  readonly bought: CompactAccount
  readonly amount: bigint
  readonly quote: bigint
  readonly slippage: bigint
  readonly executor: CompactAccount
  /** The executor where it is zero. */
  readonly inputReceiver: CompactAccount
  readonly outputReceiver: CompactAccount
  readonly referral: bigint
  /** The path that the executor runs. */
  readonly path: Hex
  /** True if the amounts stand in the bytes; what lies past their end reads as zero. */
  readonly hasAmounts: boolean
}

/**
 * Reads a compact swap.
 *
 * Source: OdosRouterV2, swapCompact: two tokens, amount, quote, 3 bytes of slippage, executor, two
 * receivers, 4 bytes of referral, the path.
 *
 * @param tail - what follows the selector.
 */
function compactSwapIn(tail: Hex): CompactSwap {
  let offset = 2
  const take = (bytes: number): string => {
    const taken = tail.slice(offset, offset + 2 * bytes).padEnd(2 * bytes, '0')
    offset += 2 * bytes
    return taken
  }
  const number = (digits: string): bigint => BigInt(`0x${digits.slice(-64).padStart(1, '0')}`)
  // An account is zero, an address in full after 0001, or its place in the router's list after two.
  const account = (): CompactAccount => {
    const code = take(2)
    if (code === '0000') return zeroAddress
    if (code !== '0001') return { listed: number(code) - 2n }
    return checksumOf(`0x${take(20)}`)
  }
  const sized = (): bigint => number(take(Number(number(take(1)))))
  const [sold, bought] = [account(), account()]
  const [amount, quote, slippage] = [sized(), sized(), number(take(3))]
  const hasAmounts = offset <= tail.length
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
    path: `0x${tail.slice(offset)}`,
    hasAmounts,
  }
}

/** Reads a compact swap of calldata; null when the calldata ends too early. */
function swapOfCalldata(calldata: Hex): CompactSwap | null {
  const swap = compactSwapIn(`0x${calldata.slice(10).toLowerCase()}`)
  return swap.hasAmounts ? swap : null
}

function minimumOf({ quote, slippage }: CompactSwap): bigint {
  return (quote * (whole - slippage)) / whole
}

/**
 * Reads the least that a compact swap buys: what is quoted, less the slippage that it allows.
 *
 * @returns base units of the token that is bought; null when the calldata ends too early.
 */
export function compactMinimumOf(calldata: Hex): bigint | null {
  const swap = swapOfCalldata(calldata)
  return swap === null ? null : minimumOf(swap)
}

/**
 * Reads a compact swap by the names that the swap in full has for its values.
 *
 * @param tail - what follows the selector.
 * @returns every value; `outputMin` is what quote and slippage come to.
 */
export function openCompactSwap(tail: Hex): readonly TailValue[] {
  const swap = compactSwapIn(tail)
  const account = (path: string, value: CompactAccount): TailValue =>
    typeof value === 'string'
      ? { path, type: 'address', value }
      : { path, type: 'listed', value: value.listed }
  const isCaller = swap.outputReceiver === zeroAddress
  return [
    account('inputToken', swap.sold),
    { path: 'inputAmount', type: 'uint256', value: swap.amount },
    account('inputReceiver', swap.inputReceiver),
    account('outputToken', swap.bought),
    { path: 'outputQuote', type: 'uint256', value: swap.quote },
    { path: 'slippage', type: 'uint24', value: swap.slippage },
    { path: 'outputMin', type: 'uint256', value: minimumOf(swap) },
    isCaller
      ? { path: 'outputReceiver', type: 'caller', value: 0n }
      : account('outputReceiver', swap.outputReceiver),
    { path: 'pathDefinition', type: 'bytes', value: swap.path },
    account('executor', swap.executor),
    { path: 'referralCode', type: 'uint32', value: swap.referral },
  ]
}

function accountOf(
  name: 'sold' | 'bought' | 'executor' | 'inputReceiver' | 'outputReceiver',
): (calldata: Hex) => Address | null {
  return (calldata) => {
    const account = swapOfCalldata(calldata)?.[name] ?? null
    return typeof account === 'string' ? account : null
  }
}

/** The fields of a compact swap. */
export const compactFields: CalldataFields = {
  sold: { field: 'inputToken', read: accountOf('sold') },
  bought: { field: 'outputToken', read: accountOf('bought') },
  amount: { field: 'inputAmount', read: (data) => swapOfCalldata(data)?.amount ?? null },
  isZeroAll: true,
  quote: { field: 'outputQuote', read: (data) => swapOfCalldata(data)?.quote ?? null },
  least: { field: 'slippage', read: compactMinimumOf },
  executor: { field: 'executor', read: accountOf('executor') },
  receivers: [
    {
      field: 'inputReceiver',
      gets: 'sold',
      read: accountOf('inputReceiver'),
      isZeroCaller: false,
      mustBe: 'executor',
    },
    {
      field: 'outputReceiver',
      gets: 'bought',
      read: accountOf('outputReceiver'),
      isZeroCaller: true,
      mustBe: null,
    },
  ],
  flags: null,
  referral: { field: 'referralCode', read: (data) => swapOfCalldata(data)?.referral ?? null },
  fees: [],
}
