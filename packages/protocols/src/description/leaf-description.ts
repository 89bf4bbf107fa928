import { type Address, isSameAddress } from '@vaultwright/base'
import type { Leaf } from '@vaultwright/manager'
import { contractsAt, tokenOf } from '@vaultwright/registry'
import type { CallContext } from '../meaning/value-text.ts'

/** Functions that let another account spend, a drone's own among them. */
const approving = /approv|allowance|permit/i
const approve = '0x095ea7b3'
/** Functions that a token itself has. */
const ofToken = /^(approve|transfer|transferFrom)\(/

/** Symbols that tokens had before: trees of that time still say them. */
const formerSymbols: Readonly<Record<string, string>> = { INST: 'FLUID' }

/** Protocols whose names stand for nothing else in a description, by the first part of their name on record. */
const protocolWords: Readonly<Record<string, string>> = {
  aave: 'Aave',
  aura: 'Aura',
  balancer: 'Balancer',
  compound: 'Compound',
  convex: 'Convex',
  curve: 'Curve',
  euler: 'Euler',
  fluid: 'Fluid',
  gearbox: 'Gearbox',
  morpho: 'Morpho',
  one: '1inch',
  pendle: 'Pendle',
  uniswap: 'Uniswap',
}

/** Words of a limit, with its number: a leaf binds accounts alone. */
const limit =
  /\b(?:up to|at most|no more than|limited to|max(?:imum)?(?: of)?|only)\s+(?:[$€]\s*)?\d[\d.,_]*\s*[A-Za-z%₮]*/i

/**
 * Compares the words of a leaf's description with its bytes. Descriptions are no part of the root:
 * the sender of the file may write anything there.
 *
 * A word contradicts only where the record knows it and what the leaf binds: another token, another protocol, an
 * account that is not in the leaf, a limit that no leaf has, an approval that is none.
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
  if (spending !== null && !approving.test(signature)) {
    return `it speaks of an approval, but the function is ${signature}`
  }
  if (selector === approve && !/approv|allow|permit|spend|revok|reset/i.test(description)) {
    return 'it does not say that the function is approve, which lets another account spend'
  }
  const [bound] = limit.exec(description) ?? []
  if (bound !== undefined) return `it says “${bound}”, but a leaf binds no amount`
  if (spending !== null && selector === approve) {
    const symbol = context.units(target)?.symbol ?? null
    const isOther = symbol !== null && symbol !== target && !isSameWord(symbol, spending[1]!)
    if (isOther) return `it says ${spending[1]}, but the token is ${symbol}`
  }
  return context.chainId === null ? null : recordProblemOf(leaf, context.chainId, context.vault)
}

/** Compares the tokens and protocols that a description names with those on record that the leaf binds. */
function recordProblemOf(leaf: Leaf, chainId: number, vault: Address | null): string | null {
  const { description, target, signature } = leaf
  const words = description.replace(/0x[0-9a-fA-F]+/g, ' ').match(/[A-Za-z][\w.\-₮]*/g) ?? []
  const symbolIn = (word: string) => tokenOf(chainId, formerSymbols[word] ?? word)?.symbol ?? null
  const symbols = words.filter((word) => word.length > 2).flatMap((word) => symbolIn(word) ?? [])
  // What a function of a protocol pays out stands in no argument: its target alone says nothing of tokens.
  const tokens = [...(ofToken.test(signature) ? [target] : []), ...leaf.arguments]
    .filter((account) => vault === null || !isSameAddress(account, vault))
    .flatMap((account) => tokenOf(chainId, account)?.symbol ?? [])
  if (symbols.length > 0 && tokens.length > 0 && !symbols.some((each) => tokens.includes(each))) {
    return `it says ${symbols[0]}, but the leaf binds ${tokens.join(' and ')}`
  }
  const plain = new Set(
    words.filter((word) => symbolIn(word) === null).map((word) => word.toLowerCase()),
  )
  const named = Object.entries(protocolWords).filter(
    ([key, title]) => plain.has(key) || (title === '1inch' && /\b1inch\b/i.test(description)),
  )
  const protocols = [target, ...leaf.arguments]
    .flatMap((account) => contractsAt(chainId, account))
    .map(({ protocol }) => protocol.split('_', 1)[0]!)
    .filter((key) => key in protocolWords)
  const isOther = protocols.length > 0 && !named.some(([key]) => protocols.includes(key))
  return named.length > 0 && isOther
    ? `it says ${named[0]![1]}, but the leaf is of ${protocolWords[protocols[0]!]}`
    : null
}

function isSameWord(word: string, text: string): boolean {
  const plain = (each: string) => each.toLowerCase().replace(/[^a-z0-9₮]/g, '')
  const former = formerSymbols[text]
  return plain(word) === plain(text) || (former !== undefined && plain(word) === plain(former))
}
