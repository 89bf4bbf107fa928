import { isAddressText } from '@vaultwright/base'
import { bookProblemOf, nameShapeOf } from '@vaultwright/registry'
import type { AccountNameData, SessionData } from '@vaultwright/wire'

/** The fields of a name that is being written; an empty chain is every chain. */
export type BookDraft = { readonly chain: string; readonly address: string; readonly name: string }

/** True if a role may name accounts. */
export function mayName(role: SessionData['user']['role']): boolean {
  return role === 'curator' || role === 'admin'
}

/** The names whose text, address or chain holds the words. */
export function filterBook(
  names: readonly AccountNameData[],
  text: string,
): readonly AccountNameData[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  return names.filter(({ name, address, chain }) => {
    const line = `${name} ${address} ${chain ?? 'every chain'}`.toLowerCase()
    return words.every((word) => line.includes(word))
  })
}

/** Finds why a draft cannot be sent; null where it can, and where nothing is written yet. */
export function draftProblemOf(
  { address, name }: BookDraft,
  names: readonly AccountNameData[],
): { readonly field: 'address' | 'name'; readonly message: string } | null {
  if (address !== '' && !isAddressText(address)) {
    return { field: 'address', message: 'An address is 0x and 40 hex digits.' }
  }
  if (name === '') return null
  const problem = bookProblemOf(name)
  if (problem !== null) return { field: 'name', message: problem }
  const twin = names.find(
    (entry) =>
      entry.address.toLowerCase() !== address.toLowerCase() &&
      nameShapeOf(entry.name) === nameShapeOf(name),
  )
  if (twin === undefined) return null
  return { field: 'name', message: `It looks like ${twin.name}, the name of ${twin.address}.` }
}
