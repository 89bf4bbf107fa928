import type { Address } from '@vaultwright/base'
import type { Permission } from '@vaultwright/protocols'
import { compareText } from '../leaf/leaf-identity.ts'
import type { TreeActions } from '../leaf/tree-actions.ts'
import type { DiffEntry } from './diff.ts'
import type { DiffReadings, FilledSet } from './diff-set.ts'
import { afterOf, beforeOf } from './set-parameter.ts'

/** Sets that are one line: one kind of change of the same accounts and values, by several actions of a protocol. */
export type SetLine = {
  /** Indices of its sets. */
  readonly sets: readonly number[]
  /** Indices of the sets of approvals that only its actions need. */
  readonly approvals: readonly number[]
}

/** The sets of a diff cut so that approvals which only new or removed actions need are apart. */
export type ApprovalUse = {
  /** Slots of approvals, by the slots of the actions that need them and are changed likewise. */
  readonly serving: ReadonlyMap<number, number>
}

type SideUse = { readonly added: ApprovalUse; readonly removed: ApprovalUse }

/**
 * Finds approvals that come or go together with all actions that need them.
 *
 * @param isAdded - whether a slot of the later tree holds an added leaf.
 * @param isRemoved - the same of the earlier tree.
 */
export function approvalUses(
  { before, after }: DiffReadings,
  isAdded: (slot: number) => boolean,
  isRemoved: (slot: number) => boolean,
): SideUse {
  return { added: useOf(after, isAdded), removed: useOf(before, isRemoved) }
}

/** The slot of the action that an entry's approval serves; null for what is not such an approval. */
export function servedSlot(entry: DiffEntry, uses: SideUse): number | null {
  if (entry.kind === 'added') return uses.added.serving.get(entry.after.positions[0]!) ?? null
  if (entry.kind === 'removed') return uses.removed.serving.get(entry.before.positions[0]!) ?? null
  return null
}

/** The account whose actions an approval serves, so that approvals of different accounts are different sets. */
export function servedAccount(entry: DiffEntry, uses: SideUse, readings: DiffReadings): string {
  const slot = servedSlot(entry, uses)
  if (slot === null) return ''
  const { file, claims } = entry.kind === 'removed' ? readings.before : readings.after
  return `${claims[slot]?.pattern.action.protocol} ${file.tree.leaves[slot]!.target}`
}

/**
 * Gathers sets into lines, what deserves the closest look first: what no action describes, then changes
 * and additions, removals, and at last what is only described otherwise.
 *
 * @param isWarned - whether a slot of the later tree is one that a warning is about: its line comes first.
 */
export function linesOf(
  sets: readonly FilledSet[],
  uses: SideUse,
  isWarned: (slot: number) => boolean,
): readonly SetLine[] {
  const lines = new Map<string, { readonly sets: number[]; readonly approvals: number[] }>()
  const lineOfSlot = new Map<string, string>()
  const served = sets.map(({ entries }) => servedSlot(entries[0]!, uses))
  for (const [index, filled] of sets.entries()) {
    if (served[index] !== null) continue
    const key = keyOf(filled)
    const line = lines.get(key) ?? { sets: [], approvals: [] }
    line.sets.push(index)
    lines.set(key, line)
    for (const entry of filled.entries) {
      const leaf = afterOf(entry) ?? beforeOf(entry)
      for (const slot of leaf!.positions) lineOfSlot.set(`${entry.kind} ${slot}`, key)
    }
  }
  for (const [index, { set }] of sets.entries()) {
    const slot = served[index]
    if (slot === null || slot === undefined) continue
    const key = lineOfSlot.get(`${set.kind} ${slot}`)
    if (key !== undefined) lines.get(key)!.approvals.push(index)
    else lines.set(`alone ${index}`, { sets: [index], approvals: [] })
  }
  const rankOfLine = (line: SetLine) => {
    const isUrgent = line.sets.some((index) => isAmong(sets[index]!, isWarned))
    return `${isUrgent ? 0 : 1} ${rankOf(sets[line.sets[0]!]!)}`
  }
  const rank = new Map([...lines.values()].map((line) => [line, rankOfLine(line)]))
  return [...lines.values()].sort((one, other) => compareText(rank.get(one)!, rank.get(other)!))
}

function isAmong({ set, entries }: FilledSet, isWarned: (slot: number) => boolean): boolean {
  if (set.route === null && set.kind !== 'removed' && set.kind !== 'described') return true
  return entries.some((entry) => afterOf(entry)?.positions.some(isWarned) ?? false)
}

function useOf({ permissions }: TreeActions, isChanged: (slot: number) => boolean): ApprovalUse {
  const keptIndices = new Set<number>()
  const serving = new Map<number, number>()
  for (const permission of permissions) {
    const slots = slotsOf(permission)
    const isNew = slots.every(isChanged)
    for (const { slot } of permission.approvals) {
      if (!isNew) keptIndices.add(slot)
      else if (!serving.has(slot)) serving.set(slot, slots[0]!)
    }
  }
  for (const slot of [...serving.keys()]) {
    if (keptIndices.has(slot) || !isChanged(slot)) serving.delete(slot)
  }
  return { serving }
}

function slotsOf({ plain, valued }: Permission): readonly number[] {
  return [plain, valued].flatMap((each) => (each === null ? [] : [each.slot]))
}

/** The key of sets in one line: each of its actions has the same accounts and values. */
function keyOf({ set }: FilledSet): string {
  if (set.kind === 'described') return 'described'
  const change = [set.before?.decoder ?? null, set.after?.decoder ?? null]
  if (isDecoderOnly(set)) return JSON.stringify(['decoder', ...change])
  const values = set.values.flatMap(({ parameters, readings }) => {
    if (parameters.length === 0) return []
    const isPlain = parameters.length === 1
    const names = isPlain && parameters[0]!.kind === 'token' ? ['token'] : parameters.map(labelOf)
    return [[names, readings.map((reading) => reading.join(' ')).sort()]]
  })
  const by = set.route === null ? set.signature : set.route.split('/')[0]
  const isChange = set.kind === 'changed'
  const flags = isChange ? [...change, set.before!.canSendValue, set.after!.canSendValue] : []
  return JSON.stringify([set.kind, by, set.route === null, set.isPossible, flags, values])
}

function labelOf({ name, kind, side }: FilledSet['set']['values'][number]['parameters'][number]) {
  return `${kind} ${kind === 'target' ? '' : name} ${side}`
}

/** A change of the decoder and of nothing else. */
export function isDecoderOnly({ kind, before, after, values }: FilledSet['set']): boolean {
  if (kind !== 'changed' || before === null || after === null) return false
  const isSameFlag = before.canSendValue === after.canSendValue
  const isSameValues = values.every(({ columns }) => columns.every(({ side }) => side === 'both'))
  return isSameFlag && isSameValues && before.decoder !== after.decoder
}

function rankOf({ set, entries }: FilledSet): string {
  const order = { changed: 1, added: 1, removed: 2, described: 3 }[set.kind]
  const isUnknown = set.route === null && order === 1
  const name = set.route?.split('/')[0] ?? '~'
  const target: Address = entries[0]!.target
  const sign = { changed: 1, added: 0, removed: 2, described: 3 }[set.kind]
  return [isUnknown ? 0 : order, name, target, sign, set.route ?? set.signature].join(' ')
}
