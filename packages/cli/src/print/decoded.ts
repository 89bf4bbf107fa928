import { type Hex, parseHex } from '@vaultwright/base'
import {
  type BatchCall,
  callNotesOf,
  type DecodedBatch,
  type RuleBook,
  rulesFor,
} from '@vaultwright/manager'
import type { Json } from '../answer.ts'
import type { Decoded } from '../decode.ts'
import { printEncodingNotes } from './encoding-note.ts'
import { errorJsonOf } from './error.ts'
import type { Ink } from './ink.ts'
import { printSafely } from './table.ts'

/**
 * Turns decoded calldata into what `--json` shows.
 *
 * @returns the calls with their proofs, flash loans with their own calls, or the function and its arguments.
 */
export function decodedJsonOf(decoded: Decoded, book: RuleBook): Json {
  if (decoded.kind === 'batch') {
    return {
      function: 'manageVaultWithMerkleVerification',
      calls: callsJsonOf(decoded.batch, book),
      notes: decoded.batch.notes,
    }
  }
  const { call, notes } = decoded
  return { function: call.name, arguments: call.arguments as Json, notes }
}

/** Prints decoded calldata for a person. */
export function* printDecoded(decoded: Decoded, book: RuleBook, ink: Ink): Iterable<string> {
  if (decoded.kind === 'batch') {
    yield `manageVaultWithMerkleVerification, ${countOf(decoded.batch)}\n`
    yield* printBatch(decoded.batch, { book, ink, margin: '  ' })
    yield* printEncodingNotes(decoded.batch.notes, ink, '')
    return
  }
  yield `${ink.bold(decoded.call.name)}\n`
  for (const [name, value] of Object.entries(decoded.call.arguments)) {
    yield `  ${ink.dim(name)}  ${printSafely(printValue(value))}\n`
  }
  yield* printEncodingNotes(decoded.notes, ink, '')
}

type Manner = { readonly book: RuleBook; readonly ink: Ink; readonly margin: string }

function* printBatch(batch: DecodedBatch, manner: Manner): Iterable<string> {
  const { book, ink, margin } = manner
  for (const [at, call] of batch.calls.entries()) {
    yield `${margin}${ink.bold(`call ${at}`)}  ${functionOf(call, book)}\n`
    yield `${margin}  ${ink.dim('target ')}  ${call.target}\n`
    yield `${margin}  ${ink.dim('decoder')}  ${call.decoder}\n`
    if (call.value > 0n) yield `${margin}  ${ink.dim('value  ')}  ${call.value}\n`
    yield `${margin}  ${ink.dim('proof  ')}  ${call.proof.length} digests\n`
    if (call.problem !== null) {
      yield `${margin}  ${ink.red('loan   ')}  ${printSafely(call.problem.shortMessage)} [${call.problem.code}]\n`
    }
    yield* printEncodingNotes(callNotesOf(call, null, book), ink, `${margin}  `)
    if (call.loan === null) {
      yield `${margin}  ${ink.dim('data   ')}  ${call.data}\n`
      continue
    }
    const borrowed = call.loan.tokens.map(
      (token, index) => `${call.loan?.amounts[index]} of ${token}`,
    )
    yield `${margin}  ${ink.dim('loan   ')}  ${borrowed.join(', ')}; ${countOf(call.loan.batch)} inside\n`
    yield* printBatch(call.loan.batch, { book, ink, margin: `${margin}    ` })
  }
}

function callsJsonOf(batch: DecodedBatch, book: RuleBook): readonly Json[] {
  return batch.calls.map((call) => {
    const { target, decoder, value, data, proof, offset, loan, problem } = call
    const inner =
      loan === null ? null : { ...loan, batch: undefined, calls: callsJsonOf(loan.batch, book) }
    const told = problem === null ? null : errorJsonOf(problem)
    const signatures = signaturesOf(data, book)
    const notes = callNotesOf(call, null, book)
    const plain = { target, decoder, value, signatures, data, proof, offset, notes }
    return { ...plain, loan: inner, problem: told }
  })
}

function functionOf({ data }: BatchCall, book: RuleBook): string {
  const names = signaturesOf(data, book)
  const size = parseHex(data).length
  return names.length > 0 ? names.join(' or ') : `${data.slice(0, 10)} (${size} bytes)`
}

/** The functions that known decoders have under the selector of a call. */
function signaturesOf(data: Hex, book: RuleBook): readonly string[] {
  return [...new Set(rulesFor(book, data.slice(0, 10)).map(({ signature }) => signature))]
}

function countOf({ calls }: DecodedBatch): string {
  return `${calls.length} ${calls.length === 1 ? 'call' : 'calls'}`
}

function printValue(value: unknown): string {
  if (typeof value === 'bigint') return value.toString()
  if (Array.isArray(value)) return `[${value.map(printValue).join(', ')}]`
  return String(value)
}
