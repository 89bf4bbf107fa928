import type { TextLocation } from '@vaultwright/document'
import type { Leaf } from '@vaultwright/manager'
import { chainIn, type Definition, strategistIn } from '../file/definition.ts'
import { leafKeyOf } from './leaf-key.ts'
import { allLeavesOfStrategist, type StrategistRef } from './leaf-list.ts'

/** Finds the entry of a definition that makes a leaf; null where none does, or where it is not a file. */
export type LeafSource = (leaf: Leaf) => TextLocation | null

/**
 * Finds where the entries that make leaves stand in the file of a definition.
 *
 * @returns a lookup by the leaf's bytes; of several entries the first counts.
 * @throws {MissingPartError} {@link UnresolvedDefinitionError} {@link MissingFactError}
 */
export function leafSourcesOf(definition: Definition, ref: StrategistRef): LeafSource {
  const chain = chainIn(definition, ref.chain)
  const strategist = strategistIn(chain, ref.strategist)
  const locations = new Map<string, TextLocation | null>()
  for (const [index, entry] of strategist.permissions.entries()) {
    const alone = { ...strategist, permissions: [entry] }
    const strategists = chain.strategists.map((one) => (one === strategist ? alone : one))
    const chains = definition.chains.map((one) => (one === chain ? { ...chain, strategists } : one))
    const path = ['chains', chain.key, 'strategists', strategist.name, 'permissions', index]
    for (const leaf of allLeavesOfStrategist({ ...definition, chains }, ref)) {
      const key = leafKeyOf(leaf)
      if (!locations.has(key)) locations.set(key, definition.locationOf(path))
    }
  }
  return (leaf) => locations.get(leafKeyOf(leaf)) ?? null
}
