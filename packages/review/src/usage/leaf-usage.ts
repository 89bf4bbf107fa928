import { type Address, BaseError, type Hex } from '@vaultwright/base'
import { fileOf, type TreeFile } from '@vaultwright/formats'
import {
  type BatchCall,
  buildLeafTree,
  isPadding,
  matchCall,
  type NestedLoan,
  type RuleBook,
  readBatch,
} from '@vaultwright/manager'

/** A batch that the Manager ran. */
export type RunBatch = {
  /** Calldata of the Manager. */
  readonly data: Hex
  /** Unix seconds. */
  readonly timestamp: bigint
  /** Names it for a person: the hash of its transaction. */
  readonly name: string
}

/** The number of times a leaf was used. */
type LeafUse = {
  readonly position: number
  readonly calls: number
  /** Unix seconds of the last call. */
  readonly last: bigint
}

/** A call of the history that no leaf of the tree permits. */
type UnpermittedCall = {
  readonly batch: string
  /** Its place in the batch, that of the loan it runs in before it: `2.0`. */
  readonly place: string
  readonly target: Address
  readonly selector: Hex
}

/** The part of a tree that a history has used. */
export type TreeUsage = {
  readonly batches: number
  readonly calls: number
  /** Leaves that were used, in slot order. */
  readonly used: readonly LeafUse[]
  /** Slots of leaves that no call used. */
  readonly unused: readonly number[]
  /** Calls that another tree permitted at the time. */
  readonly unpermitted: readonly UnpermittedCall[]
  /** Names of batches that cannot be read, with the reason. */
  readonly unread: readonly { readonly batch: string; readonly why: string }[]
}

/**
 * Tells which leaves of a tree a history of batches has used, the calls inside flash loans among them.
 *
 * @param batches - in any order.
 */
export function usageOf(
  file: TreeFile,
  batches: readonly RunBatch[],
  options: { readonly rules: RuleBook },
): TreeUsage {
  const { tree } = file
  const uses = new Map<number, LeafUse>()
  const unpermitted: UnpermittedCall[] = []
  const unread: { batch: string; why: string }[] = []
  let calls = 0
  for (const batch of batches) {
    try {
      for (const { place, call } of callsIn(batch.data)) {
        calls++
        const match = matchCall(call, { tree, rules: options.rules })
        const position = match.kind === 'none' ? undefined : match.positions[0]
        if (position !== undefined) {
          uses.set(position, useOf(position, uses.get(position), batch.timestamp))
          continue
        }
        const selector = call.data.slice(0, 10) as Hex
        unpermitted.push({ batch: batch.name, place, target: call.target, selector })
      }
    } catch (error) {
      if (!(error instanceof BaseError)) throw error
      unread.push({ batch: batch.name, why: error.shortMessage })
    }
  }
  const used = [...uses.values()].sort((one, other) => one.position - other.position)
  const unused = [...tree.leaves.entries()].flatMap(([position, leaf]) =>
    isPadding(leaf) || uses.has(position) ? [] : [position],
  )
  return { batches: batches.length, calls, used, unused, unpermitted, unread }
}

/**
 * Builds the least tree that would have permitted what a history did: the leaves that were used, no other.
 *
 * @returns null where nothing was used.
 */
export function minimalTreeOf(file: TreeFile, { used }: Pick<TreeUsage, 'used'>): TreeFile | null {
  const { vault, manager, accountant, decoder } = file.metadata
  const leaves = used.map(({ position }) => file.tree.leaves[position]!)
  if (leaves.length === 0) return null
  return fileOf(buildLeafTree(leaves), { vault, manager, accountant, decoder })
}

type PlacedCall = { readonly place: string; readonly call: BatchCall }

/** The calls of a batch, those of a loan after the loan. */
function callsIn(data: Hex): readonly PlacedCall[] {
  return flattened(readBatch(data).calls, '')
}

function flattened(calls: readonly BatchCall[], prefix: string): readonly PlacedCall[] {
  return calls.flatMap((call, index) => {
    if (call.problem !== null) throw call.problem
    const place = `${prefix}${index}`
    return [{ place, call }, ...insideOf(call.loan, `${place}.`)]
  })
}

function insideOf(loan: NestedLoan | null, prefix: string): readonly PlacedCall[] {
  return loan === null ? [] : flattened(loan.batch.calls, prefix)
}

function useOf(position: number, before: LeafUse | undefined, at: bigint): LeafUse {
  const last = before === undefined || at > before.last ? at : before.last
  return { position, calls: (before?.calls ?? 0) + 1, last }
}
