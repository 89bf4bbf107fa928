import type { Address, Hex } from '@vaultwright/base'
import { type Chain, type ChainUnit, readUnits } from '@vaultwright/chain'
import type { BlockRef } from '@vaultwright/outcome'
import { countedTokensOf, describeBatch } from '@vaultwright/packet'
import { callContextOf } from '@vaultwright/protocols'

/** The most tokens that are asked for: more have no place on a page. */
const maxTokens = 50

/** The context of reading a batch. */
export type BatchUnitContext = {
  readonly manager: Address
  readonly vault: Address | null
  readonly block: BlockRef
  /** Accounts that forward calls for the vault; none by default. */
  readonly drones?: readonly Address[]
}

/**
 * Reads the units of the tokens in a batch that are not on record, at one block.
 *
 * @returns symbols and decimals as the tokens say them; null where a token does not.
 */
export async function readCallUnits(
  chain: Pick<Chain, 'id' | 'readTokens'>,
  data: Hex,
  { manager, vault, block, drones = [] }: BatchUnitContext,
): Promise<readonly ChainUnit[]> {
  const context = { ...callContextOf(chain.id, vault), drones }
  const described = describeBatch(data, context, { manager })
  const tokens = countedTokensOf([...described.values()])
  const unknown = tokens.filter((token) => context.units(token) === null)
  return unknown.length === 0 ? [] : readUnits(chain, unknown.slice(0, maxTokens), block)
}
