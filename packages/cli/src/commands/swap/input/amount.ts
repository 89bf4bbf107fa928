import { readUnits } from '@vaultwright/builder'
import type { SwapToken } from '@vaultwright/swap'
import { UsageError } from '../../../command/usage.ts'

/** Options of one amount: in display units, and in base units for tokens that tell no decimals. */
export type AmountNames = { readonly shown: string; readonly raw: string }

/** A token that amounts can be counted in. */
export type TokenWithUnits = SwapToken & { readonly decimals: number }

/**
 * Reads an amount of a token that one of two options gives.
 *
 * @returns base units, above zero; null where neither option is given.
 */
export function amountGiven(
  options: object,
  { shown, raw }: AmountNames,
  token: SwapToken,
): bigint | null {
  const words = options as Readonly<Record<string, string | undefined>>
  const [text, digits] = [words[shown], words[raw]]
  if (text !== undefined && digits !== undefined) {
    throw new UsageError(`--${shown} and --${raw} are given. Give one of them.`, { option: raw })
  }
  if (text === undefined && digits === undefined) return null
  const [option, value] = text === undefined ? [raw, digits!] : [shown, text]
  const reading = readUnits(value, text === undefined ? 0 : countedToken(token).decimals)
  if (!reading.ok) throw new UsageError(`--${option}: ${reading.message}`, { option, value })
  if (reading.amount > 0n) return reading.amount
  throw new UsageError(`--${option} is 0. Give more.`, { option, value })
}

/** Refuses a token whose amounts cannot be counted in display units. */
export function countedToken(token: SwapToken): TokenWithUnits {
  const { address, decimals } = token
  if (decimals !== null) return { ...token, decimals }
  throw new UsageError(
    `The decimals of ${address} are not known. Give --decimals ${address}=<number>, or the amount in base units.`,
    { token: address },
  )
}
