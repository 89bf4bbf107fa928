import { printUnits } from '@vaultwright/base'
import { plainAmount } from '@vaultwright/check'
import type { SwapTokenData } from '@vaultwright/wire'
import { groupedNumber } from '../../part/text/number-text.ts'

/**
 * Says what is wrong with an amount; null when nothing is.
 *
 * @param text - display units, or base units where the decimals are not known.
 */
export function amountProblem(text: string, { decimals }: SwapTokenData): string | null {
  if (text === '') return 'The amount is missing. Give one.'
  if (!/^(0|[1-9]\d{0,77})(\.\d{1,255})?$/.test(text))
    return `"${text}" is not an amount. Give digits, with a dot for fractions.`
  const fraction = plainAmount(text).split('.')[1] ?? ''
  if (fraction.length > (decimals ?? 0))
    return `The token counts ${decimals ?? 0} decimals, and this amount has ${fraction.length}.`
  return /[1-9]/.test(text) ? null : 'The amount is zero. Give more.'
}

/** Names a token: its symbol, or its address where it has none. */
export function tokenName({ symbol, address }: SwapTokenData): string {
  return symbol ?? `${address.slice(0, 8)}…${address.slice(-4)}`
}

/** Writes an amount with its token; base units where the decimals are not known. */
export function amountText(
  { shown, raw }: { readonly shown: string | null; readonly raw: string },
  token: SwapTokenData,
): string {
  return shown === null
    ? `${groupedNumber(raw)} base units of ${tokenName(token)}`
    : `${groupedNumber(shown)} ${tokenName(token)}`
}

/** Writes base units with their token, in display units where the decimals are known. */
export function rawText(raw: string, token: SwapTokenData): string {
  const { decimals } = token
  return amountText(
    { shown: decimals === null ? null : printUnits(BigInt(raw), decimals), raw },
    token,
  )
}

/** Writes what distinguishes a leg: `fee 500`. */
export function paramText(params: Readonly<Record<string, string>>): string {
  return Object.entries(params)
    .map(([name, value]) => `${name.replaceAll('_', ' ')} ${value}`)
    .join(', ')
}

/** A sentence of the service without the marks of code in it. */
export function plainWords(sentence: string): string {
  return sentence.replaceAll('`', '')
}
