import { type Address, type Hex, isSameAddress } from '@vaultwright/base'
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
import { meaningsOf } from './action-sample.ts'
import { type CallArgument, callArgumentsOf, valuesOfArguments } from './argument.ts'
import { type ArgumentMeaning, guessedMeaningOf } from './argument-meaning.ts'
import type { ArgumentUse } from './argument-use.ts'
import {
  type CallReading,
  decodeOrNull,
  isFor,
  type ReadableCall,
  readingsOfCall,
  withoutDrone,
} from './call-reading.ts'
import { sentenceOf } from './sentence.ts'
import {
  type AmountUnit,
  accountTextOf,
  amountTextOf,
  type CallContext,
  deadlineTextOf,
  minimumTextOf,
  networkTextOf,
  tokenTextOf,
  type ValueMark,
  type ValueText,
} from './value-text.ts'

/** An argument of a call in words. */
export type DescribedArgument = CallArgument & {
  readonly use: ArgumentUse
  /** Whether the use was guessed from the argument's name and type. */
  readonly isGuessed: boolean
  /** The value in words and in base units. */
  readonly text: string
  /** Why it deserves the first look; null when nothing about it is unusual. */
  readonly mark: ValueMark | null
  /** What it is counted in; null when that is not known, and for what is not an amount. */
  readonly unit: AmountUnit | null
}

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

/** So many actions are told apart by a sentence each. */
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
  return {
    signature: fn.text,
    ...shared,
    arguments: [...args, ...packed].map((argument) => describe(argument, { reading, context })),
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

/** Many actions of one interface say little more than that they are many. */
function sentencesOf(readings: readonly CallReading[], context: CallContext): readonly string[] {
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
    vault === null || isFor(reading, vault) ? 1 : 0,
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
  const equal = sorted.filter((reading) => compare(reading, best) === 0)
  return equal
}

type Describing = { readonly reading: CallReading | null; readonly context: CallContext }

function describe(argument: CallArgument, { reading, context }: Describing): DescribedArgument {
  const meaning = meaningOf(argument, reading)
  const { use, isGuessed } = meaning
  const { text, mark, unit } = textOf(argument, meaning, { reading, context })
  return { ...argument, use, isGuessed, text, mark, unit }
}

function meaningOf(argument: CallArgument, reading: CallReading | null): ArgumentMeaning {
  const own = reading?.meanings.get(argument.path)
  if (own !== undefined) return own
  const shared = reading === null ? undefined : meaningsOf(reading.action).get(argument.pattern)
  return shared ?? guessedMeaningOf(argument)
}

function textOf(
  { path, type, value }: CallArgument,
  meaning: ArgumentMeaning,
  { reading, context }: Describing,
): ValueText {
  const plain = (text: string, mark: ValueMark | null = null) => ({ text, mark, unit: null })
  if (typeof value === 'object') return plain('empty list')
  if (typeof value === 'boolean') return plain(value ? 'yes' : 'no')
  if (type === 'bytes') return plain(bytesText(value as Hex))
  if (type === 'string') return plain(JSON.stringify(value))
  const [name = ''] = meaning.parameters
  const parameter = reading?.action.parameters[name] ?? null
  const index = /\[(\d+)\]$/.exec(path)?.[1]
  const place = { parameter, index: index === undefined ? null : Number(index), reading, context }
  if (typeof value === 'bigint') {
    switch (meaning.use) {
      case 'amount':
      case 'amounts':
        return amountTextOf(value, type, place)
      case 'minimum':
      case 'minimums':
        return minimumTextOf(value, type, leastPlaceOf(place, reading))
      case 'deadline':
        return deadlineTextOf(value)
      case 'network':
        return plain(
          parameter?.kind === 'network' ? networkTextOf(value, parameter.numbering) : String(value),
        )
      case 'constant':
        return constantText(value, meaning)
      default:
        return plain(String(value))
    }
  }
  if (type !== 'address') return plain(value)
  return accountText(value as Address, meaning, context)
}

function accountText(
  account: Address,
  { use, constant }: ArgumentMeaning,
  context: CallContext,
): ValueText {
  const isOther = use === 'self' && context.vault !== null && !isSameAddress(account, context.vault)
  const isChanged =
    use === 'constant' && typeof constant === 'string' && !isSameAddress(account, constant)
  const text =
    use === 'token' || use === 'tokens'
      ? tokenTextOf(account, context)
      : accountTextOf(account, context)
  if (isOther) return { text: `${text}: not the vault`, mark: 'other_account', unit: null }
  return { text, mark: isChanged ? 'other_value' : null, unit: null }
}

function constantText(value: bigint, { constant }: ArgumentMeaning): ValueText {
  if (constant === null || constant === value)
    return { text: String(value), mark: null, unit: null }
  const text = `${value}; the action sends ${String(constant)}`
  return { text, mark: 'other_value', unit: null }
}

/** A third party's calldata has its least output in the token that the action buys. */
function leastPlaceOf<Place extends { readonly parameter: unknown }>(
  place: Place,
  reading: CallReading | null,
): Place {
  const isOwn = place.parameter !== null || reading?.values.token_out === undefined
  if (isOwn) return place
  const parameter = { kind: 'minimum', unit: 'token_out', describe: '' } as const
  return { ...place, parameter }
}

function bytesText(bytes: Hex): string {
  const size = bytes.length / 2 - 1
  if (size === 0) return 'no bytes'
  return size === 1 ? '1 byte' : `${size} bytes`
}
