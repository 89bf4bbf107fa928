import type { Address } from '@vaultwright/base'
import type { Leaf } from '@vaultwright/manager'
import type { Claim } from '@vaultwright/protocols'
import { permissionOf } from '../leaf/leaf-identity.ts'
import type { TreeActions } from '../leaf/tree-actions.ts'
import type { DiffEntry, DiffLeaf, TreeDiff } from './diff.ts'
import { productsOf } from './row-product.ts'
import {
  afterOf,
  beforeOf,
  type ClaimedEntry,
  columnsOf,
  parametersOf,
  type SetColumn,
  type SetParameter,
  valueAt,
} from './set-parameter.ts'

/** Values that leaves of a set take together. */
export type SetValues = {
  readonly columns: readonly SetColumn[]
  /** Distinct, one a value, in the order of the columns. */
  readonly tuples: readonly (readonly Address[])[]
  readonly parameters: readonly SetParameter[]
  /** By tuple and parameter, as text; a list is joined by commas. */
  readonly readings: readonly (readonly string[])[]
}

/** Decoder and value flag of a side of a set. */
export type SetSide = {
  readonly decoder: Address
  readonly canSendValue: boolean
  readonly arguments: number
}

/** Leaves of a diff that are every combination of some values, each as often. */
export type DiffSet = {
  readonly kind: DiffEntry['kind']
  /** `<protocol>/<action>`; null where no action describes the leaves. */
  readonly route: string | null
  /** The action may as well be another protocol's. */
  readonly isPossible: boolean
  readonly signature: string
  readonly isDrone: boolean
  readonly before: SetSide | null
  readonly after: SetSide | null
  readonly values: readonly SetValues[]
  /** The number of copies of each leaf in its tree. */
  readonly copies: number
  /** Leaves in all, each copy counted. */
  readonly leaves: number
}

/** A set with the entries of the diff that it stands for. */
export type FilledSet = { readonly set: DiffSet; readonly entries: readonly DiffEntry[] }

/** The readings of both trees. */
export type DiffReadings = { readonly before: TreeActions; readonly after: TreeActions }

/** The parts of a bucket's row. */
type SetRow = {
  readonly entries: readonly [DiffEntry, ...DiffEntry[]]
  readonly claim: Claim | null
  readonly copies: number
}

/**
 * Gathers the leaves of a diff as sets: those of one action or function, decoder and value flag, whose
 * values are combined with each other.
 *
 * @param groupOf - entries of different groups stand in different sets.
 * @returns sets that share no leaf and together are all leaves of the diff.
 */
export function setsOf(
  diff: TreeDiff,
  readings: DiffReadings,
  groupOf: (entry: DiffEntry) => string,
): readonly FilledSet[] {
  const buckets = new Map<string, SetRow[]>()
  for (const row of rowsOf(diff, readings)) {
    const [entry] = row.entries
    const key = `${groupOf(entry)} ${bucketOf(row)}`
    const rows = buckets.get(key)
    if (rows === undefined) buckets.set(key, [row])
    else rows.push(row)
  }
  return [...buckets.values()].flatMap(setsOfBucket)
}

/** A leaf of a set, each side as far as it has it. */
export type SetLeaf = { readonly before: SetLeafSide | null; readonly after: SetLeafSide | null }

/** The permission on one side of a leaf, without descriptions. */
export type SetLeafSide = Pick<Leaf, 'decoder' | 'target' | 'canSendValue' | 'signature'> & {
  readonly arguments: readonly Address[]
}

/** Lists the leaves of a set, each copy once. */
export function expandSet(set: DiffSet): readonly SetLeaf[] {
  let leaves: { target: Address; before: Address[]; after: Address[] }[] = [
    { target: '0x', before: [], after: [] },
  ]
  for (const { columns, tuples } of set.values) {
    leaves = leaves.flatMap((leaf) =>
      tuples.map((tuple) => {
        const next = { target: leaf.target, before: [...leaf.before], after: [...leaf.after] }
        for (const [place, { side, at: argumentIndex }] of columns.entries()) {
          if (argumentIndex === null) next.target = tuple[place]!
          else {
            if (side !== 'after') next.before[argumentIndex] = tuple[place]!
            if (side !== 'before') next.after[argumentIndex] = tuple[place]!
          }
        }
        return next
      }),
    )
  }
  const { signature } = set
  const sideOf = (side: SetSide | null, target: Address, list: readonly Address[]) =>
    side === null
      ? null
      : {
          decoder: side.decoder,
          canSendValue: side.canSendValue,
          target,
          signature,
          arguments: list,
        }
  return leaves.flatMap(({ target, before, after }) => {
    const leaf = {
      before: sideOf(set.before, target, before),
      after: sideOf(set.after, target, after),
    }
    return Array.from({ length: set.copies }, () => leaf)
  })
}

