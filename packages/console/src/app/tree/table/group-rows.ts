import type { Address } from '@vaultwright/base'
import { printAccount } from '@vaultwright/registry'
import type { Meaning } from '../analysis/question.ts'
import type { LeafRow } from '../state/open-tree.ts'
import type { Grouping } from '../state/tree-search.ts'

/** The line of the table. */
export type LeafLine =
  | { readonly kind: 'group'; readonly title: string; readonly count: number }
  | { readonly kind: 'leaf'; readonly row: LeafRow }

/**
 * Puts leaves together, the largest group first; within a group they stay in slot order.
 *
 * @param rows - in slot order.
 * @param by - null leaves them as they are.
 * @param meaning - protocols, actions and names; null while they are not known.
 * @returns lines in the order of the table.
 */
export function groupRows(
  rows: readonly LeafRow[],
  by: Grouping,
  meaning: Meaning | null,
): readonly LeafLine[] {
  if (by === null) return rows.map((row) => ({ kind: 'leaf', row }))
  const groups = new Map<string, LeafRow[]>()
  for (const row of rows) {
    const title = titleOf(row, by, meaning)
    const group = groups.get(title)
    if (group === undefined) groups.set(title, [row])
    else group.push(row)
  }
  return [...groups]
    .sort(([, one], [, other]) => other.length - one.length)
    .flatMap(([title, group]): readonly LeafLine[] => [
      { kind: 'group', title, count: group.length },
      ...group.map((row) => ({ kind: 'leaf', row }) as const),
    ])
}

function titleOf(
  { slot, leaf }: LeafRow,
  by: NonNullable<Grouping>,
  meaning: Meaning | null,
): string {
  const named = (address: Address) =>
    printAccount(address, (each) => meaning?.names[each.toLowerCase()] ?? null, { whole: true })
  switch (by) {
    case 'target':
      return named(leaf.target)
    case 'decoder':
      return named(leaf.decoder)
    case 'function':
      return leaf.signature || leaf.selector
    case 'protocol':
      return meaning?.protocols[slot] ?? 'Not described by any protocol'
    case 'action': {
      const action = meaning?.actions[slot] ?? null
      return action === null
        ? 'Not described by any action'
        : `${meaning?.protocols[slot]}: ${action}`
    }
  }
}
