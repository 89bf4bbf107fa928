import { type Hex, isSameAddress, printUnits } from '@vaultwright/base'
import { dollarsOf } from '../field/dollar.ts'

/** By what amounts are shown. */
export type Ledger = {
  readonly vault: Hex
  /** By lower-case address. */
  readonly units: ReadonlyMap<
    string,
    { readonly symbol: string | null; readonly decimals: number | null }
  >
  /** USD of one whole token by lower-case address, exact decimals. */
  readonly prices: ReadonlyMap<string, string>
}

/** A transfer in a simulation, as the engines report it. */
export type TransferInput = {
  readonly token: Hex
  readonly from: Hex
  readonly to: Hex
  /** Base units; null of a thing. */
  readonly amount: bigint | null
}

/**
 * Tells what a token calls itself.
 *
 * @param ledger - its units.
 * @returns the symbol; null when it is not known.
 */
export function symbolIn(token: Hex, { units }: Ledger): string | null {
  return units.get(token.toLowerCase())?.symbol ?? null
}

/**
 * Writes an amount in display units.
 *
 * @param amount - base units.
 * @param ledger - its units.
 * @returns exact decimal; null when the decimals are not known.
 */
export function shownAmountOf(token: Hex, amount: bigint, { units }: Ledger): string | null {
  const decimals = units.get(token.toLowerCase())?.decimals ?? null
  return decimals === null ? null : printUnits(amount, decimals)
}

/**
 * Works out what a movement is worth.
 *
 * @param ledger - units and prices.
 * @returns USD, an exact decimal; null of a thing, and when decimals or price are not known.
 */
export function worthOf({ token, amount }: TransferInput, ledger: Ledger): string | null {
  const decimals = ledger.units.get(token.toLowerCase())?.decimals ?? null
  const usd = ledger.prices.get(token.toLowerCase())
  if (amount === null || decimals === null || usd === undefined) return null
  return dollarsOf(amount, decimals, usd)
}

/**
 * Tells whether the vault receives or sends.
 *
 * @returns null for what moves between others, or from the vault to itself.
 */
export function directionOf({ from, to }: TransferInput, { vault }: Ledger): 'in' | 'out' | null {
  const isIn = isSameAddress(to, vault)
  if (isIn === isSameAddress(from, vault)) return null
  return isIn ? 'in' : 'out'
}
