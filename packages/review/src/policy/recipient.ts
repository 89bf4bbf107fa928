import { type Address, type Hex, isSameAddress, zeroAddress } from '@vaultwright/base'
import { canPack, rulesFor } from '@vaultwright/manager'
import { accountOf, parseLabel, roleOf } from '@vaultwright/protocols'
import { accountPathsIn } from '../leaf/account-path.ts'
import { isVaultSlot } from '../leaf/vault-slot.ts'
import type { UsedLeaf } from '../lint/lint-input.ts'
import type { PolicyInput } from './policy-input.ts'

/** Somebody whom a leaf lets receive, own or be acted for. */
export type Recipient = {
  /** 20 bytes, or 32 on machines that have such accounts. */
  readonly account: Hex
  /** The index of the argument, from 0. */
  readonly at: number
  readonly label: string | null
  /** False where some decoders pack something else in this place, so that it may be no receiver. */
  readonly isSure: boolean
}

/** The recipients in a leaf: every one that it binds, and if that is all. */
export type Recipients = {
  readonly bound: readonly Recipient[]
  /** Parameters that name a receiver and that no decoder of the function binds. */
  readonly unbound: readonly string[]
  /** False if no rule says what the function or one of its arguments is for. */
  readonly isKnown: boolean
}

/** Spending through an operator is an approval: what it lets out is judged there. */
const operatorApproval = 'setApprovalForAll(address,bool)'

/**
 * The function that entrusts an account: its new actor can take what the account holds; elsewhere
 * an executor is a router.
 */
const entrusting = 'addExecutor(address)'

/** The zero address as the receiver of a fee or a refund means the caller, or none; as the caller, any account. */
const optional = /fee|refund|caller/i

/** Reads from a leaf who receives. */
export function recipientsOf(item: UsedLeaf, input: PolicyInput): Recipients {
  const { leaf, labels } = item
  if (leaf.signature === operatorApproval) return { bound: [], unbound: [], isKnown: true }
  const bound: Recipient[] = []
  for (const [index, label] of labels.entries()) {
    const isEntrusted = leaf.signature === entrusting && index === 0
    const isRecipient = isEntrusted || (label !== null && roleOf(label) === 'recipient')
    const isInPlace = isVaultSlot(input.slots, leaf, index)
    if (!isRecipient && !isInPlace) continue
    const account = recipientAt(item, index)
    const isSure = isEntrusted || isInPlace || (label !== null && isAlways(label))
    if (account !== null) bound.push({ account, at: index, label, isSure })
  }
  const isOpen = labels.some((label, at) => label === null && !isVaultSlot(input.slots, leaf, at))
  const isKnown = isKnownFunction(item) && (!isOpen || isNamed(item, input))
  return { bound, unbound: isKnown ? unboundIn(item, input) : [], isKnown }
}

/**
 * Says whether it is known what the function of a leaf does: a rule fits it, or it is ERC-20's own.
 */
export function isKnownFunction({ fit, labels }: UsedLeaf): boolean {
  return fit === 'fits' || (fit === 'unknown' && labels.length > 0 && !labels.includes(null))
}

/** Decoders that pack differently call one argument by several names; the caller is the vault itself. */
function isAlways(label: string): boolean {
  return label.split(' or ').every((one) => one === 'caller()' || roleOf(one) === 'recipient')
}

/**
 * True if a receiver has a name: where lists follow each other their ends are unknown, but none of
 * them may name a receiver.
 */
function isNamed({ leaf, labels, isDrone }: UsedLeaf, { rules }: PolicyInput): boolean {
  const named = new Set(labels.map((label) => (label === null ? '' : parseLabel(label).word)))
  const count = leaf.arguments.length - (isDrone ? 1 : 0)
  return rulesFor(rules, leaf.selector)
    .filter((rule) => canPack(rule, count))
    .flatMap(({ wordings }) => wordings)
    .flatMap((rule) => [rule.packs, ...Object.values(rule.let ?? {})])
    .flatMap((text) => text.match(/[\w$]+/g) ?? [])
    .every((word) => roleOf(word) !== 'recipient' || named.has(parseLabel(word).word))
}

/** The zero address receives too, for what goes there is lost; accounts of other machines keep their 32 bytes. */
function recipientAt(item: UsedLeaf, at: number): Hex | null {
  const { leaf, labels } = item
  const label = labels[at] ?? null
  const account: Address | null = accountOf(item, at)
  if (account !== null) return account
  const form = label === null ? 'whole' : parseLabel(label).form
  if (form === 'low') return null
  if (label !== null && optional.test(label)) return null
  const argument = leaf.arguments[at]!
  const low = leaf.arguments[at + 1]
  if (form === 'high' && low !== undefined) {
    return `0x${argument.slice(2, 34)}${low.slice(2, 34)}`.toLowerCase() as Hex
  }
  return isSameAddress(argument, zeroAddress) ? zeroAddress : argument
}

/** The unbound values: where several decoders pack so many arguments, one that binds is not enough. */
function unboundIn({ leaf, isDrone }: UsedLeaf, { rules }: PolicyInput): readonly string[] {
  const count = leaf.arguments.length - (isDrone ? 1 : 0)
  const open = rulesFor(rules, leaf.selector)
    .filter((rule) => canPack(rule, count))
    .flatMap(({ rule, checks, function: { inputs } }) => {
      const lets = Object.values(rule.let ?? {})
      const text = [rule.packs, ...lets, ...checks.map((check) => check.text)].join(' ')
      return accountPathsIn(inputs.fields, isReceiver).filter((path) => !mentions(text, path))
    })
  return [...new Set(open)]
}

function isReceiver(name: string, type: string): boolean {
  return /^(address|bytes32)$/.test(type) && roleOf(name) === 'recipient'
}

function mentions(text: string, path: string): boolean {
  const word = path.split('.').at(-1)!.replace(/\$/g, '\\$&')
  return new RegExp(`(?<![\\w$])${word}(?![\\w$])`).test(text)
}
