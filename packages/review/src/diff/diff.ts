import { type Address, type Hex, printHex } from '@vaultwright/base'
import type { TreeFile } from '@vaultwright/formats'
import { digestOf, isPadding, type Leaf, type RuleBook } from '@vaultwright/manager'
import { rootOf } from '@vaultwright/merkle'
import { type Highlights, highlightsOf } from '../leaf/highlight.ts'
import { compareText, functionOf, permissionOf, wordingOf } from '../leaf/leaf-identity.ts'
import { buildLabeller, type LabelledLeaf, type Labeller } from '../leaf/leaf-label.ts'
import type { ProtocolLookup } from '../leaf/tree-actions.ts'
import { type LeafCopy, type LeafPair, pairLeaves } from './diff-pair.ts'

/** One thing before and after. */
export type DiffChange<Value> = { readonly before: Value; readonly after: Value }

/** A leaf where it stands: every slot of its tree that this entry is about. */
export type DiffLeaf = LabelledLeaf & { readonly positions: readonly number[] }

/** One field that differs between two leaves of one target and function. */
export type LeafDifference =
  | { readonly field: 'decoder' | 'description' | 'signature'; readonly change: DiffChange<string> }
  | { readonly field: 'canSendValue'; readonly change: DiffChange<boolean> }
  | {
      readonly field: 'argument'
      /** The index, from 0. */
      readonly at: number
      readonly label: string | null
      /** Null where a side has fewer arguments. */
      readonly change: DiffChange<Address | null>
    }

/** The key by which diff entries are grouped. */
type LeafFunction = {
  /** The protocol of the called account, as the record or its actions tell; null when nothing does. */
  readonly protocol: string | null
  readonly target: Address
  readonly signature: string
}

/** A leaf that only the later tree holds. */
type LeafAdded = LeafFunction & { readonly kind: 'added'; readonly after: DiffLeaf }

/** A leaf that only the earlier tree holds. */
type LeafRemoved = LeafFunction & { readonly kind: 'removed'; readonly before: DiffLeaf }

/** A leaf that both trees hold, with other fields. */
export type LeafChanged = LeafFunction & {
  /** `described` when only its words differ and it permits what it permitted. */
  readonly kind: 'changed' | 'described'
  readonly before: DiffLeaf
  readonly after: DiffLeaf
  readonly differences: readonly LeafDifference[]
}

/** One line of a diff. */
export type DiffEntry = LeafAdded | LeafRemoved | LeafChanged

/** The differences between two trees, by meaning; JSON-safe. */
export type TreeDiff = {
  readonly root: DiffChange<Hex>
  /** Slots whose target is not the zero address. */
  readonly leafCount: DiffChange<number>
  readonly capacity: DiffChange<number>
  /** Digest of the empty slot. */
  readonly padding: DiffChange<Hex>
  readonly vault: DiffChange<Address | null>
  readonly manager: DiffChange<Address | null>
  readonly accountant: DiffChange<Address | null>
  readonly decoder: DiffChange<Address | null>
  readonly callouts: Highlights
  /** Each list is ordered by protocol, target, function and fields, never by slot. */
  readonly added: readonly LeafAdded[]
  readonly removed: readonly LeafRemoved[]
  readonly changed: readonly LeafChanged[]
  readonly described: readonly LeafChanged[]
}

type DiffNaming = { readonly labeller: Labeller; readonly protocolOf: ProtocolLookup }

/** Equal things, at least one. */
type EqualRun<Item> = readonly [Item, ...Item[]]

/** The facts a diff may know besides the trees. */
type DiffOptions = {
  /** Names arguments; without it their places stand for them. */
  readonly rules?: RuleBook
  /** Names arguments in place of the one that is made from the rules. */
  readonly labeller?: Labeller
  /** Names the protocols of called accounts; without it none has a name. */
  readonly protocolOf?: ProtocolLookup
}

/**
 * Compares two trees by what their leaves permit; their order plays no part.
 *
 * A leaf that occurs several times counts as often. A change is a leaf of the same target and function
 * with another decoder, value flag or argument; where several could be meant they stand as removed and added.
 *
 * @returns the differences; taking removed, changed and described away from `before` and adding their other side gives `after`.
 */
export function diffTrees(before: TreeFile, after: TreeFile, options: DiffOptions = {}): TreeDiff {
  const leaves = [...copiesOf(before), ...copiesOf(after)].map(({ leaf }) => leaf)
  const labeller = options.labeller ?? buildLabeller(options.rules ?? null, leaves)
  const context: DiffNaming = { labeller, protocolOf: options.protocolOf ?? (() => null) }
  const pairing = pairLeaves(copiesOf(before), copiesOf(after))
  const keyOf = (copies: readonly LeafCopy[]) => orderOf(copies, context)
  const changesOf = (pairs: readonly LeafPair[], kind: LeafChanged['kind']) =>
    runsOf(pairs, ({ before, after }) => keyOf([before, after])).map((run) =>
      changedEntry(run, kind, context),
    )
  return {
    ...headOf(before, after),
    callouts: highlightsOf(before, after, labeller),
    added: runsOf(pairing.added, (copy) => keyOf([copy])).map((run) => addedEntry(run, context)),
    removed: runsOf(pairing.removed, (copy) => keyOf([copy])).map((run) =>
      removedEntry(run, context),
    ),
    changed: changesOf(pairing.changed, 'changed'),
    described: changesOf(pairing.described, 'described'),
  }
}

