import type { Address } from '@vaultwright/base'
import { type NameLookup, printAccount } from '@vaultwright/registry'
import { compareText } from '../leaf/leaf-identity.ts'
import { argumentText, plainText, slotsText } from '../leaf/sentence.ts'
import type { DiffEntry, DiffLeaf, LeafChanged, LeafDifference, TreeDiff } from './diff.ts'

/** The entries of one function of one target. */
export type FunctionGroup = { readonly signature: string; readonly entries: readonly DiffEntry[] }

/** The entries of one target. */
export type TargetGroup = {
  readonly protocol: string | null
  readonly target: Address
  readonly functions: readonly FunctionGroup[]
}

/**
 * Groups the entries of a diff by protocol, target and function.
 *
 * @returns targets in the order of their protocols, those without one last; in a function removed, changed, added, described.
 */
export function groupEntries(diff: TreeDiff): readonly TargetGroup[] {
  const targets = new Map<Address, Map<string, DiffEntry[]>>()
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
export function entryText(entry: DiffEntry, names: NameLookup): string {
  switch (entry.kind) {
    case 'added':
      return `${leafText(entry.after, names)} (${slotsText(entry.after.positions)})`
    case 'removed':
      return `${leafText(entry.before, names)} (${slotsText(entry.before.positions)})`
    case 'changed':
    case 'described': {
      const differences = entry.differences.map((each) => differenceText(each, names)).join('; ')
      const shown = entry.kind === 'changed' ? changedLeafText(entry, names) : ''
      return `${differences}${shown} (${movedText(entry.before.positions, entry.after.positions)})`
    }
  }
}

/** Names a protocol's or a target's heading. */
export function headingText({ protocol, target }: TargetGroup, names: NameLookup): string {
  const name = printAccount(target, names, { whole: true })
  return protocol === null || name.startsWith(protocol) ? name : `${protocol}: ${name}`
}

function leafText({ leaf, labels }: DiffLeaf, names: NameLookup): string {
  const args = leaf.arguments.map((argument, at) => {
    const label = labels[at] ?? null
    const text = printAccount(argument, names, { whole: true })
    return label === null ? text : `${label} ${text}`
  })
  const value = leaf.canSendValue ? ['with value'] : []
  const parts = [...args, ...value, `decoder ${leaf.decoder}`]
  const description = leaf.description === '' ? '' : ` "${plainText(leaf.description)}"`
  return `${parts.join(', ')}${description}`
}

/** Names a changed leaf by what it keeps. */
function changedLeafText({ after, differences }: LeafChanged, names: NameLookup): string {
  const { leaf, labels } = after
  const changed = new Set(differences.map((each) => (each.field === 'argument' ? each.at : -1)))
  const parts = leaf.arguments.flatMap((argument, at) => {
    if (changed.has(at)) return []
    const label = labels[at] ?? null
    const text = printAccount(argument, names, { whole: true })
    return [label === null ? text : `${label} ${text}`]
  })
  return parts.length === 0 ? '' : `, still ${parts.join(', ')}`
}

function differenceText(difference: LeafDifference, names: NameLookup): string {
  const accountText = (account: Address | null) =>
    account === null ? 'none' : printAccount(account, names, { whole: true })
  switch (difference.field) {
    case 'argument': {
      const { before, after } = difference.change
      return `${argumentText(difference.at, difference.label)} ${accountText(before)} → ${accountText(after)}`
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
