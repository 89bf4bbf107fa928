import type { Address, Hex } from '@vaultwright/base'
import {
  type AbiFunction,
  AbiTypeError,
  encodeCall,
  packArguments,
  parseSignature,
  rulesFor,
} from '@vaultwright/manager'
import { contractsAt } from '@vaultwright/registry'
import { ruleBook } from '../catalogue/rule-book.ts'
import { type CallArgument, callArgumentsOf, valuesOfArguments } from './argument.ts'
import { type DescribedArgument, describeArgument } from './argument-text.ts'
import {
  type CallReading,
  decodeOrNull,
  isFor,
  type ReadableCall,
  readingsOfCall,
  withoutDrone,
} from './call-reading.ts'
import { sentenceOf } from './sentence.ts'
import { tailArgumentsOf } from './tail.ts'
import type { CallContext } from './value-text.ts'

/** What a call does, from its calldata alone. */
export type CallDescription = {
  /** With the names of its parameters where a rule or an action has them; null when it is not known. */
  readonly signature: string | null
  /** What the action's own sentence says; several where several actions make the call, none where none does. */
  readonly sentences: readonly string[]
  /** Routes of the actions that the sentences are of. */
  readonly routes: readonly string[]
  readonly arguments: readonly DescribedArgument[]
  /** Bytes behind the arguments that the function does not read. */
  readonly trailing: Hex
  /** What tells a drone where to forward the call; 0x without one. */
  readonly suffix: Hex
  /** The account that is called, behind a drone where one forwards the call. */
  readonly target: Address
  /** Why arguments and sentence do not show the whole calldata; null when they do. */
  readonly unread: string | null
}

/** With more actions than this, a sentence for each says little. */
const mostSentences = 3

/**
 * Describes a call: one sentence and every argument by name and meaning.
 *
 * Names and decimals come from the context; everything else from the calldata. Without an action, what
 * an argument is for is guessed from its name and type, and marked so.
 *
 * @param call - target, calldata with or without a drone's suffix, value.
 * @param signature - of the function, where neither a rule nor an action has its selector; as a leaf states it.
 */
export function describeCall(
  call: ReadableCall,
  context: CallContext,
  signature = '',
): CallDescription {
  const plain = withoutDrone(call)
  const readings = likeliestOf(readingsOfCall(call), plain, context)
  const [reading = null] = readings
  const fn = functionOf(plain, reading, signature)
  const shared = {
    sentences: sentencesOf(readings, context),
    routes: readings.map(({ action }) => action.route),
    suffix: `0x${call.data.slice(plain.data.length).toLowerCase()}` as const,
    target: plain.target,
  }
  if (fn === null) {
    const size = plain.data.length / 2 - 1
    const unread =
      size === 0
        ? null
        : `No rule and no action has the function ${plain.data.slice(0, 10)}; its ${size} bytes are not read.`
    return { signature: null, ...shared, arguments: [], trailing: '0x', unread }
  }
  const decoded = decodeOrNull(fn.fn, plain.data)
  if (decoded === null) {
    const unread = `The arguments of ${fn.fn.canonical} cannot be read: a contract would refuse them.`
    const nothing = { sentences: [], routes: [], arguments: [], trailing: '0x' } as const
    return { ...shared, signature: fn.text, ...nothing, unread }
  }
  const args = callArgumentsOf(fn.fn, decoded.values, plain.data.slice(0, 10) as Hex)
  const packed = packedEntriesOf(plain.data)
  const behind = reading === null ? [] : tailArgumentsOf(reading.action, decoded.trailing)
  return {
    signature: fn.text,
    ...shared,
    arguments: [...args, ...packed, ...behind].map((argument) =>
      describeArgument(argument, { reading, context }),
    ),
    trailing: decoded.trailing,
    unread: decoded.isCanonical
      ? null
      : 'Parts of the calldata are not shown: its offsets overlap, leave gaps or point backwards, or its padding is not zero.',
  }
}

/**
 * Encodes what a description shows: the inverse of `describeCall`.
 *
 * @returns the calldata; null when the description says that it does not show all of it.
 */