function headOf(before: TreeFile, after: TreeFile) {
  const of = <Value>(read: (file: TreeFile) => Value): DiffChange<Value> => ({
    before: read(before),
    after: read(after),
  })
  return {
    root: of((file) => printHex(rootOf(file.tree.tree))),
    leafCount: of((file) => copiesOf(file).length),
    capacity: of((file) => file.tree.tree.capacity),
    padding: of((file) => printHex(digestOf(file.tree.padding))),
    vault: of((file) => file.metadata.vault),
    manager: of((file) => file.metadata.manager),
    accountant: of((file) => file.metadata.accountant),
    decoder: of((file) => file.metadata.decoder),
  }
}

function copiesOf(file: TreeFile): readonly LeafCopy[] {
  const copies: LeafCopy[] = []
  for (const [position, leaf] of file.tree.leaves.entries()) {
    if (!isPadding(leaf)) copies.push({ leaf, position })
  }
  return copies
}

function leafFunctionOf(leaf: Leaf, { protocolOf }: DiffNaming): LeafFunction {
  return { protocol: protocolOf(leaf.target), target: leaf.target, signature: leaf.signature }
}

function diffLeafOf(copies: EqualRun<LeafCopy>, { labeller }: DiffNaming): DiffLeaf {
  const positions = copies.map((copy) => copy.position).sort((a, b) => a - b)
  return { ...labeller.labelled(copies[0].leaf), positions }
}

function addedEntry(run: EqualRun<LeafCopy>, context: DiffNaming): LeafAdded {
  return {
    ...leafFunctionOf(run[0].leaf, context),
    kind: 'added',
    after: diffLeafOf(run, context),
  }
}

function removedEntry(run: EqualRun<LeafCopy>, context: DiffNaming): LeafRemoved {
  return {
    ...leafFunctionOf(run[0].leaf, context),
    kind: 'removed',
    before: diffLeafOf(run, context),
  }
}

function changedEntry(
  run: EqualRun<LeafPair>,
  kind: LeafChanged['kind'],
  context: DiffNaming,
): LeafChanged {
  const [first, ...further] = run
  const sideOf = (side: 'before' | 'after') =>
    diffLeafOf([first[side], ...further.map((pair) => pair[side])], context)
  const before = sideOf('before')
  const after = sideOf('after')
  const differences = differencesOf(before, after)
  return { ...leafFunctionOf(after.leaf, context), kind, before, after, differences }
}

function differencesOf(before: DiffLeaf, after: DiffLeaf): readonly LeafDifference[] {
  const differences: LeafDifference[] = []
  for (const field of ['decoder', 'signature', 'description'] as const) {
    const change = { before: before.leaf[field], after: after.leaf[field] }
    if (change.before !== change.after) differences.push({ field, change })
  }
  if (before.leaf.canSendValue !== after.leaf.canSendValue) {
    const change = { before: before.leaf.canSendValue, after: after.leaf.canSendValue }
    differences.push({ field: 'canSendValue', change })
  }
  const count = Math.max(before.leaf.arguments.length, after.leaf.arguments.length)
  for (let index = 0; index < count; index++) {
    const change = {
      before: before.leaf.arguments[index] ?? null,
      after: after.leaf.arguments[index] ?? null,
    }
    const label = after.labels[index] ?? before.labels[index] ?? null
    if (change.before !== change.after)
      differences.push({ field: 'argument', at: index, label, change })
  }
  return differences
}

/** Gathers what differs in nothing but the slot, in the order of the keys. */
function runsOf<Item>(items: readonly Item[], keyOf: (item: Item) => string): EqualRun<Item>[] {
  const keyed = items.map((item) => ({ item, key: keyOf(item) }))
  keyed.sort((one, other) => compareText(one.key, other.key))
  const runs: [Item, ...Item[]][] = []
  let last: string | null = null
  for (const { item, key } of keyed) {
    if (key === last) runs.at(-1)!.push(item)
    else runs.push([item])
    last = key
  }
  return runs
}

function orderOf(copies: readonly LeafCopy[], { protocolOf }: DiffNaming): string {
  const leaves = copies.map(({ leaf }) => leaf)
  const leaf = leaves.at(-1)!
  return [
    protocolOf(leaf.target) ?? '~',
    functionOf(leaf),
    ...leaves.map((each) => `${permissionOf(each)} ${wordingOf(each)}`),
  ].join('\n')
}
