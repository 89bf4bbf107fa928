import type { Finding } from '@vaultwright/base'
import type { Knowledge } from '@vaultwright/protocols'
import { knowledgeOfChain } from './chain-knowledge.ts'
import { chainIn, type Definition } from './definition.ts'
import { expandStrategist } from './expansion.ts'
import { openNames } from './name-book.ts'

/**
 * Finds the names of a chain that no permission uses: often a word that was mistyped elsewhere.
 *
 * @param definition - the definition.
 * @param chain - slug or id.
 * @param knowledge - what lock file and registry know.
 * @returns `unused_name` for each, in the order of the file; all strategists count.
 * @throws {MissingPartError} when the definition does not have the chain.
 */
export function unusedNamesOf(
  definition: Definition,
  chain: string | number,
  knowledge: Knowledge,
): readonly Finding[] {
  const found = chainIn(definition, chain)
  const names = openNames(found)
  const known = knowledgeOfChain(definition, found, knowledge)
  for (const strategist of found.strategists) {
    expandStrategist({ chain: found, strategist, names, knowledge: known })
  }
  if (found.baseAsset !== null) names.accountOf(found.baseAsset, { protocol: null, role: null })
  const lists = ['drones', 'decoders', 'addresses', 'tokens'] as const
  return lists.flatMap((list) =>
    [...found[list].keys()]
      .filter((name) => !names.used.has(`${list}.${name}`))
      .map((name): Finding => {
        const place = definition.placeOf(['chains', found.chain.slug, list, name])
        const line = place === null ? '' : `Line ${place.line}: `
        return {
          ...{ code: 'unused_name', severity: 'info', leaf: null },
          message: `${line}${list}.${name} is named, and no permission uses it.`,
          facts: { list, name, line: place?.line ?? null },
        }
      }),
  )
}
