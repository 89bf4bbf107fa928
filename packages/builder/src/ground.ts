import type { Address } from '@vaultwright/base'
import type { LeafTree } from '@vaultwright/manager'
import { type Knowledge, type Owner, type Permission, permissionsOf } from '@vaultwright/protocols'
import { type Column, columnsOf } from './column.ts'
import { type Combination, combinationsOf, namesOf } from './combination.ts'
import { grantsOf } from './grant.ts'
import type { Reads } from './reads.ts'

/** A tree, whose it is, and what is known of its chain. */
export type TreeContext = {
  readonly tree: LeafTree
  readonly vault: Address
  readonly manager: Address
  readonly chainId: number
  readonly knowledge: Knowledge
  /** Drones of the vault that are known; others show themselves by leaves that name them. */
  readonly drones?: readonly Address[]
  /** The chain at one block; null when there is none to ask. */
  readonly reads: Reads | null
}

/** What actions are built with. */
export type BuildContext = TreeContext & {
  /** The tree of the Manager's own root, which proves what runs inside flash loans; null when it is not known. */
  readonly managerTree: LeafTree | null
  /** How whoever reads the messages can give a chain, for the middle of a sentence: `give a chain to read it from`. */
  readonly chainHint?: string
  /** Unix seconds: deadlines count from here. */
  readonly now: bigint
}

/** What a tree permits, by route. */
export type Ground = {
  readonly permissions: ReadonlyMap<string, readonly Permission[]>
  /** The values that can be built; worked out at the first question. */
  readonly combinationsOf: (route: string) => readonly Combination[]
  /** What they leave of each parameter; worked out at the first question, the same objects each time. */
  readonly columnsOf: (route: string) => readonly Column[]
}

type Known = Pick<TreeContext, 'vault' | 'manager' | 'chainId' | 'knowledge'> & {
  readonly drones: readonly Address[] | undefined
  readonly ground: Ground
}

const grounds = new WeakMap<LeafTree, Known>()

/**
 * Reads what a tree permits, once for each tree.
 *
 * @param context - the tree; to stay as it is, as is what is known.
 * @returns permissions by route.
 */
export function groundOf(context: TreeContext): Ground {
  const known = grounds.get(context.tree)
  if (known !== undefined && isSameOwner(known, context)) return known.ground
  const ground = groundFrom(context)
  const { vault, manager, chainId, knowledge, drones } = context
  grounds.set(context.tree, { vault, manager, chainId, knowledge, drones, ground })
  return ground
}

/**
 * Says whose tree it is, as readers of leaves want it.
 *
 * @param context - the vault, its Manager and drones.
 * @returns the owner.
 */
export function ownerOf({
  vault,
  manager,
  drones = [],
}: Pick<TreeContext, 'vault' | 'manager' | 'drones'>): Owner {
  return { vault, manager, drones }
}

function groundFrom(context: TreeContext): Ground {
  const { tree, vault, knowledge } = context
  const found = permissionsOf(tree.leaves, ownerOf(context), { knowledge })
  const permissions = new Map<string, Permission[]>()
  for (const permission of found.permissions) {
    const { route } = permission.action
    const alike = permissions.get(route)
    if (alike === undefined) permissions.set(route, [permission])
    else alike.push(permission)
  }
  const grants = grantsOf(found.permissions)
  const combinations = openMemo((route) =>
    combinationsOf(permissions.get(route) ?? [], { vault, knowledge, grants }),
  )
  const columns = openMemo((route) => {
    const [first] = permissions.get(route) ?? []
    return first === undefined ? [] : columnsOf(combinations(route), namesOf(first))
  })
  return { permissions, combinationsOf: combinations, columnsOf: columns }
}

function openMemo<Value>(make: (route: string) => Value): (route: string) => Value {
  const memo = new Map<string, Value>()
  return (route) => {
    const known = memo.get(route)
    if (known !== undefined) return known
    const made = make(route)
    memo.set(route, made)
    return made
  }
}

function isSameOwner(known: Known, context: TreeContext): boolean {
  return (
    known.vault === context.vault &&
    known.manager === context.manager &&
    known.chainId === context.chainId &&
    known.knowledge === context.knowledge &&
    known.drones === context.drones
  )
}
