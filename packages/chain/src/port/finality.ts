import { BaseError } from '@vaultwright/base'
import type { BlockRef } from '@vaultwright/outcome'
import type { Chain } from './chain.ts'

/** From where on a chain's blocks count as final: what nodes call so, or a depth below the head. */
export type Finality =
  | { readonly kind: 'tag'; readonly tag: 'finalized' | 'safe' | 'latest' }
  | { readonly kind: 'depth'; readonly blocks: bigint }

/**
 * Reads how final a block must be.
 *
 * @param text - `finalized`, `safe`, `latest`, or a number of blocks below the head.
 * @throws {InvalidFinalityError} if it is not one of them.
 */
export function parseFinality(text: string): Finality {
  if (text === 'finalized' || text === 'safe' || text === 'latest')
    return { kind: 'tag', tag: text }
  if (!/^\d{1,9}$/.test(text)) throw new InvalidFinalityError(text)
  return { kind: 'depth', blocks: BigInt(text) }
}

/**
 * Reads the last block of a chain that counts as final.
 *
 * @param finality - from where on blocks are final.
 * @returns the block; the first one when the chain is shorter than the depth.
 * @throws {BlockNotFoundError} when the node has no such block, or not yet.
 */
export async function readFinalHead(
  chain: Pick<Chain, 'readBlock'>,
  finality: Finality,
): Promise<BlockRef> {
  if (finality.kind === 'tag') return chain.readBlock(finality.tag)
  const head = await chain.readBlock('latest')
  if (finality.blocks === 0n) return head
  return chain.readBlock(head.number > finality.blocks ? head.number - finality.blocks : 0n)
}

/** A text says no finality. */
class InvalidFinalityError extends BaseError {
  override readonly code = 'invalid_finality'
  override readonly kind = 'invalid_input'

  constructor(text: string) {
    const shown = text.slice(0, 80)
    super({
      message: `${JSON.stringify(shown)} does not say which blocks are final. Give finalized, safe, latest, or a number of blocks below the head.`,
      facts: { given: shown },
    })
  }
}
