import { markOwnName } from '@vaultwright/base'
import type {
  CalldataVerdict,
  CallVerdict,
  Certainty,
  EncodingNote,
  PredictedRevert,
} from '@vaultwright/manager'
import type { BatchDescriptions } from '@vaultwright/packet'
import { type CallContext, nativeTextOf } from '@vaultwright/protocols'
import type { TextStyle } from '../terminal/style.ts'
import { printSafely } from '../terminal/table.ts'
import { descriptionJsonOf, printBatchCall, printMarks } from './call.ts'

type VerdictPrintOptions = {
  readonly style: TextStyle
  /** True if a condition makes the answer no. */
  readonly strict: boolean
  /** True if no call is shown: totals and answer alone. */
  readonly summary?: boolean
  /** The totals of the batch, behind what deserves the first look. */
  readonly printTotals: (style: TextStyle) => Iterable<string>
  /** The descriptions of the calls, from their calldata. */
  readonly descriptions: BatchDescriptions
  /** The context of their descriptions. */
  readonly naming: CallContext
}

export function verdictJsonOf(verdict: CalldataVerdict, descriptions: BatchDescriptions) {
  const calls = verdict.calls.map((call) => {
    const description = descriptions.get(call.path.join('.'))
    if (description === undefined) return { ...call, sentences: [], arguments: [] }
    const { signature: _, ...described } = descriptionJsonOf(description)
    return { ...call, ...described }
  })
  return { ...verdict, calls }
}

/** Prints the verdict over a batch for a person: a line a call, its reasons below it. */
export function* printVerdicts(
  verdict: CalldataVerdict,
  { strict, summary = false, ...options }: VerdictPrintOptions,
): Iterable<string> {
  const { calls, prediction } = verdict
  const { style } = options
  if (!summary) yield* printMarks(options.descriptions, options)
  if (calls.length > 0) yield* options.printTotals(style)
  if (calls.length === 0 && prediction.certain === null) {
    yield 'The batch is empty: it makes no call and is let through.\n'
  }
  if (!summary) yield* printVerdictCalls(verdict, options)
  if (calls.length > 0) yield `${summary ? '' : '\n'}${sentenceOf(verdict, { style, strict })}\n`
  yield* printPrediction(verdict, style)
}

/** Prints a line a call of a batch, its reasons below it. */
export function* printVerdictCalls(
  { calls, notes }: CalldataVerdict,
  options: Omit<VerdictPrintOptions, 'strict' | 'printTotals' | 'summary'>,
): Iterable<string> {
  const width = calls.reduce((most, call) => Math.max(most, call.verdict.length), 8)
  for (const call of calls) yield* printCall(call, { ...options, width })
  yield* printEncodingNotes(notes, options.style, '')
}

function* printCall(
  call: CallVerdict,
  {
    style,
    width,
    descriptions,
    naming,
  }: Omit<VerdictPrintOptions, 'strict' | 'printTotals' | 'summary'> & { readonly width: number },
): Iterable<string> {
  const margin = '  '.repeat(call.path.length - 1)
  const below = `${margin}${' '.repeat(width + 2)}`
  const head = `${margin}${paintOf(call.verdict, style)(call.verdict.padEnd(width))}  call ${call.path.join('.')}`
  const paid = call.value > 0n ? ` with ${nativeTextOf(call.value, naming)}` : ''
  const description = descriptions.get(call.path.join('.'))
  const name = nameOf(call, description?.signature ?? null)
  yield `${head}  ${name} on ${call.target}${paid}\n`
  if (description !== undefined)
    yield* printBatchCall(description, { naming, style, margin: below })
  if (call.leaf !== null) {
    const slots = call.positions.length > 0 ? `leaf ${call.positions.join(', ')}` : 'leaf'
    const how = call.found === 'exact' || call.found === 'conditional' ? '' : ` (${call.found})`
    const { description } = call.leaf
    const label = description === '' ? '' : `; the tree calls it "${printSafely(description)}"`
    yield style.dim(`${below}${slots}${how}${label}\n`)
  }
  for (const { read: reading, value } of call.reads) {
    yield style.yellow(`${below}only while ${reading.key} is ${value} on chain\n`)
  }
  for (const { reason, message } of call.reasons) {
    // The conditions above say the same, with the values.
    if (reason === 'rule_needs_reads' && call.reads.length > 0) continue
    yield `${below}${printSafely(message)} ${style.dim(`[${reason}]`)}\n`
  }
  yield* printEncodingNotes(call.notes, style, below)
}

