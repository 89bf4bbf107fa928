import { BaseError } from '@vaultwright/base'
import type { SvmAccount, SvmAddress } from '@vaultwright/svm'
import type { SvmHeld } from '@vaultwright/valuation'

/** Something that a sub-account has, or owes. */
export type SvmHolding = SvmHeld['holdings'][number]

/** A price of a token. */
export type SvmQuote = SvmHeld['quotes'][number]

/** The holdings and prices in a part of a reading. */
export type HoldingPart = Partial<Pick<SvmHeld, 'holdings' | 'quotes' | 'failures'>>

/** The context of decoding every part of a reading. */
export type HoldingContext = {
  /** As answered; not there for an address that was not asked for. */
  readonly accountAt: (address: SvmAddress) => SvmAccount | null | undefined
  /** Sub-accounts by their address. */
  readonly subAccounts: ReadonlyMap<SvmAddress, number>
  readonly assetOf: (mint: SvmAddress, decimals: number | null) => SvmHolding['asset']
  /** Time of the reading, unix seconds. */
  readonly unix: bigint
  readonly epoch: bigint
  readonly epochStartUnix: bigint
}

/** Says what could not be read. */
export function failed(what: string, reason: string): HoldingPart {
  return { failures: [{ what, reason }] }
}

/**
 * Reads an account of a holding.
 *
 * @param what - names the holding in a failure.
 * @param read - what a decoder makes of an account that exists.
 * @returns nothing for an account that does not exist; a failure for one that was not read, or that is not what it should
 * be.
 */
export function readPart(
  account: SvmAccount | null | undefined,
  what: string,
  read: (account: SvmAccount) => HoldingPart,
): HoldingPart {
  if (account === undefined) return failed(what, 'The account was not read.')
  if (account === null) return {}
  return decodedOr(
    () => read(account),
    (reason) => failed(what, reason),
  )
}

/** Decodes bytes, or takes what a reason gives where they are not what they should be. */
export function decodedOr<Value>(decode: () => Value, orElse: (reason: string) => Value): Value {
  try {
    return decode()
  } catch (error) {
    if (error instanceof BaseError) return orElse(error.shortMessage)
    throw error
  }
}

/** Puts parts together, in their order. */
export function joinParts(parts: readonly HoldingPart[]): Required<HoldingPart> {
  return {
    holdings: parts.flatMap(({ holdings = [] }) => holdings),
    quotes: parts.flatMap(({ quotes = [] }) => quotes),
    failures: parts.flatMap(({ failures = [] }) => failures),
  }
}
