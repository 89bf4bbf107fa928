import { type Address, type Hex, openLruMap, zeroAddress } from '@vaultwright/base'
import {
  type AllowancePair,
  allowancePairsOf,
  type Claim,
  claimsOf,
  knownFactsOf,
  type PositionSubject,
  subjectsOf,
} from '@vaultwright/protocols'
import { chainOf } from '@vaultwright/registry'
import type { Deployment, StoredTree } from '@vaultwright/store'

/** The vault whose leaves are read. */
export type SubjectQuery = {
  readonly tenantId: string
  readonly vault: Address
  readonly deployment: Pick<Deployment, 'chain' | 'manager' | 'drones'>
  /** Oldest first. */
  readonly roots: readonly Hex[]
}

/** The possible holdings of a vault. */
export type VaultSubjects = {
  readonly subjects: readonly PositionSubject[]
  /** Drones that are known, or that leaves name. */
  readonly drones: readonly Address[]
  /** Allowances that leaves let the vault and its drones give. */
  readonly approvals: readonly AllowancePair[]
  /** Roots whose tree is not stored. */
  readonly missingTrees: readonly Hex[]
}

/** Finds trees by their roots. */
type TreeSource = {
  readonly trees: {
    readonly find: (
      tenantId: string,
      root: Hex,
    ) => Promise<{ readonly file: Pick<StoredTree['file'], 'tree'> } | null>
  }
}

/** Finds what vaults may hold. */
export type SubjectMemory = (query: SubjectQuery) => Promise<VaultSubjects>

/**
 * Claims and subjects that are remembered, of all trees together: a vault has a few trees of some hundred leaves,
 * and the days of a backfill share them; one tree of a hundred thousand leaves leaves no room for others.
 */
const most = 200_000

/**
 * Makes a finder of what vaults may hold, from the leaves of their trees. What a tree says is remembered;
 * that a tree is not stored is not, for it may come.
 */
export function openSubjectMemory(store: TreeSource): SubjectMemory {
  const claimsByRoot = openLruMap<string, Promise<TreeClaims | null>>({ maxWeight: most })
  const sets = openLruMap<string, VaultSubjects>({ maxWeight: most })

  const claimsIn = (query: SubjectQuery, root: Hex): Promise<TreeClaims | null> => {
    const key = keyOf(query, [root])
    const cached = claimsByRoot.get(key)
    if (cached !== undefined) return cached
    const reading = readClaims(store, query, root)
    claimsByRoot.set(key, reading)
    const forget = () => claimsByRoot.delete(key)
    const weigh = ({ claims }: TreeClaims) => claimsByRoot.set(key, reading, 1 + claims.length)
    reading.then((tree) => (tree === null ? forget() : weigh(tree)), forget)
    return reading
  }

  return async (query) => {
    const { vault, deployment, roots } = query
    const key = keyOf(query, roots)
    const set = sets.get(key)
    if (set !== undefined) return set
    const trees = await Promise.all(roots.map((root) => claimsIn(query, root)))
    const claims = trees.flatMap((tree) => tree?.claims ?? [])
    const named = claims.flatMap(({ drone }) => drone ?? [])
    const drones = [...new Set([...deployment.drones, ...named])]
    const vaultSubjects: VaultSubjects = {
      subjects: subjectsOf(claims, vault),
      drones,
      approvals: trees.flatMap((tree) => tree?.approvals ?? []),
      missingTrees: roots.filter((_, at) => trees[at] === null),
    }
    if (vaultSubjects.missingTrees.length === 0) sets.set(key, vaultSubjects, sizeOf(vaultSubjects))
    return vaultSubjects
  }
}

/** The claims of a tree: possible holdings of a vault, and possible allowances. */
type TreeClaims = {
  readonly claims: readonly Claim[]
  readonly approvals: readonly AllowancePair[]
}

/** Each address that a subject names is one. */
function sizeOf({ subjects }: VaultSubjects): number {
  const characters = subjects.flatMap(({ values }) =>
    Object.values(values).map(({ length }) => length),
  )
  return 1 + subjects.length + Math.ceil(characters.reduce((sum, one) => sum + one, 0) / 42)
}

async function readClaims(
  store: TreeSource,
  { tenantId, vault, deployment }: SubjectQuery,
  root: Hex,
): Promise<TreeClaims | null> {
  const tree = await store.trees.find(tenantId, root)
  if (tree === null) return null
  const { manager, drones, chain } = deployment
  const knownChain = chainOf(chain)
  const claims = claimsOf(tree.file.tree.leaves, {
    owner: { vault, manager: manager === zeroAddress ? null : manager, drones },
    knownFacts: knownFactsOf(knownChain?.id ?? 0),
  })
  const approvals = allowancePairsOf(tree.file.tree.leaves, vault)
  return { claims: claims.filter((claim) => claim !== null), approvals }
}

function keyOf({ tenantId, vault, deployment }: SubjectQuery, roots: readonly Hex[]): string {
  const { chain, manager, drones } = deployment
  return [tenantId, chain, vault, manager, ...drones, '|', ...roots].join(' ')
}
