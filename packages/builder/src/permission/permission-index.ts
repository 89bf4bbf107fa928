import { type Address, finishSteps, memoize, type Steps } from '@vaultwright/base'
import type { LeafTree } from '@vaultwright/manager'
import {
  type Claim,
  type KnownFacts,
  type Owner,
  type Permission,
  permissionSteps,
} from '@vaultwright/protocols'
import type { Reads } from '../read/contract-reader.ts'
import { type Combination, combinationSteps, namesOf } from './combination.ts'
import { grantsOf } from './grant.ts'
import { columnSteps, type ParameterChoices } from './parameter-choices.ts'

/** A tree, whose it is, and what is known of its chain. */
export type TreeContext = {
  readonly tree: LeafTree
  readonly vault: Address
  readonly manager: Address
  readonly chainId: number
  readonly knownFacts: KnownFacts
  /** Drones of the vault that are known; others show themselves by leaves that name them. */
  readonly drones?: readonly Address[]
  /** The chain at one block; null when there is none to ask. */
  readonly reads: Reads | null
  /** A hint that makes more names known to the reader of the messages: a whole sentence. */
  readonly nameHint?: string
  /** Asked between two steps of long work: what it gives is waited for, and null goes on. */
  readonly pause?: Pause
}

/** Lets something else happen when it is time for it. */
export type Pause = () => Promise<void> | null

/** The inputs of built actions. */
export type BuildContext = TreeContext & {
  /** The tree of the Manager's own root, which proves what runs inside flash loans; null when it is not known. */
  readonly managerTree: LeafTree | null
  /**
   * The way in which the reader of the messages can give a chain, for the middle of a sentence:
   * `give a chain to read it from`.
   */
  readonly chainHint?: string
  /** Unix seconds: deadlines count from here where `readNow` is left out. */
  readonly now: bigint
  /** Reads the time of the block that everything is read at, unix seconds: deadlines count from it. */
  readonly readNow?: () => Promise<bigint>
}

/** The permissions of a tree, by route. */
export type PermissionIndex = {
  readonly permissions: ReadonlyMap<string, readonly Permission[]>
  /** Routes of leaves whose called accounts may be of another protocol: nothing tells. */
  readonly possibleRoutes: ReadonlySet<string>
  /** The values that can be built; worked out at the first question. */
  readonly combinationsOf: (route: string) => readonly Combination[]
  /** The choices that they leave of each parameter; worked out at the first question, the same objects each time. */
  readonly choiceListsOf: (route: string) => readonly ParameterChoices[]
  /** Works both out for a route, in steps: the next questions are answered at once. */
  readonly routeSteps: (route: string) => Steps<void>
}

type CachedIndex = Pick<TreeContext, 'vault' | 'manager' | 'chainId' | 'knownFacts'> & {
  readonly drones: readonly Address[] | undefined
  readonly index: PermissionIndex
}

/** The last index of each tree: a tree has one owner, but for tests. */
const memoryOf = memoize((_tree: LeafTree): { cached: CachedIndex | null } => ({ cached: null }))

/** Reads what a tree permits, once for each tree. */
export function permissionIndexOf(context: TreeContext): PermissionIndex {
  return finishSteps(groundSteps(context))
}

/** Reads what a tree permits as `groundOf` does, in steps. */
export function* groundSteps(context: TreeContext): Steps<PermissionIndex> {
  const memory = memoryOf(context.tree)
  if (memory.cached !== null && isSameOwner(memory.cached, context)) return memory.cached.index
  const index = yield* buildPermissionIndex(context)
  const { vault, manager, chainId, knownFacts, drones } = context
  memory.cached = { vault, manager, chainId, knownFacts, drones, index }
  return index
}

/**
 * Works out what building actions of some routes needs of a tree, in steps: building them takes less time after it.
 *
 * @param routes - any; what the tree does not permit takes no time.
 */
export function* preparationSteps(context: TreeContext, routes: Iterable<string>): Steps<void> {
  const index = yield* groundSteps(context)
  for (const route of new Set(routes)) yield* index.routeSteps(route)
}

/** Says whose tree it is, as readers of leaves want it. */
export function ownerOf({
  vault,
  manager,
  drones = [],
}: Pick<TreeContext, 'vault' | 'manager' | 'drones'>): Owner {
  return { vault, manager, drones }
}

/** Runs steps, and pauses between them. */
export async function runSteps<Result>(
  steps: Steps<Result>,
  pause: Pause | undefined,
): Promise<Result> {
  if (pause === undefined) return finishSteps(steps)
  for (;;) {
    const waits = pause()
    if (waits !== null) await waits
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

function* buildPermissionIndex(context: TreeContext): Steps<PermissionIndex> {
  const { tree, vault, knownFacts } = context
  const steps = yield* permissionSteps(tree.leaves, ownerOf(context), { knownFacts })
  const permissions = new Map<string, Permission[]>()
  for (const permission of steps.permissions) {
    const { route } = permission.action
    const alike = permissions.get(route)
    if (alike === undefined) permissions.set(route, [permission])
    else alike.push(permission)
  }
  const grants = grantsOf(steps.permissions)
  const combinations = memoizeByRoute((route) =>
    combinationSteps(permissions.get(route) ?? [], { vault, knownFacts, grants }),
  )
  const choiceLists = memoizeByRoute(function* (route): Steps<readonly ParameterChoices[]> {
    const [first] = permissions.get(route) ?? []
    if (first === undefined) return []
    return yield* columnSteps(yield* combinations(route), namesOf(first))
  })
  return {
    permissions,
    possibleRoutes: possibleRoutesOf(steps.claims),
    combinationsOf: (route) => finishSteps(combinations(route)),
    choiceListsOf: (route) => finishSteps(choiceLists(route)),
    routeSteps: function* (route) {
      // Callers can make up any number of routes.
      if (permissions.has(route)) yield* choiceLists(route)
    },
  }
}

function possibleRoutesOf(claims: readonly (Claim | null)[]): ReadonlySet<string> {
  const routes = new Set<string>()
  const certain = new Set<string>()
  for (const claim of claims) {
    if (claim !== null) (claim.isPossible ? routes : certain).add(claim.pattern.action.route)
  }
  return new Set([...routes].filter((route) => !certain.has(route)))
}

function memoizeByRoute<Value>(
  make: (route: string) => Steps<Value>,
): (route: string) => Steps<Value> {
  const memo = new Map<string, Value>()
  return function* (route) {
    const cached = memo.get(route)
    if (cached !== undefined) return cached
    const built = yield* make(route)
    memo.set(route, built)
    return built
  }
}

function isSameOwner(cachedIndex: CachedIndex, context: TreeContext): boolean {
  return (
    cachedIndex.vault === context.vault &&
    cachedIndex.manager === context.manager &&
    cachedIndex.chainId === context.chainId &&
    cachedIndex.knownFacts === context.knownFacts &&
    cachedIndex.drones === context.drones
  )
}
