import { type Address, isSameAddress, zeroAddress } from '@vaultwright/base'
import type { Leaf } from '@vaultwright/manager'
import { checksumOf } from '@vaultwright/merkle'

/** The role of an argument of a leaf, as far as its label tells. */
export type ArgumentRole = 'spender' | 'recipient' | 'other'

/** A leaf and what a rule calls its arguments; null where none tells. */
type LeafLabels = { readonly leaf: Leaf; readonly labels: readonly (string | null)[] }

/** The way a label turns the value that it names into 20 bytes. */
export type ArgumentForm = 'whole' | 'high' | 'low' | 'number'

/** A label read: the last word of its path, and the transform around it. */
export type ArgumentLabel = {
  readonly word: string
  readonly form: ArgumentForm
  readonly role: ArgumentRole
}

const spender = /^(spender|guy)$/
const recipient =
  /^(to|for|dst|users?|addr|account|holder|claimer|redeemer|borrower|staker|operator)$|^toaddress$|^tvmtarget|recipient|receiver|onbehalf|owner|benef|refund|destination|withdrawer|delegate/

/** Functions that open bytes of the calldata itself, in the notation of rules. */
const inCalldata = /^(abi|odosCompact)\(/

/** Rules have few different labels; a tree repeats them. */
const memo = new Map<string, ArgumentLabel>()
const memoSize = 4096

const forms: { readonly [transform: string]: ArgumentForm } = {
  hi16: 'high',
  lo16: 'low',
  uint160: 'number',
  join64: 'number',
}

/** Reads the label of an argument. */
export function parseLabel(label: string): ArgumentLabel {
  const cached = memo.get(label)
  if (cached !== undefined) return cached
  const form = readLabel(label)
  if (memo.size >= memoSize) memo.clear()
  memo.set(label, form)
  return form
}

/**
 * Tells what an argument is for.
 *
 * @returns `spender` for who may pull tokens, `recipient` for who receives, owns or is acted for.
 */
export function roleOf(label: string): ArgumentRole {
  return parseLabel(label).role
}

/**
 * Reads the account that an argument stands for.
 *
 * A bytes32 is packed as two arguments of 16 bytes each; together they are an EVM account when the
 * first 12 bytes are zero.
 *
 * @returns the account; null for the zero address, for the second half of a pair, and for accounts of other machines.
 */
export function accountOf({ leaf, labels }: LeafLabels, at: number): Address | null {
  const argument = leaf.arguments[at]!
  const label = labels[at] ?? null
  const form = label === null ? 'whole' : parseLabel(label).form
  if (form === 'low') return null
  if (form === 'whole') return isSameAddress(argument, zeroAddress) ? null : argument
  const low = leaf.arguments[at + 1]
  if (low === undefined || !argument.startsWith(`0x${'0'.repeat(24)}`)) return null
  return checksumOf(`0x${argument.slice(26, 34)}${low.slice(2, 34)}`)
}

/** The role by all labels: where decoders differ, the one that deserves the closer look counts. */
function roleOfAny(labels: readonly string[]): ArgumentRole {
  const roles = new Set(labels.map(roleOf))
  if (roles.has('recipient')) return 'recipient'
  return roles.has('spender') ? 'spender' : 'other'
}

function readLabel(label: string): ArgumentLabel {
  const call = /^(\w+)\((.*)\)$/.exec(label)
  const path = (call?.[2] ?? label).replace(/\[[^\]]*\]/g, '')
  const word = (path.split('.').at(-1) ?? '').replace(/[^A-Za-z0-9]/g, '').toLowerCase()
  const form = forms[call?.[1] ?? ''] ?? 'whole'
  return {
    word,
    form,
    role: label.includes(' or ') ? roleOfAny(label.split(' or ')) : roleIn({ label, word, form }),
  }
}

/**
 * A field of what was read from the chain is a fact about a position, not an account that is chosen; one
 * of bytes in the calldata is chosen by the caller.
 */
function roleIn({
  label,
  word,
  form,
}: {
  label: string
  word: string
  form: ArgumentForm
}): ArgumentRole {
  if (form === 'number' || (/\)\./.test(label) && !inCalldata.test(label))) return 'other'
  if (spender.test(word)) return 'spender'
  return recipient.test(word) ? 'recipient' : 'other'
}
