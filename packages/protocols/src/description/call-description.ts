import { type Address, type Hex, isSameAddress } from '@vaultwright/base'
import {
  type AbiFunction,
  AbiTypeError,
  droneTargetOf,
  encodeCall,
  parseSignature,
  rulesFor,
} from '@vaultwright/manager'
import { type AccountName, contractsAt, type KnownToken, namesakeOf } from '@vaultwright/registry'
import { ruleBook } from '../catalogue/rule-book.ts'
import { callArgumentsOf, valuesOfArguments } from '../meaning/argument.ts'
import { type DescribedArgument, describeArgument } from '../meaning/argument-text.ts'
import {
  type CallReading,
  decodeOrNull,
  isFor,
  type ReadableCall,
  readingsOfPlain,
  withoutDrone,
} from '../meaning/call-reading.ts'
import { sentenceOf } from '../meaning/sentence.ts'
import { tailArgumentsOf } from '../meaning/tail.ts'
import { accountNameOf, type CallContext } from '../meaning/value-text.ts'
import { freedomsOf, freeTextOf, markFreeValues } from './free-value.ts'

/** The description of a call, from its calldata alone. */
export type CallDescription = {
  /** With the names of its parameters where a rule or an action has them; null when it is not known. */
  readonly signature: string | null
  /** The sentences of the action itself; several where several actions make the call, none where none does. */
  readonly sentences: readonly string[]
  /** Routes of the actions that the sentences are of. */
  readonly routes: readonly string[]
  readonly arguments: readonly DescribedArgument[]
  /** Bytes behind the arguments that the function does not read. */
  readonly trailing: Hex
  /** The suffix that tells a drone where to forward the call; 0x without one. */
  readonly suffix: Hex
  /** The account that is called, behind a drone where one forwards the call. */
  readonly target: Address
  /** The account that a drone would call, where the target is not known to be a drone and runs the call itself. */
  readonly unforwarded: Address | null
  /** Tokens that call themselves like one on record of the chain, and are not it. */
  readonly namesakes: readonly Namesake[]
  /** Why arguments and sentence do not show the whole calldata; null when they do. */
  readonly unread: string | null
}

/** A token whose own name makes a reader think of another. */
export type Namesake = {
  readonly token: Address
  /** As it calls itself. */
  readonly name: AccountName
  readonly record: Pick<KnownToken, 'symbol' | 'address'>
}

/** The leaf that permits a call. */
export type DescribedLeaf = {
  /** As the leaf states it; may be empty. */
  readonly signature: string
  /** Null where only the function is known. */
  readonly arguments: readonly Address[] | null
}

/** With more actions than this, a sentence for each says little. */
const maxSentences = 3

/**
 * Describes a call: one sentence and every argument by name and meaning.
 *
 * Names and decimals come from the context; everything else from the calldata. Without an action, what
 * an argument is for is guessed from its name and type, and marked so.
 *
 * @param call - target, calldata with or without a drone's suffix, value.
 * @param leaf - what permits the call: its function where neither a rule nor an action has the selector, and
 *   how many arguments it binds; null where it is not known.
 */
