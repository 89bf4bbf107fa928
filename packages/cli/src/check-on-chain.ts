import { parseAddress } from '@vaultwright/merkle'
import { type CheckManner, type Checks, checkFiles } from './check.ts'
import { untilInterrupted } from './interrupt.ts'
import { blockTagOf, onChain } from './node-input.ts'
import type { NodeWords } from './node-option.ts'
import { type SearchWords, searchOf } from './strategist-search.ts'
import { readTreeOnChain } from './tree-on-chain.ts'
import type { Place } from './tree-path.ts'

/** How a person says what of a chain is checked. */
export type CheckWords = NodeWords & SearchWords & { readonly manager: string | undefined }

/**
 * Checks files, each against a chain too, all at the same block.
 *
 * @throws what opening and asking the node throws: without the chain there is no answer.
 */
export async function checkOnChain(
  places: readonly Place[],
  words: CheckWords,
  manner: Omit<CheckManner, 'ask'>,
): Promise<Checks> {
  const { context } = manner
  const tag = blockTagOf(words.block)
  const given = words.manager === undefined ? null : parseAddress(words.manager)
  const work = onChain(words, context, async (chain) => {
    const block = await chain.readBlock(tag)
    const search = searchOf(words, { chain, block, context })
    return checkFiles(places, {
      ...manner,
      ask: (file) => {
        const manager = given ?? file.metadata.manager
        return readTreeOnChain(chain, file, { block, manager, search })
      },
    })
  })
  return untilInterrupted(context.signal, work)
}
