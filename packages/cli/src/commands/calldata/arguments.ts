import { BaseError, zeroAddress } from '@vaultwright/base'
import {
  answerPacking,
  type Packing,
  type PackingAnswer,
  type PackingQuestion,
} from '@vaultwright/operations'
import { describeCall, ruleBook } from '@vaultwright/protocols'
import { defineCommand, filledBy, text } from '../../command/command.ts'
import { exitCodeOf } from '../../failure/exit.ts'
import { errorJsonOf } from '../../failure/print.ts'
import { hexOf, parseReads, readReads } from '../../input/call.ts'
import { chainOfWord } from '../../input/chain.ts'
import { NotTextInputError, parseJson, readWord, TooLargeInputError } from '../../input/input.ts'
import { namingOptions, readNaming } from '../../input/naming.ts'
import { assertKnown, fieldsOf, textAt } from '../../input/shape.ts'
import { descriptionJsonOf, printDescription } from '../../print/call.ts'
import type { Answer, Context, ExitCode, Json } from '../../terminal/context.ts'
import { printJsonLine } from '../../terminal/json.ts'
import type { TextStyle } from '../../terminal/style.ts'
import { printSafely } from '../../terminal/table.ts'

export const command = defineCommand({
  name: 'calldata arguments',
  summary: 'Compute the packed arguments that a decoder returns for a call',
  describe:
    'Computes the packed arguments that a decoder returns for a call: what a leaf must hold to permit it. With - each line of standard input is a JSON object {"calldata", "signature"?, "reads"?} and is answered by one line.',
  positionals: {
    calldata: { describe: 'Calldata of the target function: hex, @file, or - for JSON lines' },
  },
  options: {
    signature: text('Only this function, where several share the selector', 'text'),
    reads: text('JSON object of values read from the chain, by the key that "needs" names', 'file'),
    chain: filledBy(text('The chain of names and decimals: name or id', 'name'), 'chain'),
    ...namingOptions,
  },
  examples: [
    ['calldata arguments 0x095ea7b3…', 'The packed arguments of an approval'],
    ["calldata arguments @call.hex --signature 'deposit(uint256,address)'", 'Of one function'],
    ['calldata arguments - --json < calls.jsonl', 'Of many calls, a line each'],
  ],
  run: async ({ calldata: word, signature, reads: path, chain, ...naming }, context) => {
    const reads = await readReads(path, context)
    if (word === '-') return answerLines({ signature, reads }, context)
    const calldata = hexOf(await readWord(word, context))
    const answer = answerPacking({ calldata, signature, reads }, ruleBook)
    const chainId = chain === undefined ? null : chainOfWord(chain, 'chain').id
    const named = await readNaming(naming, { chainId, vault: null, file: null }, context)
    // Whom the call is for is not given, so that its sentence has no target: only the arguments are shown.
    const described = describeCall({ target: zeroAddress, data: calldata, value: 0n }, named, {
      signature: signature ?? '',
      arguments: null,
    })
    const description = { ...described, sentences: [], routes: [] }
    return {
      json: () => ({
        ...(packingJsonOf(answer) as { readonly [key: string]: Json }),
        description: descriptionJsonOf(description),
      }),
      text: function* (style) {
        yield* printPacking(answer, style)
        yield* printDescription(description, style, '')
      },
      exit: () => (answer.packings.length > 0 ? 0 : 1),
    }
  },
})

/** The defaults of every line. */
type LineDefaults = Pick<PackingQuestion, 'signature' | 'reads'>

export const lineLimit = 16 * 1024 * 1024

/** Answers standard input line by line, in order, as the lines come. */
function answerLines(defaults: LineDefaults, context: Context): Answer {
  let exit: ExitCode = 0
  const lines = async function* (print: (answer: PackingAnswer | BaseError) => string) {
    for await (const line of linesOf(context.stdin())) {
      context.signal.throwIfAborted()
      const answer = answerLine(line, defaults)
      const code = answer instanceof BaseError ? exitCodeOf(answer) : exitOf(answer)
      exit = exit < code ? code : exit
      yield print(answer)
    }
  }
  return {
    json: () => null,
    jsonLines: () => lines((answer) => printJsonLine(jsonOf(answer))),
    text: (style: TextStyle) => lines((answer) => printPackingLine(answer, style)),
    exit: () => exit,
  }
}

