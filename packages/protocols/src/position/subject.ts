import { type Address, isAddressText } from '@vaultwright/base'
import type { Claim } from '../action/match.ts'
import type { PositionResult, PositionSubject } from './position.ts'
import { failedRead } from './position-result.ts'

/**
 * Reads an address that a subject names.
 *
 * @returns the address; null when the subject is damaged.
 */
export function addressIn({ values }: PositionSubject, name: string): Address | null {
  const text = values[name]
  return text !== undefined && isAddressText(text) ? text : null
}

/**
 * Reads a list of addresses that a subject names.
 *
 * @returns the addresses; null when the subject is damaged.
 */
export function addressesIn({ values }: PositionSubject, name: string): readonly Address[] | null {
  const text = values[name]
  if (text === undefined) return null
  const cached = lists.get(text)
  if (cached !== undefined) return cached
  const parts = text === '' ? [] : text.split(',')
  const list = parts.every(isAddressText) ? parts : null
  if (lists.size >= maxCachedLists) lists.clear()
  lists.set(text, list)
  return list
}

/** Lists that were read: a vault has the same from day to day, and texts that stay need not be hashed again. */
const lists = new Map<string, readonly Address[] | null>()
const maxCachedLists = 1024

/** Says that a subject cannot be read. */
export function damagedSubject({ reader, holder }: PositionSubject): PositionResult {
  return failedRead(
    `${reader} of ${holder}`,
    'What is to be looked at is not said as its reader expects it.',
  )
}

/**
 * Groups what claims name into subjects: one for each holder and account, with all that was named for it.
 *
 * @returns subjects in the order of their first row; each item of a list once.
 */
export function subjectsBy(
  reader: string,
  rows: readonly SubjectRow[],
): readonly PositionSubject[] {
  const groups = new Map<
    string,
    { readonly row: SubjectRow; readonly lists: Map<string, Set<string>> }
  >()
  for (const row of rows) {
    const key = JSON.stringify([row.holder, row.values])
    const group = groups.get(key) ?? { row, lists: new Map() }
    groups.set(key, group)
    for (const [name, items] of Object.entries(row.lists)) {
      const list = group.lists.get(name) ?? new Set()
      group.lists.set(name, list)
      for (const item of items) list.add(item)
    }
  }
  return [...groups.values()].map(({ row: { holder, values }, lists }) => ({
    reader,
    holder,
    values: {
      ...values,
      ...Object.fromEntries([...lists].map(([name, items]) => [name, [...items].join(',')])),
    },
  }))
}

/** The part that one claim adds to a subject. */
export type SubjectRow = {
  readonly holder: Address
  /** The values that tell subjects of a holder apart. */
  readonly values: Readonly<Record<string, string>>
  /** The lists that are gathered. */
  readonly lists: Readonly<Record<string, readonly string[]>>
}

/**
 * Reads an address that a claim binds.
 *
 * @returns the address; nothing when the leaf does not bind it: lists take it as it is.
 */
export function boundIn({ binding }: Claim, name: string): readonly Address[] {
  const value = binding[name]
  return typeof value === 'string' && isAddressText(value) ? [value] : []
}
