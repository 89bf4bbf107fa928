import type { Address } from '@vaultwright/base'
import type {
  ActionParameter,
  BoundValue,
  Claim,
  Numbering,
  PatternPiece,
} from '@vaultwright/protocols'
import type { DiffEntry, DiffLeaf } from './diff.ts'

/** One entry of the leaves of a set: the account called, or a packed argument. */
export type SetColumn = {
  readonly side: 'before' | 'after' | 'both'
  /** The index of the argument, from 0; null for the called account. */
  readonly at: number | null
}

/** A value of a leaf by what it means. */
export type SetParameter = {
  /** As the action calls it; as the rule does where there is no action; null where nothing names it. */
  readonly name: string | null
  readonly kind: ActionParameter['kind'] | 'target' | 'argument'
  /** The numbering of chains, for a network. */
  readonly numbering: Numbering | null
  readonly side: SetColumn['side']
  /** The first argument that holds it, from 0; null for the account that is called. */
  readonly at: number | null
}

/** An entry of a diff, and the action that its leaf is read as. */
export type ClaimedEntry = { readonly entry: DiffEntry; readonly claim: Claim | null }

/** A value and what it means, as text. */
export type ReadParameter = { readonly parameter: SetParameter; readonly text: string }

/** The leaf of the earlier tree; null of one that is added. */
export function beforeOf(entry: DiffEntry): DiffLeaf | null {
  return entry.kind === 'added' ? null : entry.before
}

/** The leaf of the later tree; null of one that is removed. */
export function afterOf(entry: DiffEntry): DiffLeaf | null {
  return entry.kind === 'removed' ? null : entry.after
}

/** The entries of a leaf that differ between entries, each side apart where the sides differ. */
export function columnsOf(entry: DiffEntry): readonly SetColumn[] {
  const [before, after] = [beforeOf(entry), afterOf(entry)]
  const columns: SetColumn[] = [{ side: 'both', at: null }]
  if (before === null || after === null) {
    const { leaf } = (before ?? after)!
    return [...columns, ...leaf.arguments.map((_, at): SetColumn => ({ side: 'both', at }))]
  }
  const count = Math.max(before.leaf.arguments.length, after.leaf.arguments.length)
  for (let index = 0; index < count; index++) {
    const [old, now] = [before.leaf.arguments[index], after.leaf.arguments[index]]
    if (old === now) columns.push({ side: 'both', at: index })
    if (old !== now && old !== undefined) columns.push({ side: 'before', at: index })
    if (old !== now && now !== undefined) columns.push({ side: 'after', at: index })
  }
  return columns
}

/** The account or argument of an entry that a column holds. */
export function valueAt(entry: DiffEntry, { side, at: index }: SetColumn): Address {
  if (index === null) return entry.target
  return sideOf(entry, side).leaf.arguments[index]!
}

/**
 * Reads the values that columns of an entry mean.
 *
 * @returns nothing of the vault's own account and of constants; a part of a list or of a word by itself
 * where the other parts stand in other columns.
 */
export function parametersOf(
  claimed: ClaimedEntry,
  columns: readonly SetColumn[],
): readonly ReadParameter[] {
  const parameters = new Map<string, ReadParameter>()
  for (const column of columns) {
    const isPlain = claimed.claim === null || column.side === 'before'
    const value = isPlain
      ? plainValue(claimed, column)
      : claimedValue(claimed.claim!, { claimed, column, columns })
    if (value === null) continue
    const { kind, name, side } = value.parameter
    parameters.set(`${kind === 'target'} ${name} ${side}`, value)
  }
  return [...parameters.values()]
}

function sideOf(entry: DiffEntry, side: SetColumn['side']): DiffLeaf {
  return (side === 'before' ? beforeOf(entry) : (afterOf(entry) ?? beforeOf(entry)))!
}

function plainValue({ entry, claim }: ClaimedEntry, column: SetColumn): ReadParameter {
  const { side, at: argumentIndex } = column
  const text = valueAt(entry, column)
  if (argumentIndex === null)
    return {
      parameter: { name: null, kind: 'target', numbering: null, side, at: argumentIndex },
      text,
    }
  const piece = claim?.pattern.pieces[argumentIndex]
  const slot = piece !== undefined && 'slot' in piece ? piece.slot : null
  const name = slot ?? sideOf(entry, side).labels[argumentIndex] ?? `argument ${argumentIndex + 1}`
  return { parameter: { name, kind: 'argument', numbering: null, side, at: argumentIndex }, text }
}

type ColumnContext = {
  readonly claimed: ClaimedEntry
  readonly column: SetColumn
  readonly columns: readonly SetColumn[]
}

function claimedValue(claim: Claim, context: ColumnContext): ReadParameter | null {
  const { side, at: argumentIndex } = context.column
  const { action, pieces, target } = claim.pattern
  if (argumentIndex === null && claim.drone !== null) {
    const parameter = {
      name: 'drone',
      kind: 'account',
      numbering: null,
      side,
      at: argumentIndex,
    } as const
    return { parameter, text: claim.drone }
  }
  const isTarget =
    argumentIndex === null || (claim.drone !== null && argumentIndex === pieces.length)
  const piece: PatternPiece | undefined = isTarget
    ? { slot: target, index: null, form: 'whole' }
    : pieces[argumentIndex]
  if (piece === undefined || !('slot' in piece)) return null
  const { slot } = piece
  const parameter = action.parameters[slot]
  const value = claim.binding[slot]
  if (parameter === undefined || value === undefined) {
    if (!isTarget) return null
    return {
      parameter: { name: slot, kind: 'target', numbering: null, side, at: argumentIndex },
      text: slot,
    }
  }
  if (!isWhole(claim, piece, context)) {
    const part =
      piece.index === null ? `${piece.form} half of ${slot}` : `${slot} ${piece.index + 1}`
    const text = valueAt(context.claimed.entry, context.column)
    return {
      parameter: { name: part, kind: 'argument', numbering: null, side, at: argumentIndex },
      text,
    }
  }
  const kind = slot === target ? 'target' : parameter.kind
  const numbering = parameter.kind === 'network' ? parameter.numbering : null
  return {
    parameter: { name: slot, kind, numbering, side, at: argumentIndex },
    text: textOf(value),
  }
}

/** True if the columns hold all parts of the value that a piece is part of. */
function isWhole(claim: Claim, piece: PatternPiece, { columns, column }: ColumnContext): boolean {
  if (!('slot' in piece)) return false
  if (piece.index === null && piece.form !== 'high' && piece.form !== 'low') return true
  const held = new Set(columns.flatMap(({ at, side }) => (side === column.side ? [at] : [])))
  return claim.pattern.pieces.every(
    (other, at) => !('slot' in other) || other.slot !== piece.slot || held.has(at),
  )
}

function textOf(value: BoundValue): string {
  return typeof value === 'object' ? value.join(',') : String(value)
}
