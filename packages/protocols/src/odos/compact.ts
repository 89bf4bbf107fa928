import type { Hex } from '@vaultwright/base'

/** All of what is quoted, as slippage is counted. */
const whole = 0xff_ffffn

/**
 * Reads the least that a compact swap buys: what is quoted, less the slippage that it allows.
 *
 * Source: OdosRouterV2, swapCompact: two tokens, amount, quote, 3 bytes of slippage.
 *
 * @returns base units of the token that is bought; null when the calldata ends too early.
 */
export function compactLeastOf(calldata: Hex): bigint | null {
  let at = 10
  const take = (bytes: number): string => {
    const taken = calldata.slice(at, at + 2 * bytes)
    at += 2 * bytes
    return taken
  }
  const number = (digits: string): bigint => BigInt(`0x${digits.padStart(1, '0')}`)
  // A token is zero, an address in full after 0001, or its place in the router's list.
  for (const _ of ['sold', 'bought']) if (take(2) === '0001') take(20)
  take(Number(number(take(1))))
  const quote = number(take(Number(number(take(1)))))
  const slippage = number(take(3))
  return at > calldata.length ? null : (quote * (whole - slippage)) / whole
}
