import type { Address } from '@vaultwright/base'
import type { BlockRef } from '@vaultwright/outcome'
import type { StatedUnit } from '@vaultwright/registry'
import { MissingDecimalsError, type Token } from './token.ts'

/** The unit of an amount as its token states it; decimals are null for what does not say them, as an ERC-721. */
export type ChainUnit = StatedUnit

type TokenSource = {
  readonly readTokens: (tokens: readonly Address[], block: BlockRef) => Promise<readonly Token[]>
}

/** Reads symbols and decimals of tokens at a block; null where a token does not say them. */
export function readUnits(
  chain: TokenSource,
  tokens: readonly Address[],
  block: BlockRef,
): Promise<readonly ChainUnit[]> {
  return unitsOf(tokens, (list) => chain.readTokens(list, block))
}

/** All at once; where one does not say its decimals, each by itself. */
async function unitsOf(
  tokens: readonly Address[],
  read: (tokens: readonly Address[]) => Promise<readonly Token[]>,
): Promise<readonly ChainUnit[]> {
  try {
    return await read(tokens)
  } catch (error) {
    if (!(error instanceof MissingDecimalsError)) throw error
    const [only] = tokens
    if (tokens.length === 1) return [{ address: only!, symbol: null, decimals: null }]
    const units: ChainUnit[] = []
    for (const token of tokens) units.push(...(await unitsOf([token], read)))
    return units
  }
}
