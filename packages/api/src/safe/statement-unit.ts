import { type Address, zeroAddress } from '@vaultwright/base'
import { readUnits, type TokenUnit } from '@vaultwright/chain'
import type { Statement } from '@vaultwright/outcome'
import { registryUnits } from '@vaultwright/registry'
import { openSafeChain, type SafePlace } from './safe-place.ts'

/** As many as the interface lists. */
const maxTokens = 24

/**
 * Reads the units of the tokens that a statement counts and nothing else knows, at the newest block.
 *
 * @param further - tokens that moved beside it.
 */
export async function unitsOfStatement(
  place: SafePlace,
  { moves, approvals }: Pick<Statement, 'moves' | 'approvals'>,
  further: readonly Address[] = [],
): Promise<readonly TokenUnit[]> {
  const known = registryUnits(place.chainId)
  const named = [...[...moves, ...approvals].map(({ token }) => token), ...further]
  const tokens = [...new Set(named)].filter(
    (token) => token !== zeroAddress && known(token) === null,
  )
  if (tokens.length === 0) return []
  const chain = await openSafeChain(place)
  return readUnits(chain, tokens.slice(0, maxTokens), await chain.readBlock('latest'))
}
