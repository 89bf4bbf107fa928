import type { Address } from '@vaultwright/base'
import type { TextLocation } from '@vaultwright/document'
import { canonicalSignatureOf, type Leaf, selectorOf } from '@vaultwright/manager'
import { protocolOf } from '@vaultwright/protocols'
import { chainIn, type Definition, strategistIn } from '../file/definition.ts'
import { leafKeyOf } from './leaf-key.ts'
import { allLeavesOfStrategist, type LeafListContext } from './leaf-list.ts'

/** Finds the entry of a definition that makes a leaf; null where none does, or where it is not a file. */
type LeafSource = (leaf: Leaf) => TextLocation | null

/**
 * Finds where the entries that make leaves stand in the file of a definition.
 *
 * @returns a lookup by the leaf's bytes; of several entries the first counts.
 * @throws {MissingPartError} {@link UnresolvedDefinitionError} {@link MissingFactError}
 */
export function leafSourcesOf(definition: Definition, ref: LeafListContext): LeafSource {
  const locations = new Map<string, TextLocation | null>()
  for (const { leaves, path } of entriesOf(definition, ref)) {
    for (const leaf of leaves) {
      const key = leafKeyOf(leaf)
      if (!locations.has(key)) locations.set(key, definition.locationOf(path))
    }
  }
  return (leaf) => locations.get(leafKeyOf(leaf)) ?? null
}

/** Names the protocols of an account, as in `compound_v3`; none where nothing tells. */
export type AccountProtocols = (account: Address) => readonly string[]

/**
 * Finds which protocols' functions the entries of a definition call on which accounts, whichever strategist it is for.
 *
 * @returns a lookup of the accounts that entries permit to be called, behind a drone the one that it calls.
 * @throws {MissingPartError} {@link UnresolvedDefinitionError} {@link MissingFactError}
 */
export function protocolsOfAccounts(
  definition: Definition,
  ref: Omit<LeafListContext, 'strategist'>,
): AccountProtocols {
  const protocols = new Map<string, Set<string>>()
  const chain = chainIn(definition, ref.chain)
  const drones = new Set([...chain.drones.values()].map((drone) => drone.toLowerCase()))
  for (const { name: strategist } of chain.strategists) {
    for (const { leaves, protocol } of entriesOf(definition, { ...ref, strategist })) {
      if (protocol === null) continue
      const functions = protocolOf(protocol)?.decoders.flatMap((decoder) => decoder.functions) ?? []
      const selectors = new Set(
        functions.map(({ signature }) => selectorOf(canonicalSignatureOf(signature))),
      )
      // An entry's approvals call tokens, which are not of its protocol.
      for (const leaf of leaves.filter(({ selector }) => selectors.has(selector))) {
        const isDrone = drones.has(leaf.target.toLowerCase())
        const account = (isDrone ? leaf.arguments.at(-1) : null) ?? leaf.target
        const key = account.toLowerCase()
        protocols.set(key, (protocols.get(key) ?? new Set()).add(protocol))
      }
    }
  }
  return (account) => [...(protocols.get(account.toLowerCase()) ?? [])]
}

type EntryLeaves = {
  readonly leaves: readonly Leaf[]
  readonly path: readonly (string | number)[]
  /** Null for a leaf as it is. */
  readonly protocol: string | null
}

/** The leaves of each entry alone, in the order of the file. */
function* entriesOf(definition: Definition, ref: LeafListContext): Iterable<EntryLeaves> {
  const chain = chainIn(definition, ref.chain)
  const strategist = strategistIn(chain, ref.strategist)
  for (const [index, entry] of strategist.permissions.entries()) {
    const alone = { ...strategist, permissions: [entry] }
    const strategists = chain.strategists.map((one) => (one === strategist ? alone : one))
    const chains = definition.chains.map((one) => (one === chain ? { ...chain, strategists } : one))
    const path = ['chains', chain.key, 'strategists', strategist.name, 'permissions', index]
    const leaves = allLeavesOfStrategist({ ...definition, chains }, ref)
    yield { leaves, path, protocol: 'protocol' in entry ? entry.protocol : null }
  }
}
