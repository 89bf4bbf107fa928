import { type Hex, parseHex } from '@vaultwright/base'
import { type BatchCall, callNotesOf, type DecodedBatch, rulesFor } from '@vaultwright/manager'
import type { Decoded } from '@vaultwright/operations'
import { type BatchDescriptions, describeBatchCall, describeCalls } from '@vaultwright/packet'
import { type CallContext, nativeTextOf, ruleBook } from '@vaultwright/protocols'
import { printAccount } from '@vaultwright/registry'
import { errorJsonOf } from '../failure/print.ts'
import type { Json } from '../terminal/context.ts'
import type { TextStyle } from '../terminal/style.ts'
import { printSafely } from '../terminal/table.ts'
import { descriptionJsonOf, printBatchCall, printCall } from './call.ts'
import { printEncodingNotes } from './verdict.ts'

export function decodedJsonOf(decoded: Decoded, naming: CallContext): Json {
  if (decoded.kind === 'batch') {
    return {
      function: 'manageVaultWithMerkleVerification',
      calls: callsJsonOf(decoded.batch, naming),
      notes: decoded.batch.notes,
    }
  }
  const { call, notes } = decoded
  return { function: call.name, arguments: call.arguments as Json, notes }
}

/** Describes what a batch holds by its place; nothing of other functions of the Manager. */
export function descriptionsOf(decoded: Decoded, naming: CallContext): BatchDescriptions {
  return decoded.kind === 'batch' ? describeCalls(decoded.batch, naming) : new Map()
}

export function* printDecoded(
  decoded: Decoded,
  naming: CallContext,
  style: TextStyle,
): Iterable<string> {
  if (decoded.kind === 'batch') {
    yield `manageVaultWithMerkleVerification, ${countOf(decoded.batch)}\n`
    yield* printBatch(decoded.batch, { naming, style, margin: '  ' })
    yield* printEncodingNotes(decoded.batch.notes, style, '')
    return
  }
  yield `${style.bold(decoded.call.name)}\n`
  for (const [name, value] of Object.entries(decoded.call.arguments)) {
    yield `  ${style.dim(name)}  ${printSafely(printValue(value))}\n`
  }
  yield* printEncodingNotes(decoded.notes, style, '')
}

type DecodeOutputOptions = {
  readonly naming: CallContext
  readonly style: TextStyle
  readonly margin: string
}

function* printBatch(batch: DecodedBatch, settings: DecodeOutputOptions): Iterable<string> {
  const { naming, style, margin } = settings
  const { chainId } = naming
  for (const [position, call] of batch.calls.entries()) {
    yield `${margin}${style.bold(`call ${position}`)}  ${functionOf(call)}\n`
    yield `${margin}  ${style.dim('target ')}  ${printSafely(printAccount(call.target, naming.names, { whole: true }))}\n`
    yield `${margin}  ${style.dim('decoder')}  ${call.decoder}\n`
    if (call.value > 0n) {
      yield `${margin}  ${style.dim('value  ')}  ${nativeTextOf(call.value, { chainId })}\n`
    }
    yield `${margin}  ${style.dim('proof  ')}  ${call.proof.length} digests\n`
    if (call.problem !== null) {
      yield `${margin}  ${style.red('loan   ')}  ${printSafely(call.problem.shortMessage)} [${call.problem.code}]\n`
    }
    yield* printEncodingNotes(callNotesOf(call, null, ruleBook), style, `${margin}  `)
    const description = describeBatchCall(call, naming)
    if (description.multicall === undefined) {
      yield* printCall(description, call.data, { style, margin: `${margin}  ` })
    } else yield* printBatchCall(description, { ...settings, margin: `${margin}  ` })
    if (call.loan === null) continue
    const borrowed = call.loan.tokens.map(
      (token, index) => `${call.loan?.amounts[index]} of ${token}`,
    )
    yield `${margin}  ${style.dim('loan   ')}  ${borrowed.join(', ')}; ${countOf(call.loan.batch)} inside\n`
    yield* printBatch(call.loan.batch, { naming, style, margin: `${margin}    ` })
  }
}

function callsJsonOf(batch: DecodedBatch, naming: CallContext): readonly Json[] {
  return batch.calls.map((call) => {
    const { target, decoder, value, data, proof, offset, loan, problem } = call
    const inner =
      loan === null ? null : { ...loan, batch: undefined, calls: callsJsonOf(loan.batch, naming) }
    const reported = problem === null ? null : errorJsonOf(problem)
    const signatures = signaturesOf(data)
    const notes = callNotesOf(call, null, ruleBook)
    const { signature: _, ...described } = descriptionJsonOf(describeBatchCall(call, naming))
    const plain = { target, decoder, value, signatures, data, proof, offset, notes, ...described }
    return { ...plain, loan: inner, problem: reported }
  })
}

function functionOf({ data }: BatchCall): string {
  const names = signaturesOf(data)
  const size = parseHex(data).length
  return names.length > 0 ? names.join(' or ') : `${data.slice(0, 10)} (${size} bytes)`
}

/** The functions that known decoders have under the selector of a call. */
function signaturesOf(data: Hex): readonly string[] {
  return [...new Set(rulesFor(ruleBook, data.slice(0, 10)).map(({ signature }) => signature))]
}

function countOf({ calls }: DecodedBatch): string {
  return `${calls.length} ${calls.length === 1 ? 'call' : 'calls'}`
}

function printValue(value: unknown): string {
  if (typeof value === 'bigint') return value.toString()
  if (Array.isArray(value)) return `[${value.map(printValue).join(', ')}]`
  return String(value)
}
