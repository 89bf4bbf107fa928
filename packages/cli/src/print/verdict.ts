import type { CalldataVerdict, CallVerdict, Certainty } from '@vaultwright/manager'
import type { BatchSentences } from '../batch-sentence.ts'
import { printEncodingNotes } from './encoding-note.ts'
import type { Ink } from './ink.ts'
import { printPrediction } from './prediction.ts'
import { printSafely } from './table.ts'

/** How a verdict is printed. */
export type VerdictManner = {
  readonly ink: Ink
  /** Whether a condition makes the answer no. */
  readonly strict: boolean
  /** What the calls do, as their calldata says. */
  readonly sentences: BatchSentences
}

/** Turns the verdict over a batch into what `--json` shows. */
export function verdictJsonOf(verdict: CalldataVerdict, sentences: BatchSentences) {
  const calls = verdict.calls.map((call) => ({
    ...call,
    sentences: [...(sentences.get(call.path.join('.')) ?? [])],
  }))
  return { ...verdict, calls }
}

/** Prints the verdict over a batch for a person: a line a call, its reasons below it. */
export function* printVerdicts(
  verdict: CalldataVerdict,
  { ink, strict, sentences }: VerdictManner,
): Iterable<string> {
  const { calls, prediction } = verdict
  if (calls.length === 0 && prediction.certain === null) {
    yield 'The batch is empty: it makes no call and is let through.\n'
  }
  const width = calls.reduce((most, call) => Math.max(most, call.verdict.length), 8)
  for (const call of calls) yield* printCall(call, { ink, width, sentences })
  yield* printEncodingNotes(verdict.notes, ink, '')
  if (calls.length > 0) yield `\n${sentenceOf(verdict, { ink, strict })}\n`
  yield* printPrediction(verdict, ink)
}

function* printCall(
  call: CallVerdict,
  { ink, width, sentences }: Omit<VerdictManner, 'strict'> & { readonly width: number },
): Iterable<string> {
  const margin = '  '.repeat(call.path.length - 1)
  const below = `${margin}${' '.repeat(width + 2)}`
  const head = `${margin}${paintOf(call.verdict, ink)(call.verdict.padEnd(width))}  call ${call.path.join('.')}`
  yield `${head}  ${nameOf(call)} on ${call.target}${call.value > 0n ? ` with ${call.value} wei` : ''}\n`
  for (const sentence of sentences.get(call.path.join('.')) ?? []) {
    yield `${below}${printSafely(sentence)}\n`
  }
  if (call.leaf !== null) {
    const slots = call.positions.length > 0 ? `leaf ${call.positions.join(', ')}` : 'leaf'
    const how = call.found === 'exact' || call.found === 'conditional' ? '' : ` (${call.found})`
    const { description } = call.leaf
    const told = description === '' ? '' : `; the tree calls it "${printSafely(description)}"`
    yield ink.dim(`${below}${slots}${how}${told}\n`)
  }
  for (const { read, value } of call.reads) {
    yield ink.yellow(`${below}only while ${read.key} is ${value} on chain\n`)
  }
  for (const { reason, message } of call.reasons) {
    // The conditions above say the same, with the values.
    if (reason === 'rule_needs_reads' && call.reads.length > 0) continue
    yield `${below}${printSafely(message)} ${ink.dim(`[${reason}]`)}\n`
  }
  yield* printEncodingNotes(call.notes, ink, below)
}

function paintOf(verdict: Certainty, ink: Ink): (text: string) => string {
  const paint = {
    proven: ink.green,
    refused: ink.red,
    conditional: ink.yellow,
    unproven: ink.yellow,
  }
  return paint[verdict]
}

function nameOf({ leaf, selector }: CallVerdict): string {
  if (leaf !== null && leaf.signature !== '') return printSafely(leaf.signature)
  return selector ?? '(no selector)'
}

function sentenceOf(
  { verdict, calls }: CalldataVerdict,
  { ink, strict }: { readonly ink: Ink; readonly strict: boolean },
): string {
  const countOf = (kind: Certainty) => calls.filter((call) => call.verdict === kind).length
  const count = `${countOf('proven')} of ${calls.length} calls are proven`
  if (verdict === 'proven') return ink.green(`Yes: ${count}.`)
  if (verdict === 'refused') return ink.red(`No: ${count}. The Manager reverts the whole batch.`)
  if (verdict === 'conditional') {
    const open = countOf('conditional')
    const hang = `${count}, ${open} ${open === 1 ? 'is' : 'are'} conditional`
    if (!strict)
      return ink.yellow(
        `Yes, if the chain says so: ${hang}. --reads takes values, --rpc-url asks the decoder.`,
      )
    return ink.red(
      `No, for --strict asks for proof: ${hang}. Give values with --reads, or a chain with --rpc-url.`,
    )
  }
  return ink.yellow(`Open: ${count}. Give what is missing, or simulate the batch.`)
}