function answerLine({ number, text }: Line, defaults: LineDefaults): PackingAnswer | BaseError {
  if (typeof text !== 'string') return text
  try {
    return answerPacking(parseFactCall(text, `line ${number}`, defaults), ruleBook)
  } catch (error) {
    if (error instanceof BaseError) return error
    throw error
  }
}

function parseFactCall(text: string, place: string, defaults: LineDefaults): PackingQuestion {
  const fields = fieldsOf(parseJson(text, place), place)
  assertKnown(fields, ['calldata', 'signature', 'reads'], place)
  const { calldata, signature, reads } = fields
  return {
    calldata: hexOf(textAt(calldata, `${place}: calldata`)),
    signature:
      signature === undefined ? defaults.signature : textAt(signature, `${place}: signature`),
    reads: reads === undefined ? defaults.reads : parseReads(reads, `${place}: reads`),
  }
}

function exitOf({ packings }: PackingAnswer): ExitCode {
  return packings.length > 0 ? 0 : 1
}

function jsonOf(answer: PackingAnswer | BaseError): Json {
  return answer instanceof BaseError ? { error: errorJsonOf(answer) } : packingJsonOf(answer)
}

function packingJsonOf({ packings, needs, refusals }: PackingAnswer): Json {
  const [first] = packings
  const isAgreed = packings.length === 1 && needs.length === 0
  return {
    ...(isAgreed ? first : packings.length > 0 ? { candidates: packings } : {}),
    ...(needs.length > 0 ? { needs } : {}),
    ...(refusals.length > 0 ? { refused: refusals } : {}),
  }
}

function* printPacking(
  { packings, needs, refusals }: PackingAnswer,
  style: TextStyle,
): Iterable<string> {
  for (const packing of packings) {
    yield `${packing.packed}\n`
    const { signature, decoders, inferred } = packing.rule
    yield style.dim(
      `  ${signature} · ${listOf(decoders)}${inferred === null ? '' : ` · inferred: ${inferred}`}\n`,
    )
    for (const { label, address } of packing.entries) yield `  ${address}  ${printSafely(label)}\n`
    for (const { check } of packing.unverified)
      yield style.yellow(`  not checked, needs the chain: ${check}\n`)
  }
  for (const { key, contract, function: signature } of needs) {
    yield `${style.yellow('needs')}  ${key}  ${style.dim(`${signature} of ${contract}`)}\n`
  }
  if (needs.length > 0) yield style.dim('Give the values with --reads: {"<key>": "<value>"}.\n')
  for (const { rule, message } of refusals) {
    yield `${style.dim(`${listOf(rule.decoders)} would revert: ${printSafely(message)}`)}\n`
  }
}

/** Prints an answer in one line, for the lines of standard input. */
function printPackingLine(answer: PackingAnswer | BaseError, style: TextStyle): string {
  if (answer instanceof BaseError) {
    return `${style.red('error')} ${printSafely(answer.shortMessage)} [${answer.code}]\n`
  }
  const packed = answer.packings.map((packing: Packing) => packing.packed)
  const missing = answer.needs.map(({ key }) => style.yellow(`needs ${key}`))
  return `${[...packed, ...missing].join(' ')}\n`
}

/** A line of an input; its error where it cannot be read as text. */
export type Line = { readonly number: number; readonly text: string | BaseError }

/** Cuts a stream of bytes into its lines as they come; empty lines are left out. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Line> {
  let number = 0
  let held: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunks) {
    let from = 0
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      if (size <= lineLimit) held.push(chunk.subarray(from, end))
      const line = lineFrom(held, size + end - from, ++number)
      if (line.text !== '') yield line
      held = []
      size = 0
      from = end + 1
    }
    if (size <= lineLimit) held.push(chunk.subarray(from))
    size += chunk.length - from
  }
  const line = lineFrom(held, size, ++number)
  if (line.text !== '') yield line
}

function listOf(names: readonly string[]): string {
  if (names.length <= 3) return names.join(', ')
  return `${names.slice(0, 3).join(', ')} and ${names.length - 3} more`
}

function lineFrom(held: readonly Uint8Array[], size: number, number: number): Line {
  if (size > lineLimit) return { number, text: new TooLargeInputError(`line ${number}`, size) }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(held))
    return { number, text: text.trim() }
  } catch {
    return { number, text: new NotTextInputError(`line ${number}`) }
  }
}