export function encodeDescription({
  signature,
  arguments: args,
  trailing,
  suffix,
  unread,
}: CallDescription): Hex | null {
  if (signature === null || unread !== null) return null
  const fn = parseSignature(signature)
  const own = args.filter(({ within }) => within === null)
  const values = valuesOfArguments(fn, new Map(own.map(({ path, value }) => [path, value])))
  if (values === null) return null
  return `${encodeCall(fn, values)}${trailing.slice(2)}${suffix.slice(2)}`
}

/** Many actions of one interface say little more than that they are many; bytes that are not read say nothing. */
function sentencesOf(readings: readonly CallReading[], context: CallContext): readonly string[] {
  if (readings.some(({ isOpaque }) => isOpaque)) {
    const routes = readings.map(({ action }) => action.route).join(', ')
    return [`not certain, for its bytes are not read: perhaps ${routes}`]
  }
  if (readings.length > mostSentences) {
    const routes = readings.map(({ action }) => action.route).join(', ')
    return [`one of ${readings.length} actions: ${routes}`]
  }
  const sentences = [...new Set(readings.map((reading) => sentenceOf(reading, context)))]
  return sentences.length > 1 ? sentences.map((text) => `possibly: ${text}`) : sentences
}

type NamedFunction = { readonly fn: AbiFunction; readonly text: string }

function functionOf(
  { data }: ReadableCall,
  reading: CallReading | null,
  signature: string,
): NamedFunction | null {
  const [rule] = rulesFor(ruleBook, data.slice(0, 10))
  const text = reading?.action.signature ?? rule?.rule.signature ?? signature
  if (text === '') return null
  try {
    return { fn: parseSignature(text), text }
  } catch (error) {
    // The words of a tree: whatever they are, they do not name a function.
    if (error instanceof AbiTypeError) return null
    throw error
  }
}

/** An action of the vault's own is likelier than one with a receiver, and that than one of another vault. */
function actorMarkOf(reading: CallReading, vault: Address | null): number {
  if (vault === null || reading.values.self === undefined) return 1
  return isFor(reading, vault) ? 2 : 0
}

/** What decoders read out of calldata that is not arguments, such as a compact swap: all rules must agree. */
function packedEntriesOf(data: Hex): readonly CallArgument[] {
  const rules = rulesFor(ruleBook, data.slice(0, 10)).filter(({ isByteParsed }) => isByteParsed)
  const entries = new Map<string, CallArgument>()
  for (const rule of rules) {
    const outcome = packArguments(rule, data, {})
    if (!outcome.ok) continue
    for (const { label, address } of outcome.entries) {
      const place = { path: label, pattern: label, type: 'address', within: 'calldata' }
      entries.set(label, { ...place, value: address })
    }
  }
  return [...entries.values()]
}

/** Who is known to stand at the target decides first, then how exactly an action makes the call. */
function likeliestOf(
  readings: readonly CallReading[],
  call: ReadableCall,
  { chainId, vault }: CallContext,
): readonly CallReading[] {
  const owners = chainId === null ? [] : contractsAt(chainId, call.target)
  const protocols = new Set(owners.map(({ protocol }) => protocol))
  const marksOf = (reading: CallReading): readonly number[] => [
    protocols.has(reading.action.protocol) ? 1 : 0,
    reading.isExact ? 1 : 0,
    -reading.differences.length - reading.missing.length,
    actorMarkOf(reading, vault),
  ]
  const compare = (one: CallReading, other: CallReading): number => {
    const theirs = marksOf(other)
    for (const [index, mark] of marksOf(one).entries()) {
      if (mark !== theirs[index]) return theirs[index]! - mark
    }
    return 0
  }
  const sorted = [...readings].sort(compare)
  const [best] = sorted
  if (best === undefined) return []
  return sorted.filter((reading) => {
    // Nothing distinguishes the bytes of one action from those of another of its protocol.
    const isSibling = best.isOpaque && reading.action.protocol === best.action.protocol
    return isSibling || compare(reading, best) === 0
  })
}
