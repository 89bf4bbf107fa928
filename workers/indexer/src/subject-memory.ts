import { type Address, type Hex, zeroAddress } from '@vaultwright/base'
import { type Claim, claimsOf, knowledgeOf, type Subject, subjectsOf } from '@vaultwright/protocols'
import { chainOf } from '@vaultwright/registry'
import type { Deployment, Store } from '@vaultwright/store'

/** Whose leaves are looked at. */
export type SubjectQuery = {
  readonly tenantId: string
  readonly vault: Address
  readonly deployment: Deployment
  /** Oldest first. */
  readonly roots: readonly Hex[]
}

/** What a vault may hold. */
export type VaultSubjects = {
  readonly subjects: readonly Subject[]
  /** Drones that are known, or that leaves name. */
  readonly drones: readonly Address[]
  /** Roots whose tree is not stored. */
  readonly missingTrees: readonly Hex[]
}

/** Finds what vaults may hold. */
export type SubjectMemory = (query: SubjectQuery) => Promise<VaultSubjects>

/** Trees that are remembered: a vault has a few, and the days of a backfill share them. */
const most = 512

/**
 * Makes a finder of what vaults may hold, from the leaves of their trees. What a tree says is remembered;
 * that a tree is not stored is not, for it may come.
 *
 * @param store - where trees are.
 * @returns the finder.
 */
export function openSubjectMemory(store: Store): SubjectMemory {
  const known = new Map<string, Promise<readonly Claim[] | null>>()
  const sets = new Map<string, VaultSubjects>()

  const claimsIn = (query: SubjectQuery, root: Hex): Promise<readonly Claim[] | null> => {
    const key = keyOf(query, [root])
    const found = known.get(key) ?? readClaims(store, query, root)
    known.set(key, found)
    if (known.size > most) known.delete(known.keys().next().value!)
    const forget = () => known.delete(key)
    found.then((claims) => claims === null && forget(), forget)
    return found
  }

  return async (query) => {
    const { vault, deployment, roots } = query
    const key = keyOf(query, roots)
    const set = sets.get(key)
    if (set !== undefined) return set
    const trees = await Promise.all(roots.map((root) => claimsIn(query, root)))
    const claims = trees.flatMap((tree) => tree ?? [])
    const named = claims.flatMap(({ drone }) => drone ?? [])
    const found: VaultSubjects = {
      subjects: subjectsOf(claims, vault),
      drones: [...new Set([...deployment.drones, ...named])],
      missingTrees: roots.filter((_, at) => trees[at] === null),
    }
    if (found.missingTrees.length === 0) {
      sets.set(key, found)
      if (sets.size > most) sets.delete(sets.keys().next().value!)
    }
    return found
  }
}

async function readClaims(
  store: Store,
  { tenantId, vault, deployment }: SubjectQuery,
  root: Hex,
): Promise<readonly Claim[] | null> {
  const tree = await store.trees.find(tenantId, root)
  if (tree === null) return null
  const { manager, drones, chain } = deployment
  const known = chainOf(chain)
  const claims = claimsOf(tree.file.tree.leaves, {
    owner: { vault, manager: manager === zeroAddress ? null : manager, drones },
    knowledge: knowledgeOf(known?.id ?? 0),
  })
  return claims.filter((claim) => claim !== null)
}

function keyOf({ tenantId, vault, deployment }: SubjectQuery, roots: readonly Hex[]): string {
  const { chain, manager, drones } = deployment
  return [tenantId, chain, vault, manager, ...drones, '|', ...roots].join(' ')
}
