import { isSameAddress, printUnits } from '@vaultwright/base'
import { type CallContext, grouped } from '@vaultwright/protocols'
import {
  chainOf,
  isQuoted,
  type NameSource,
  nativeAsset,
  printName,
  shortAddress,
} from '@vaultwright/registry'
import type { TokenTotal } from './flow.ts'

/** An amount of a token in words. */
export type TotalText = {
  /** Display units with commas, `all` for a whole balance; base units where the decimals are not known. */
  readonly amount: string
  /** Symbol, or the address where none is known. */
  readonly token: string
  /** The source of symbol and decimals; null where none is known, and the amount is in base units. */
  readonly source: NameSource | null
}

/** Says a total in the units of its token; unknown decimals give base units, never a guess. */
export function totalTextOf(
  { token, amount }: Pick<TokenTotal, 'token' | 'amount'>,
  context: Pick<CallContext, 'chainId' | 'units'>,
): TotalText {
  const unit = totalUnitOf(token, context)
  if (unit === null) {
    const counted = amount === null ? 'all' : `${grouped(String(amount))} base units of`
    return { amount: counted, token: shortAddress(token), source: null }
  }
  const name = { text: unit.symbol, source: unit.source }
  const symbol =
    unit.source === 'service' || !isQuoted(name)
      ? printName({ text: unit.symbol, source: 'registry' })
      : `${printName(name)} ${shortAddress(token)}`
  const shown = amount === null ? 'all' : grouped(printUnits(amount, unit.decimals))
  return { amount: shown, token: symbol, source: unit.source }
}

/** Finds symbol and decimals of a total's token; null where they are not known. */
export function totalUnitOf(
  token: TokenTotal['token'],
  { chainId, units }: Pick<CallContext, 'chainId' | 'units'>,
): ReturnType<CallContext['units']> {
  if (!isSameAddress(token, nativeAsset)) return units(token)
  const symbol = chainId === null ? undefined : chainOf(chainId)?.nativeSymbol
  return { symbol: symbol ?? 'native coins', decimals: 18, source: 'registry' }
}
