import type { Finding } from '@vaultwright/base'
import type { KnownFacts } from '@vaultwright/protocols'
import { factsOfChain } from '../expand/chain-facts.ts'
import { expandStrategist, type Permit } from '../expand/expansion.ts'
import { chainIn, type Definition } from '../file/definition.ts'
import { createNameBook } from '../file/name-book.ts'
import { noteSwapNames } from '../file/swap-policy.ts'

/**
 * Finds the names of a chain that no permission uses: often a word that was mistyped elsewhere.
 *
 * @param knownFacts - what lock file and registry know.
 * @returns `unused_name` for each, in the order of the file; all strategists count.
 * @throws {MissingPartError} when the definition does not have the chain.
 */
export function unusedNamesOf(
  definition: Definition,
  chain: string | number,
  knownFacts: KnownFacts,
): readonly Finding[] {
  const definedChain = chainIn(definition, chain)
  const names = createNameBook(definedChain)
  const chainFacts = factsOfChain(definition, definedChain, knownFacts)
  const met = new Set<string>()
  for (const strategist of definedChain.strategists) {
    const { permits } = expandStrategist({
      chain: definedChain,
      strategist,
      names,
      knownFacts: chainFacts,
    })
    for (const account of permits.flatMap(accountsOf)) met.add(account.toLowerCase())
  }
  if (definedChain.baseAsset !== null)
    names.accountOf(definedChain.baseAsset, { protocol: null, role: null })
  noteSwapNames(definedChain, names)
  const lists = ['drones', 'decoders', 'addresses', 'tokens'] as const
  return lists.flatMap((list) =>
    [...definedChain[list]]
      .filter(([name, value]) => {
        const account = typeof value === 'string' ? value : value.address
        return !names.used.has(`${list}.${name}`) && !met.has(account.toLowerCase())
      })
      .map(([name]): Finding => {
        const place = definition.locationOf(['chains', definedChain.key, list, name])
        const line = place === null ? '' : `Line ${place.line}: `
        return {
          code: 'unused_name',
          severity: 'info',
          leaf: null,
          message: `${line}${list}.${name} is named, and no permission uses it.`,
          facts: { list, name, line: place?.line ?? null },
        }
      }),
  )
}

/** An account that a fact led to is used, too: its name is read in descriptions. */
function accountsOf(permit: Permit): readonly string[] {
  if (permit.kind === 'leaf') return []
  return Object.values(permit.boundAction.values).flatMap((value) =>
    typeof value === 'bigint' ? [] : value,
  )
}
