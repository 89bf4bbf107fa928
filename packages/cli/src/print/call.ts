import { type Hex, zeroAddress } from '@vaultwright/base'
import type { BatchCallDescription, BatchDescriptions } from '@vaultwright/packet'
import {
  behindArguments,
  type CallContext,
  type CallDescription,
  type DescribedArgument,
  describeCall,
  marksOf,
  vaultNoteOf,
} from '@vaultwright/protocols'
import type { SignedCall } from '@vaultwright/safe'
import type { Json } from '../terminal/context.ts'
import type { TextStyle } from '../terminal/style.ts'
import { printSafely } from '../terminal/table.ts'
import { printSigned, signedJsonOf } from './signed.ts'

/** The maximum number of items of one list that are printed; the rest is counted. */
const maxItems = 6
/** The widest name that the values are lined up behind. */
const widestName = 36
/** The maximum number of marked values in front of an answer. */
const maxMarks = 20

/** Prints what deserves the first look: amounts without a limit, outputs without protection, other receivers. */
export function* printMarks(
  descriptions: BatchDescriptions,
  { style, naming }: { readonly style: TextStyle; readonly naming: CallContext },
): Iterable<string> {
  yield* printVaultNote(descriptions, { style, naming })
  const marked = [...descriptions].flatMap(([place, description]) =>
    marksOf(description).map((mark) => ({ place, ...mark })),
  )
  if (marked.length === 0) return
  for (const { place, name, reason, text } of marked.slice(0, maxMarks)) {
    const call = place === '' ? '' : `call ${place}  `
    const head = `! ${reason.padEnd(13)}  ${call}${name}`
    yield `${style.yellow(printSafely(head))}  ${printSafely(text)}\n`
  }
  const remainder = marked.length - maxMarks
  if (remainder > 0) yield style.yellow(`! and ${remainder} more, marked at their calls\n`)
  yield '\n'
}

/** Says once whose word "the vault" is, where a call speaks of it. */
function* printVaultNote(
  descriptions: BatchDescriptions,
  { style, naming }: { readonly style: TextStyle; readonly naming: CallContext },
): Iterable<string> {
  const note = vaultNoteOf(naming)
  const isNamed = [...descriptions.values()].some(({ sentences, arguments: args }) =>
    [...sentences, ...args.map(({ text }) => text)].some((text) => /\bthe vault\b/.test(text)),
  )
  if (note !== null && isNamed)
    yield `${style.yellow(`${note}: calldata verify --rpc-url does so`)}\n\n`
}

/** The account that "the vault" names, and the source; `vaultFrom` is null where a person or no source says so. */
export function vaultJsonOf({ vault, vaultFrom }: CallContext): {
  readonly vault: Json
  readonly vaultFrom: Json
} {
  return { vault, vaultFrom: vault === null ? null : (vaultFrom ?? null) }
}

/** The calls of a wallet are as readable as those of a Manager. */
export function describeSigned(
  { to, data, value }: SignedCall,
  naming: CallContext,
): CallDescription {
  return describeCall({ target: to ?? zeroAddress, data, value }, naming)
}

/** The bytes stand below what they say only where not all of them are read. */
export function* printCall(
  description: CallDescription,
  data: Hex,
  { style, margin }: { readonly style: TextStyle; readonly margin: string },
): Iterable<string> {
  yield* printDescription(description, style, margin)
  if (description.unread !== null) yield `${margin}${style.dim('data   ')}  ${data}\n`
}

/** The look of a call of a batch. */
type BatchCallOutput = {
  readonly naming: CallContext
  readonly style: TextStyle
  readonly margin: string
}

/** Prints a call of a batch: what it says, or the calls that it makes by Multicall3. */
export function* printBatchCall(
  description: BatchCallDescription,
  { naming, style, margin }: BatchCallOutput,
): Iterable<string> {
  const { multicall } = description
  if (multicall === undefined) return yield* printDescription(description, style, margin)
  yield* printSigned(
    multicall,
    {
      style,
      *printInside(call, { margin: below }) {
        if (call.kind === 'call') {
          yield* printCall(describeSigned(call, naming), call.data, { style, margin: below })
        } else {
          yield style.yellow(`${below}Warning: this batch is not looked at.\n`)
        }
      },
    },
    { path: '', margin },
  )
}

/** Prints a call for a person: its sentence, then every argument by name. */
export function* printDescription(
  { sentences, arguments: args, trailing, unread }: CallDescription,
  style: TextStyle,
  margin: string,
): Iterable<string> {
  for (const sentence of sentences) yield `${margin}${printSafely(sentence)}\n`
  const width = Math.min(
    widestName,
    args.reduce((most, { path }) => Math.max(most, nameOf(path).length), 0),
  )
  for (const shown of shortened(args)) {
    if (typeof shown === 'string') {
      yield `${margin}  ${style.dim(shown)}\n`
      continue
    }
    const { path, text, mark, isGuessed, within } = shown
    const name = printSafely(nameOf(path)).padEnd(width)
    const indent = within === null ? '' : '  '
    const value = mark === null ? printSafely(text) : style.yellow(printSafely(text))
    const guess = isGuessed && within === null && mark !== null ? style.dim(' (guessed)') : ''
    yield `${margin}  ${indent}${style.dim(name)}  ${value}${guess}\n`
  }
  const isTailShown = args.some(({ within }) => within === behindArguments)
  if (trailing !== '0x' && !isTailShown) {
    yield `${margin}  ${style.yellow(`${trailing.length / 2 - 1} bytes after the arguments`)}\n`
  }
  if (unread !== null) yield `${margin}${style.yellow(printSafely(unread))}\n`
}

/** A description as JSON: amounts in base units as decimal texts, with their unit beside them. */
export function descriptionJsonOf(description: BatchCallDescription): {
  readonly [key: string]: Json
} {
  const { signature, sentences, routes, trailing, unforwarded, namesakes, unread } = description
  const args = description.arguments.map(
    ({ path, type, value, text, use, isGuessed, mark, unit, within }): Json => ({
      path,
      type,
      value: value as Json,
      text,
      use,
      isGuessed,
      mark,
      unit,
      within,
    }),
  )
  const marks = { unforwarded, namesakes: namesakes as Json, unread }
  const { multicall } = description
  const inside = multicall === undefined ? {} : { multicall: signedJsonOf(multicall) }
  return { signature, sentences, routes, arguments: args, trailing, ...marks, ...inside }
}

/** Parameters without a name go by their number, from 1 as people count. */
function nameOf(path: string): string {
  return path.replace(/^\d+/, (index) => `argument ${Number(index) + 1}`)
}

function* shortened(args: readonly DescribedArgument[]): Iterable<DescribedArgument | string> {
  const counts = new Map<string, number>()
  for (const argument of args) {
    counts.set(argument.pattern, (counts.get(argument.pattern) ?? 0) + 1)
  }
  const numbers = new Map<string, number>()
  for (const argument of args) {
    const { pattern, mark } = argument
    const index = (numbers.get(pattern) ?? 0) + 1
    numbers.set(pattern, index)
    if (index <= maxItems || mark !== null || !pattern.includes('[]')) yield argument
    else if (index === counts.get(pattern)) yield `${pattern}  ${index} in all; --json has each`
  }
}
