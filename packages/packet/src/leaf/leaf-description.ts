import type { Leaf } from '@vaultwright/manager'
import type { CallContext } from '@vaultwright/protocols'

/** Selectors of functions that let another account spend. */
const approvals: ReadonlySet<string> = new Set([
  '0x095ea7b3',
  '0x87517c45',
  '0xa22cb465',
  '0x39509351',
])
const approve = '0x095ea7b3'

/**
 * Compares the words of a leaf's description with its bytes. Descriptions are no part of the root:
 * the sender of the file may write anything there.
 *
 * @returns the first contradiction as a sentence; null where none shows.
 */
export function descriptionProblemOf(leaf: Leaf, context: CallContext): string | null {
  const { description, target, decoder, selector, signature } = leaf
  if (description === '') return null
  const accounts = [target, decoder, ...leaf.arguments].map((account) => account.toLowerCase())
  const [foreign] = (description.match(/0x[0-9a-fA-F]{40}(?![0-9a-fA-F])/g) ?? []).filter(
    (account) => !accounts.includes(account.toLowerCase()),
  )
  if (foreign !== undefined) return `it names ${foreign}, which is not in the leaf`
  const spending = /\bapprove\b.*\bto spend\s+([^\s,;]+)/i.exec(description)
  if (spending !== null && !approvals.has(selector)) {
    return `it speaks of an approval, but the function is ${signature}`
  }
  if (selector === approve && !/approv|allow|permit|spend|revok|reset/i.test(description)) {
    return 'it does not say that the function is approve, which lets another account spend'
  }
  if (spending === null || selector !== approve) return null
  const symbol = context.units(target)?.symbol ?? null
  const isOther = symbol !== null && symbol !== target && !isSameWord(symbol, spending[1]!)
  return isOther ? `it says ${spending[1]}, but the token is ${symbol}` : null
}

function isSameWord(word: string, other: string): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9₮]/g, '')
  return plain(word) === plain(other)
}
