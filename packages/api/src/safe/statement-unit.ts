import type { Address, Hex } from '@vaultwright/base'
import { type ChainUnit, readUnits } from '@vaultwright/chain'
import type { Statement } from '@vaultwright/outcome'
import { registryUnits } from '@vaultwright/registry'
import { parseStatement, tokensToAsk } from '@vaultwright/safe-service'
import { openSafeChain, type SafePlace } from './safe-place.ts'

/**
 * Reads the units of the tokens that a statement counts and nothing else knows, at the newest block.
 *
 * @param further - tokens that moved beside it.
 */
export async function unitsOfStatement(
  place: SafePlace,
  { moves, approvals }: Pick<Statement, 'moves' | 'approvals'>,
  further: readonly Address[] = [],
): Promise<readonly ChainUnit[]> {
  const named = [...[...moves, ...approvals].map(({ token }) => token), ...further]
  const tokens = tokensToAsk(named, registryUnits(place.chainId))
  if (tokens.length === 0) return []
  const chain = await openSafeChain(place)
  return readUnits(chain, tokens, await chain.readBlock('latest'))
}

/** A statement that is kept, and the units of its tokens that are not on record. */
export type KeptStatement = {
  readonly statement: Statement
  readonly units: readonly ChainUnit[]
}

/** Finds the statement that is kept of a transaction; null without one. */
export async function keptStatementOf(place: SafePlace, hash: Hex): Promise<KeptStatement | null> {
  const { context, tenantId, safeRef } = place
  const stored = await context.store.safeQueues.findStatement(tenantId, safeRef, hash)
  if (stored === null) return null
  const statement = parseStatement(JSON.parse(stored.body), hash)
  return { statement, units: await unitsOfStatement(place, statement) }
}