function entriesOf(diff: TreeDiff): readonly DiffEntry[] {
  return [...diff.added, ...diff.changed, ...diff.removed, ...diff.described]
}

/** Entries that differ in their words alone are one row. A change is read as what it becomes. */
function rowsOf(diff: TreeDiff, { before, after }: DiffReadings): Iterable<SetRow> {
  const rows = new Map<string, SetRow>()
  for (const entry of entriesOf(diff)) {
    const sides = [beforeOf(entry), afterOf(entry)]
    const permissions = sides.map((side) => (side === null ? '' : permissionOf(side.leaf)))
    const leaf = entry.kind === 'removed' ? entry.before : entry.after
    const claims = entry.kind === 'removed' ? before.claims : after.claims
    const key = `${entry.kind} ${entry.signature} ${permissions.join(' ')}`
    const row = rows.get(key)
    rows.set(key, {
      entries: [...(row?.entries ?? []), entry] as SetRow['entries'],
      claim: row?.claim ?? claims[leaf.positions[0]!] ?? null,
      copies: (row?.copies ?? 0) + leaf.positions.length,
    })
  }
  return rows.values()
}

function bucketOf({ entries: [entry], claim, copies }: SetRow): string {
  const sides = [beforeOf(entry), afterOf(entry)].map((side) =>
    side === null ? [] : [side.leaf.decoder, side.leaf.canSendValue, side.leaf.arguments.length],
  )
  const differing =
    'differences' in entry
      ? entry.differences.flatMap((each) => (each.field === 'argument' ? [each.at] : []))
      : []
  return JSON.stringify([
    entry.kind,
    entry.signature,
    claim?.pattern.action.route ?? null,
    claim?.isPossible ?? false,
    claim === null ? null : claim.drone !== null,
    claim?.pattern.size ?? null,
    copies,
    sides,
    differing,
  ])
}

function setsOfBucket(rows: readonly SetRow[]): readonly FilledSet[] {
  const columns = columnsOf(rows[0]!.entries[0])
  const table = rows.map(({ entries: [entry] }) => columns.map((column) => valueAt(entry, column)))
  return productsOf(table).map((product) => {
    const entries = product.rows.flatMap((index) => rows[index]!.entries)
    const leaves = product.rows.length * rows[0]!.copies
    const values = product.dimensions.map((dimension) => {
      const ownColumns = dimension.columns.map((index) => columns[index]!)
      const parameters = parametersOf(claimedOf(rows[dimension.examples[0]!]!), ownColumns)
      return {
        columns: ownColumns,
        tuples: dimension.tuples as readonly (readonly Address[])[],
        parameters: parameters.map(({ parameter }) => parameter),
        readings: dimension.examples.map((index) =>
          parametersOf(claimedOf(rows[index]!), ownColumns).map(({ text }) => text),
        ),
      }
    })
    return {
      set: { ...commonOf(rows[0]!), values, leaves },
      entries,
    }
  })
}

function claimedOf({ entries: [entry], claim }: SetRow): ClaimedEntry {
  return { entry, claim }
}

function commonOf({ entries: [entry], claim, copies }: SetRow): Omit<DiffSet, 'values' | 'leaves'> {
  const sideOf = (side: DiffLeaf | null): SetSide | null => {
    if (side === null) return null
    const { decoder, canSendValue, arguments: entries } = side.leaf
    return { decoder, canSendValue, arguments: entries.length }
  }
  const leaf = (afterOf(entry) ?? beforeOf(entry))!
  return {
    kind: entry.kind,
    route: claim?.pattern.action.route ?? null,
    isPossible: claim?.isPossible ?? false,
    signature: entry.signature,
    isDrone: claim === null ? leaf.isDrone : claim.drone !== null,
    before: sideOf(beforeOf(entry)),
    after: sideOf(afterOf(entry)),
    copies,
  }
}
