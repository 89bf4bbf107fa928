import { type Address, type Finding, isSameAddress } from '@vaultwright/base'
import { contractsOf, knownTokens, lookOf } from '@vaultwright/registry'
import { factsOfChain } from '../expand/chain-facts.ts'
import { expandStrategist } from '../expand/expansion.ts'
import type { LeafListContext } from '../expand/leaf-list.ts'
import { chainIn, type Definition, type DefinitionPath, strategistIn } from '../file/definition.ts'
import { createNameBook } from '../file/name-book.ts'
import type { ChainDefinition } from '../schema/definition-schema.ts'
import type { ProtocolEntry } from '../schema/permission-schema.ts'
import { entryDoubtsOf } from './entry-doubt.ts'
import { valueDoubtsOf, warningOf } from './value-doubt.ts'

type DoubtContext = { readonly definition: Definition; readonly chain: ChainDefinition }

/**
 * Finds what a definition permits though its author may not have meant it.
 *
 * @param ref - chain, strategist, and what lock file and registry know.
 * @returns warnings in the order of the file: `all_actions` where an entry does not say which, `shadowed_name`
 *   and `similar_name` of names that others could be read for, `contradicted_fact` and `contradicted_decimals`
 *   of values that are not what is known, `same_token` and `unordered_tokens` of pairs that cannot be,
 *   `foreign_receiver` of a receiver that its chain cannot have, `unknown_base_asset`,
 *   `other_role` of an account that is on record as something else,
 *   `own_contract` of leaves that call the vault or its Manager; `unknown_token`, `repeated_permission` and
 *   `undecoded_function` of entries.
 * @throws {MissingPartError} when the definition does not have the chain or the strategist.
 */
export function doubtsOf(definition: Definition, ref: LeafListContext): readonly Finding[] {
  const chain = chainIn(definition, ref.chain)
  const strategist = strategistIn(chain, ref.strategist)
  const names = createNameBook(chain)
  const knownFacts = factsOfChain(definition, chain, ref.knownFacts)
  const { permits } = expandStrategist({ chain, strategist, names, knownFacts })
  const context = { definition, chain }
  const open = strategist.permissions.flatMap((entry, at) => {
    const path = ['chains', chain.key, 'strategists', strategist.name, 'permissions', at]
    return entry.kind === 'protocol' && !entry.isChosen ? [openingOf(entry, path, context)] : []
  })
  return withoutEqual([
    ...open,
    ...baseDoubtsOf(chain, context),
    ...nameDoubtsOf(names.used, context),
    ...permits.flatMap((permit) => valueDoubtsOf(permit, { knownFacts, chain })),
    ...entryDoubtsOf({ definition, chain, strategist, knownFacts }),
  ])
}

function openingOf(
  { protocol, routes }: ProtocolEntry,
  path: DefinitionPath,
  context: DoubtContext,
): Finding {
  const actions = routes.map((route) => route.slice(protocol.length + 1))
  const count = actions.length === 1 ? 'its one action' : `all ${actions.length} actions`
  const message = `${lineOf(path, context)}an entry of ${protocol} does not say which actions, so it permits ${count}: ${actions.join(', ')}. Write actions: all if they are meant.`
  return warningOf('all_actions', message, { protocol, actions })
}

/** Names that permissions use and that a reader could take for another account. */
function nameDoubtsOf(used: ReadonlySet<string>, context: DoubtContext): readonly Finding[] {
  const { chain } = context
  const ownEntries = (['addresses', 'tokens', 'drones'] as const).flatMap((list) =>
    [...chain[list]].map(([name, value]) => {
      const account = typeof value === 'string' ? value : value.address
      return { list, name, account, look: lookOf(name) }
    }),
  )
  const { id } = chain.chain
  const record = [
    ...knownTokens.flatMap((one) => (one.chainId === id ? [{ ...one, name: one.symbol }] : [])),
    ...contractsOf(id).map((one) => ({ ...one, name: one.label })),
  ].map(({ name, address }) => ({ name, account: address, look: lookOf(name) }))
  const namesakesIn = (list: readonly NamedAccount[], { name, account, look }: NamedAccount) => {
    const alike = list.filter((one) => one.look === look)
    return alike.some((one) => one.name === name && isSameAddress(one.account, account))
      ? []
      : alike.filter((one) => !isSameAddress(one.account, account))
  }
  return ownEntries.flatMap((named) => {
    const { list, name, account } = named
    if (!used.has(`${list}.${name}`)) return []
    const start = `${lineOf(['chains', chain.key, list, name], context)}${list}.${name} is ${account}`
    const namesakes = ownEntries.filter((one) => one.name !== name)
    return [
      ...namesakesIn(namesakes, named).map((other) => ({ other, where: 'here' })),
      ...namesakesIn(record, named).map((other) => ({ other, where: 'on record' })),
    ].map(({ other: similarName, where }) => {
      const code = similarName.name === name ? 'shadowed_name' : 'similar_name'
      const message = `${start}, while ${similarName.name} ${where} is ${similarName.account}. Choose a name that is not confused with it.`
      return warningOf(code, message, { list, name, account, other: similarName.account })
    })
  })
}

type NamedAccount = { readonly name: string; readonly account: Address; readonly look: string }

function baseDoubtsOf({ baseAsset }: ChainDefinition, context: DoubtContext): readonly Finding[] {
  if (baseAsset === null) return []
  const lookup = createNameBook(context.chain).accountOf(baseAsset, { protocol: null, role: null })
  if (lookup.ok) return []
  const start = lineOf(['chains', context.chain.key, 'base_asset'], context)
  const message = `${start}base_asset is wrong: ${lookup.why}.`
  return [warningOf('unknown_base_asset', message, { name: baseAsset })]
}

function lineOf(path: DefinitionPath, { definition }: DoubtContext): string {
  const context = definition.locationOf(path)
  return context === null ? '' : `Line ${context.line}: `
}

function withoutEqual(findings: readonly Finding[]): readonly Finding[] {
  return [...new Map(findings.map((one) => [one.message, one])).values()]
}
