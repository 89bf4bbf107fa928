import { compareText } from '../leaf/leaf-identity.ts'
import { argumentText, plainText, slotsText } from '../leaf/sentence.ts'
import type { DiffEntry, DiffLeaf, LeafDifference, TreeDiff } from './diff.ts'

/** The entries of one function of one target. */
export type FunctionGroup = { readonly signature: string; readonly entries: readonly DiffEntry[] }

/** The entries of one target. */
export type TargetGroup = {
  readonly protocol: string | null
  readonly target: string
  readonly functions: readonly FunctionGroup[]
}

/**
 * Groups the entries of a diff by protocol, target and function.
 *
 * @returns targets in the order of their protocols, those without one last; in a function removed, changed, added, described.
 */
export function groupEntries(diff: TreeDiff): readonly TargetGroup[] {
  const targets = new Map<string, Map<string, DiffEntry[]>>()
  const protocols = new Map<string, string | null>()
  for (const entry of [...diff.removed, ...diff.changed, ...diff.added, ...diff.described]) {
    const functions = targets.get(entry.target) ?? new Map<string, DiffEntry[]>()
    const entries = functions.get(entry.signature) ?? []
    entries.push(entry)
    functions.set(entry.signature, entries)
    targets.set(entry.target, functions)
    protocols.set(entry.target, entry.protocol)
  }
  return [...targets]
    .map(([target, functions]) => ({
      protocol: protocols.get(target) ?? null,
      target,
      functions: [...functions]
        .map(([signature, entries]) => ({ signature, entries }))
        .sort((one, other) => compareText(one.signature, other.signature)),
    }))
    .sort(
      (one, other) =>
        compareText(one.protocol ?? '\uffff', other.protocol ?? '\uffff') ||
        compareText(one.target, other.target),
    )
}

/** The sign in front of an entry. */
export const signs = { added: '+', removed: '-', changed: '~', described: '"' } as const

/**
 * Says an entry in one line, without the target and function that it stands under.
 *
 * @returns its arguments, or what differs, and its slots; one line, whatever the file's texts hold.
 */
export function entryText(entry: DiffEntry): string {
  switch (entry.kind) {
    case 'added':
      return `${leafText(entry.after)} (${slotsText(entry.after.positions)})`
    case 'removed':
      return `${leafText(entry.before)} (${slotsText(entry.before.positions)})`
    case 'changed':
    case 'described': {
      const differences = entry.differences.map(differenceText).join('; ')
      const kept = entry.kind === 'changed' ? changedLeafText(entry.after, entry.differences) : ''
      return `${differences}${kept} (${movedText(entry.before.positions, entry.after.positions)})`
    }
  }
}

/** Names a protocol's or a target's heading. */
export function headingText({ protocol, target }: TargetGroup): string {
  return protocol === null ? target : `${protocol} ${target}`
}

/**
 * Says in one line how many leaves differ.
 *
 * @returns `3 added, 1 removed, 2 changed, 4 described otherwise`; what is none is left out.
 */
export function countsText(diff: TreeDiff): string {
  const counts = [
    [countOf(diff.added.map((entry) => entry.after)), 'added'],
    [countOf(diff.removed.map((entry) => entry.before)), 'removed'],
    [countOf(diff.changed.map((entry) => entry.after)), 'changed'],
    [countOf(diff.described.map((entry) => entry.after)), 'described otherwise'],
  ] as const
  const shown = counts.filter(([count]) => count > 0)
  if (shown.length > 0) return shown.map(([count, what]) => `${count} ${what}`).join(', ')
  if (diff.root.before === diff.root.after) return 'none, the trees are the same'
  return 'none, but their order, number of slots or padding gives another root'
}

function countOf(standings: readonly DiffLeaf[]): number {
  return standings.reduce((sum, { positions }) => sum + positions.length, 0)
}

function leafText({ leaf, labels }: DiffLeaf): string {
  const args = leaf.arguments.map((argument, at) => {
    const label = labels[at] ?? null
    return label === null ? argument : `${label} ${argument}`
  })
  const value = leaf.canSendValue ? ['with value'] : []
  const parts = [...args, ...value, `decoder ${leaf.decoder}`]
  const description = leaf.description === '' ? '' : ` "${plainText(leaf.description)}"`
  return `${parts.join(', ')}${description}`
}

/** Names a changed leaf by what it keeps. */
function changedLeafText(
  { leaf, labels }: DiffLeaf,
  differences: readonly LeafDifference[],
): string {
  const changed = new Set(differences.map((each) => (each.field === 'argument' ? each.at : -1)))
  const kept = leaf.arguments.flatMap((argument, at) => {
    if (changed.has(at)) return []
    const label = labels[at] ?? null
    return [label === null ? argument : `${label} ${argument}`]
  })
  return kept.length === 0 ? '' : `, still ${kept.join(', ')}`
}

function differenceText(difference: LeafDifference): string {
  switch (difference.field) {
    case 'argument': {
      const { before, after } = difference.change
      return `${argumentText(difference.at, difference.label)} ${before ?? 'none'} → ${after ?? 'none'}`
    }
    case 'canSendValue': {
      const textOf = (canSendValue: boolean) => (canSendValue ? 'with value' : 'without value')
      return `${textOf(difference.change.before)} → ${textOf(difference.change.after)}`
    }
    case 'decoder':
      return `decoder ${difference.change.before} → ${difference.change.after}`
    case 'signature':
    case 'description': {
      const { before, after } = difference.change
      return `${difference.field} "${plainText(before)}" → "${plainText(after)}"`
    }
  }
}

function movedText(before: readonly number[], after: readonly number[]): string {
  const from = slotsText(before)
  const to = slotsText(after)
  return from === to ? from : `${from} → ${to}`
}