function paintOf(verdict: Certainty, style: TextStyle): (text: string) => string {
  const paint = {
    proven: style.green,
    refused: style.red,
    conditional: style.yellow,
    unproven: style.yellow,
  }
  return paint[verdict]
}

/** Without a leaf, as where the chain alone permits a call, the rules tell what the selector is. */
function nameOf({ leaf, selector }: CallVerdict, signature: string | null): string {
  if (leaf !== null && leaf.signature !== '') return printSafely(leaf.signature)
  return signature ?? selector ?? '(no selector)'
}

function sentenceOf(
  { verdict, calls }: CalldataVerdict,
  { style, strict }: { readonly style: TextStyle; readonly strict: boolean },
): string {
  const countOf = (kind: Certainty) => calls.filter((call) => call.verdict === kind).length
  const count = `${countOf('proven')} of ${calls.length} calls are proven`
  if (verdict === 'proven') return style.green(`Yes: ${count}.`)
  if (verdict === 'refused') return style.red(`No: ${count}. The Manager reverts the whole batch.`)
  if (verdict === 'conditional') {
    const open = countOf('conditional')
    const hang = `${count}, ${open} ${open === 1 ? 'is' : 'are'} conditional`
    if (!strict)
      return style.yellow(
        `Open, yes if the chain says so: ${hang}. --reads takes values, --rpc-url asks the decoder.`,
      )
    return style.red(
      `No, for --strict asks for proof: ${hang}. Give values with --reads, or a chain with --rpc-url.`,
    )
  }
  return style.yellow(`Open: ${count}. Give what is missing, or simulate the batch.`)
}

function* printPrediction(verdict: CalldataVerdict, style: TextStyle): Iterable<string> {
  const { certain } = verdict.prediction
  if (certain === null) {
    const names = doubtsOf(verdict)
    if (names.length > 0)
      yield style.yellow(`On chain, perhaps: ${printSafely(names.join(', '))}.\n`)
    return
  }
  const { callPath, callsRun } = certain
  const place = callPath === null ? '' : ` at call ${callPath.join('.')}`
  const after = callsRun === 0 ? '' : `, after ${callsRun} ${callsRun === 1 ? 'call' : 'calls'}`
  yield style.red(`On chain: ${printSafely(revertNameOf(certain))}${place}${after}.\n`)
  // A call's own line says why already; what concerns the whole batch is said nowhere else.
  if (callPath === null) yield `${printSafely(certain.when)}\n`
}

/** The possible failures of calls that are not proven; those of any call are left out. */
function doubtsOf({ calls, prediction }: CalldataVerdict): readonly string[] {
  const doubtful = calls.filter(({ verdict }) => verdict !== 'proven')
  const paths = new Set(doubtful.map(({ path }) => path.join('.')))
  const otherReverts = prediction.possible.filter(
    ({ error, callPath }) =>
      error !== null && !common.has(error) && callPath !== null && paths.has(callPath.join('.')),
  )
  const texts = otherReverts.map(({ error, isOwnName, callPath }) => {
    const name = markOwnName(String(error), isOwnName)
    return `${name} at call ${callPath!.join('.')}`
  })
  return [...new Set(texts)]
}

const common: ReadonlySet<string> = new Set([
  'AddressEmptyCode',
  'AddressInsufficientBalance',
  'Error',
  'BaseDecoderAndSanitizer__FunctionSelectorNotSupported',
  'ManagerWithMerkleVerification__TotalSupplyMustRemainConstantDuringPlatform',
])

function revertNameOf({ error, isOwnName, arguments: args }: PredictedRevert): string {
  if (error === null) return "the called contract's own error"
  const values = Object.entries(args ?? {}).map(([name, value]) => `${name} ${shortOf(value)}`)
  return markOwnName(`${error}(${args === null ? '…' : values.join(', ')})`, isOwnName)
}

function shortOf(value: unknown): string {
  const text = String(value)
  return text.length > 42 ? `${text.slice(0, 10)}…` : text
}

/** Bytes that are shown of one note; --json shows all of them. */
const maxBytes = 96

/** Prints what calldata carries beside what its function reads, as warnings. */
export function* printEncodingNotes(
  notes: readonly EncodingNote[],
  style: TextStyle,
  margin: string,
): Iterable<string> {
  for (const { message, bytes } of notes) {
    yield style.yellow(`${margin}Warning: ${message}\n`)
    const remainder = bytes.length / 2 - 1 - maxBytes
    const shown =
      remainder > 0 ? `${bytes.slice(0, 2 + 2 * maxBytes)}… and ${remainder} more bytes` : bytes
    yield `${margin}  ${shown}\n`
  }
}