export function describeCall(
  call: ReadableCall,
  context: CallContext,
  leaf: DescribedLeaf | null = null,
): CallDescription {
  const data = call.data.toLowerCase() as Hex
  const named = droneTargetOf(data)
  const isDrone = context.drones.some((one) => isSameAddress(one, call.target))
  const plain = isDrone ? withoutDrone(call) : { ...call, data }
  const drone = isDrone && named !== null ? call.target : null
  const acting = { ...context, vault: drone ?? context.vault }
  const readings = likeliestOf(readingsOfPlain(plain), plain, acting)
  const [reading = null] = readings
  const fn = functionOf(plain, reading, leaf?.signature ?? '')
  const shared = {
    sentences: sentencesOf(readings, context, drone),
    routes: readings.map(({ action }) => action.route),
    suffix: `0x${call.data.slice(plain.data.length).toLowerCase()}` as const,
    target: plain.target,
    unforwarded: isDrone ? null : named,
    namesakes: namesakesIn([plain.target], context),
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
  const behind = reading === null ? [] : tailArgumentsOf(reading.action, decoded.trailing)
  const freedoms = freedomsOf({
    selector: plain.data.slice(0, 10),
    fn: fn.fn,
    action: reading?.action ?? null,
    count: leaf?.arguments == null ? null : leaf.arguments.length - (named === null ? 0 : 1),
  })
  const described = markFreeValues(
    [...args, ...behind].map((argument) => describeArgument(argument, { reading, context, drone })),
    freedoms,
    context,
  )
  const tailOf = (sentence: string) =>
    `${freeTextOf(described, sentence, context)}${unforwardedText(shared, decoded.trailing, context)}`
  const accounts = described.flatMap(({ type, value }) =>
    type === 'address' ? [value as Address] : [],
  )
  return {
    signature: fn.text,
    ...shared,
    namesakes: namesakesIn([plain.target, ...accounts], context),
    sentences: sentencesOf(
      readings.map((each) => withoutFree(each, described)),
      context,
      drone,
    ).map((sentence) => `${sentence}${tailOf(sentence)}`),
    arguments: described,
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
  const outerArgs = args.filter(({ within }) => within === null)
  const values = valuesOfArguments(fn, new Map(outerArgs.map(({ path, value }) => [path, value])))
  if (values === null) return null
  return `${encodeCall(fn, values)}${trailing.slice(2)}${suffix.slice(2)}`
}

/** Many actions of one interface say little more than that they are many; bytes that are not read say nothing. */
function sentencesOf(
  readings: readonly CallReading[],
  context: CallContext,
  drone: Address | null,
): readonly string[] {
  const subject = drone === null ? '' : `${accountNameOf(drone, context)}: `
  const routes = readings.map(({ action }) => action.route).join(', ')
  if (readings.some(({ isOpaque }) => isOpaque)) {
    return [`${subject}not certain, for its bytes are not read: perhaps ${routes}`]
  }
  if (readings.length > maxSentences) {
    return [`${subject}one of ${readings.length} actions: ${routes}`]
  }
  const sentences = [...new Set(readings.map((reading) => sentenceOf(reading, context, drone)))]
  return sentences.length > 1 ? sentences.map((text) => `possibly: ${text}`) : sentences
}

/** Only a drone reads where to forward a call; to any other contract these are bytes that it ignores. */
function unforwardedText(
  { unforwarded, target }: Pick<CallDescription, 'unforwarded' | 'target'>,
  trailing: Hex,
  context: CallContext,
): string {
  if (unforwarded === null) return ''
  const size = trailing.length / 2 - 1
  const name = accountNameOf(target, context)
  return `; ${size} bytes behind the arguments name ${accountNameOf(unforwarded, context)}, and ${name} itself runs the call: it is not known to be a drone`
}

/** Names of the record, of a definition and of its lock are no contract's own word. */
function namesakesIn(
  accounts: readonly Address[],
  { chainId, names, units }: CallContext,
): readonly Namesake[] {
  if (chainId === null) return []
  const distinct = new Map(accounts.map((account) => [account.toLowerCase(), account]))
  return [...distinct.values()].flatMap((token) => {
    const unit = units(token)
    const name = names(token) ?? (unit === null ? null : { text: unit.symbol, source: unit.source })
    if (name === null || name.source === 'registry' || name.source === 'definition') return []
    const record = namesakeOf(name.text, token, chainId)
    return record === null ? [] : [{ token, name, record }]
  })
}

/** Removes free values: the caller's choice is named once, behind the sentence. */
function withoutFree(reading: CallReading, args: readonly DescribedArgument[]): CallReading {
  const free = new Set(args.flatMap(({ path, mark }) => (mark?.startsWith('free_') ? [path] : [])))
  return { ...reading, differences: reading.differences.filter(({ path }) => !free.has(path)) }
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

/**
 * The likeliest readings: the known account at the target decides first, then how exactly an action
 * makes the call.
 */
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
