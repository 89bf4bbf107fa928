import { type Address, isSameAddress } from '@vaultwright/base'
import { nativeAsset, tokenOf } from '@vaultwright/registry'
import type { TreeContext } from './ground.ts'
import { nativeSymbolOf } from './label.ts'
import { type Ask, UnreadableAnswerError } from './reads.ts'

/** What an amount is counted in. */
export type TokenUnit = {
  /** Null where it is a bare number. */
  readonly symbol: string | null
  readonly decimals: number
  /** The token must be reset to zero before an allowance changes; null when nobody knows. */
  readonly resetsApproval: boolean | null
}

/** Reads units of tokens: what is known, else what the chain says. */
export type UnitReader = (token: Address) => Promise<TokenUnit | null>

/** More decimals than any amount has digits. */
const mostDecimals = 77n

/**
 * Opens a reader of token units.
 *
 * @param context - what is known.
 * @param ask - the chain; null when there is none.
 * @returns the reader; it answers null where decimals are not known.
 */
export function openUnitReader(
  { chainId, knowledge }: Pick<TreeContext, 'chainId' | 'knowledge'>,
  ask: Ask | null,
): UnitReader {
  return async (token) => {
    const known = knowledge.tokenOf(token)
    if (known !== null) return known
    if (isSameAddress(token, nativeAsset)) return nativeUnitOf(chainId)
    if (ask === null) return null
    const question = { to: token, arguments: [] } as const
    const [decimals, said] = await Promise.all([
      ask({ ...question, call: 'decimals()', returns: '(uint8)' }),
      ask({ ...question, call: 'symbol()', returns: '(string)' }).catch(withoutName),
    ])
    if (typeof decimals !== 'bigint' || decimals > mostDecimals) return null
    const isName = typeof said === 'string' && /^[\p{L}\p{N}\p{P}\p{S} ]{1,32}$/u.test(said)
    const symbol = knowledge.labelOf(token) ?? (isName ? nameOf(said, token, chainId) : null)
    return { symbol, decimals: Number(decimals), resetsApproval: null }
  }
}

/**
 * Gives the unit of a chain's native coin.
 *
 * @param chainId - of the chain.
 * @returns symbol and 18 decimals.
 */
export function nativeUnitOf(chainId: number): TokenUnit {
  return { symbol: nativeSymbolOf(chainId), decimals: 18, resetsApproval: false }
}

/** Anybody may call a token like one on record: such a name goes with its address. */
function nameOf(said: string, token: Address, chainId: number): string {
  return tokenOf(chainId, said) === null ? said : `${said} (${token})`
}

/** A name is for people: some tokens say theirs in 32 bytes, and do without. */
function withoutName(error: unknown): null {
  if (error instanceof UnreadableAnswerError) return null
  throw error
}
