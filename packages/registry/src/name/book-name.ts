import type { Address } from '@vaultwright/base'
import { type AccountName, maxShown, type NameLookup } from './account-name.ts'
import { lookOf } from './look.ts'
import { recordedNames } from './registry-name.ts'

/** A name that a tenant gave to an account of its own. */
export type BookEntry = {
  /** Null for every chain of the EVM: the account of a key is one on all of them, a contract is not. */
  readonly chainId: number | null
  readonly address: Address
  readonly text: string
}

/** Words that a name may not be: a reader would take it for where a name comes from, or for a verdict. */
const reserved = ['registry', 'definition', 'lock file', 'chain', 'service', 'address book', 'tree']
const verdicts = ['verified', 'proven', 'yes', 'no', 'open', 'vault', 'manager', 'the vault']

let recorded: ReadonlySet<string> | null = null

/**
 * Finds why a text cannot be a name in an address book: an empty or long one, one with letters that hide or turn
 * others, and one that looks like a name of the record.
 *
 * @returns a sentence that says what to write; null where the text is a name.
 */
export function bookProblemOf(text: string): string | null {
  const length = [...text].length
  if (length === 0 || length > maxShown) {
    return `A name has 1 to ${maxShown} characters, and this one has ${length}.`
  }
  if (text.trim() !== text || /\s\s/.test(text)) {
    return 'A name has no space at its ends and no two spaces in a row.'
  }
  if (text.normalize('NFC') !== text || !isPlain(text)) {
    return "A name has letters a to z, with accents or without, digits, single spaces and . _ - + # ' alone. Leave everything else out."
  }
  if (/^0x/i.test(text)) return 'A name that begins like an address would pass for one.'
  recorded ??= new Set([...recordedNames(), ...reserved, ...verdicts].map(nameShapeOf))
  return recorded.has(nameShapeOf(text))
    ? 'The name looks like one of the published record, or like a word of a verdict. Add what tells them apart.'
    : null
}

/**
 * Names accounts as a tenant's address book does. A name of the chain goes before one of every chain; an entry whose
 * text is not a name names nothing, whoever sends it.
 *
 * @param chainId - as in 1; null names only what is named on every chain.
 */
export function bookNames(entries: readonly BookEntry[], chainId: number | null): NameLookup {
  const names = new Map<string, AccountName>()
  const all = entries.filter((entry) => entry.chainId === null)
  const onChain = entries.filter((entry) => entry.chainId !== null && entry.chainId === chainId)
  for (const { address, text } of [...all, ...onChain]) {
    if (bookProblemOf(text) !== null) continue
    names.set(address.toLowerCase(), { text, source: 'address book' })
  }
  return (address) => names.get(address.toLowerCase()) ?? null
}

/** Reduces a name to what a hurried reader sees: letter case, accents, spaces and signs do not count. */
export function nameShapeOf(text: string): string {
  return lookOf(text)
    .replace(/[^a-z0-9]/g, '')
    .replaceAll('0', 'o')
    .replace(/[1i]/g, 'l')
    .replaceAll('5', 's')
}

/** Letters that are a to z without their accents, and few signs: nothing that another alphabet could pretend. */
function isPlain(text: string): boolean {
  const bare = text.normalize('NFD').replace(/[\u0300-\u036f]/g, '')
  return /^[A-Za-z0-9][A-Za-z0-9 ._+#'-]*$/.test(bare) && !/[\u0300-\u036f]/.test(text)
}
