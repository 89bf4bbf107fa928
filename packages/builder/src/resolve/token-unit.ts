import { type Address, isSameAddress, zeroAddress } from '@vaultwright/base'
import { nativeAsset, printAccount } from '@vaultwright/registry'
import { nativeSymbolOf } from '../permission/label.ts'
import type { TreeContext } from '../permission/permission-index.ts'
import { trustedName } from '../permission/trusted-name.ts'
import { type ReadContract, UnreadableAnswerError } from '../read/contract-reader.ts'

/** The unit of an amount. */
export type TokenUnit = {
  /** Null where it is a bare number. */
  readonly symbol: string | null
  readonly decimals: number
  /** The token must be reset to zero before an allowance changes; null when unknown. */
  readonly resetsApproval: boolean | null
  /** The chain's decimals where they differ: no amount can be trusted then. */
  readonly disputed?: bigint
}

/** Reads units of tokens: what is known, else what the chain says. */
export type UnitReader = (token: Address) => Promise<TokenUnit | null>

/** More decimals than any amount has digits. */
const maxDecimals = 77n

/**
 * Opens a reader of token units, for one build: what it read once stays so.
 *
 * @returns the reader; it answers null where decimals are not known.
 */
export function openUnitReader(
  context: UnitContext,
  readContract: ReadContract | null,
): UnitReader {
  const readUnit = unitReaderOf(context, readContract)
  const units = new Map<Address, Promise<TokenUnit | null>>()
  return (token) => {
    const unit = units.get(token) ?? readUnit(token)
    units.set(token, unit)
    return unit
  }
}

type UnitContext = Pick<TreeContext, 'vault' | 'chainId' | 'knownFacts'>

function unitReaderOf(context: UnitContext, readContract: ReadContract | null): UnitReader {
  const { chainId, knownFacts } = context
  return async (token) => {
    const question = { to: token, arguments: [] } as const
    const knownToken = knownFacts.tokenOf(token)
    if (knownToken !== null) {
      const unit = { ...knownToken, symbol: trustedName(knownToken.symbol, token, context) }
      if (readContract === null || isSameAddress(token, nativeAsset)) return unit
      const answer = await readContract({ ...question, call: 'decimals()', returns: '(uint8)' })
      if (typeof answer !== 'bigint' || answer === BigInt(knownToken.decimals)) return unit
      return { ...unit, disputed: answer }
    }
    // Some protocols name the native coin by the zero address.
    if (isSameAddress(token, nativeAsset) || token === zeroAddress) return nativeUnitOf(chainId)
    if (readContract === null) return null
    const [decimals, answered] = await Promise.all([
      readContract({ ...question, call: 'decimals()', returns: '(uint8)' }),
      readContract({ ...question, call: 'symbol()', returns: '(string)' }).catch(withoutName),
    ])
    if (typeof decimals !== 'bigint' || decimals > maxDecimals) return null
    const isName = typeof answered === 'string' && /^[\p{L}\p{N}\p{P}\p{S} ]{1,32}$/u.test(answered)
    const label = knownFacts.labelOf(token)
    const ownText = isName ? ownNameOf(token, answered) : null
    const symbol = label === null ? ownText : trustedName(label, token, context)
    return { symbol, decimals: Number(decimals), resetsApproval: null }
  }
}

/** Prints a contract's own name in quotes, beside the whole address. */
function ownNameOf(token: Address, text: string): string {
  return printAccount(token, () => ({ text, source: 'chain' }), { whole: true })
}

/** Gives the unit of a chain's native coin. */
export function nativeUnitOf(chainId: number): TokenUnit {
  return { symbol: nativeSymbolOf(chainId), decimals: 18, resetsApproval: false }
}

/** A name is for people: some tokens say theirs in 32 bytes, and do without. */
function withoutName(error: unknown): null {
  if (error instanceof UnreadableAnswerError) return null
  throw error
}
