import { type Address, escapeForeign, escapeInvisible } from '@vaultwright/base'

/**
 * The source of an account's name: the published record of this project, a vault definition, a lock
 * file (what a chain answered once), the address book of the reader's own tenant, a chain now, a service, or a
 * description in a tree. The order is that of trust.
 */
export type NameSource =
  | 'registry'
  | 'definition'
  | 'lock'
  | 'address book'
  | 'chain'
  | 'service'
  | 'tree'

/** The name of an account and its source. */
export type AccountName = {
  readonly text: string
  readonly source: NameSource
  /** The name is of one chain's record, and it is not known that the account is on that chain. */
  readonly isOfOneChain?: true
}

/** Finds the name of an account; null when it has none. */
export type NameLookup = (address: Address) => AccountName | null

/** The printed form of an account. */
export type PrintedAccount = {
  /** The address with all its digits; else its first and last four. */
  readonly whole: boolean
}

/** From the most trusted to the least. */
const sources: readonly NameSource[] = [
  'registry',
  'definition',
  'lock',
  'address book',
  'chain',
  'service',
  'tree',
]

/** Longer names are not names. */
export const maxShown = 60

/**
 * Joins lookups: the name of the most trusted source counts, whatever the order of the lookups.
 *
 * @param lookups - of one source, the first that has a name counts.
 */
export function joinNames(...lookups: readonly NameLookup[]): NameLookup {
  return (address) => {
    let best: AccountName | null = null
    for (const lookup of lookups) {
      const name = lookup(address)
      if (name !== null && (best === null || rankOf(name) < rankOf(best))) best = name
    }
    return best
  }
}

/**
 * Prints a name so that its source is visible: in quotes, which no text can close, stands what a tree's description
 * or a contract says of itself.
 *
 * @returns one line without control characters, at most 60 characters of the name; in quotes in ASCII alone.
 */
export function printName({ text, source }: AccountName): string {
  const shown = text.length > maxShown ? `${[...text].slice(0, maxShown).join('')}…` : text
  if (!isQuoted({ text, source })) return escapeInvisible(shown)
  const ellipsis = shown === text ? '' : '…'
  const plain = escapeForeign(ellipsis === '' ? shown : shown.slice(0, -1)).replaceAll('"', "'")
  return `"${plain}${ellipsis}"`
}

/** True if a name comes from a contract or a tree alone, so that no trusted source confirms it. */
export function isQuoted({ text, source }: AccountName): boolean {
  // A lock file has what a contract said once: a symbol with a mark in it could pass for a source.
  const isForeign = source === 'chain' || source === 'service' || source === 'tree'
  return isForeign || (source === 'lock' && !/^[\w.+\-/₮ ]+$/.test(text))
}

/**
 * Prints an account that a decision depends on: the address always stands beside the name.
 *
 * @returns as in `USDC 0xA0b8…eB48`, `aave pool (definition) 0x…`, `"Aave pool" 0x…`; the address alone without a name.
 */
export function printAccount(
  address: Address,
  names: NameLookup,
  { whole }: PrintedAccount,
): string {
  const shown = whole ? address : shortAddress(address)
  const name = names(address)
  return name === null ? shown : `${sourcedName(name)} ${shown}`
}

/**
 * Prints an account in a list: a name of the registry stands alone, any other beside its address.
 *
 * @returns as in `USDC`, `aave pool (definition) 0x1234…abcd`, `"Aave pool" 0x1234…abcd`.
 */
export function printBrief(address: Address, names: NameLookup, printed: PrintedAccount): string {
  const name = names(address)
  const isBrief = name !== null && isTrusted(name) && !printed.whole
  return isBrief ? printName(name) : printAccount(address, names, printed)
}

/**
 * Prints an account that a reader decides about: the address is shortened only where the registry names it.
 *
 * @returns as in `USDC 0xA0b8…eB48`, `aave pool (definition) 0x…` and `0x…` with all digits.
 */
export function printTrusted(address: Address, names: NameLookup, printed: PrintedAccount): string {
  const name = names(address)
  const isShort = name !== null && isTrusted(name) && !printed.whole
  return printAccount(address, names, { whole: !isShort })
}

/**
 * Names the accounts in a printed text, each as `printTrusted` does.
 *
 * @param text - without control characters; what is longer than an address, such as calldata, stays.
 */
export function nameAccounts(text: string, names: NameLookup, printed: PrintedAccount): string {
  return text.replace(/\b0x[0-9a-fA-F]{40}(?![0-9a-fA-F])/g, (address) =>
    printTrusted(address as Address, names, printed),
  )
}

/** Shortens an address to its first and last four digits; other texts stay. */
export function shortAddress(address: string): string {
  return address.length === 42 ? `${address.slice(0, 6)}…${address.slice(-4)}` : address
}

/** True if a name stands for the account: the record of the account's own chain has it. */
function isTrusted({ source, isOfOneChain }: AccountName): boolean {
  return source === 'registry' && isOfOneChain !== true
}

function sourcedName(name: AccountName): string {
  const isMarked = name.source === 'registry' || isQuoted(name)
  return isMarked ? printName(name) : `${printName(name)} (${name.source})`
}

function rankOf({ source }: AccountName): number {
  return sources.indexOf(source)
}
