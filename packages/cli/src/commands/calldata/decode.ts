import { BaseError, type Hex, parseHex } from '@vaultwright/base'
import {
  type BatchCall,
  callNotesOf,
  type DecodedBatch,
  type RuleBook,
  rulesFor,
} from '@vaultwright/manager'
import { type Decoded, decodeCalldata } from '@vaultwright/operations'
import { ruleBook } from '@vaultwright/protocols'
import type { SignedCall } from '@vaultwright/safe'
import { defineCommand, text } from '../../command/command.ts'
import { errorJsonOf } from '../../failure/print.ts'
import { readSignedInput } from '../../input/signed.ts'
import { printSigned, signedJsonOf } from '../../print/signed.ts'
import type { Answer, Json } from '../../terminal/context.ts'
import type { TextStyle } from '../../terminal/style.ts'
import { printSafely } from '../../terminal/table.ts'
import { printEncodingNotes } from './verdict.ts'

export const calldataDecode = defineCommand({
  name: 'calldata decode',
  describe:
    'Shows what calldata of the Manager does: any of its functions, the calls of a batch, and the batches inside flash loans. Also shows what people sign around it, nested to any depth: a Safe batch file, a transaction as the Safe service writes it, EIP-712 typed data of a SafeTx, execTransaction, MultiSend, a timelock, and calls of roles authority, accountant and Safe; delegate calls are marked. Anything that the contract itself would not read the same way is an error with its byte.',
  positionals: {
    calldata: {
      describe:
        'Calldata, or a JSON document of a Safe: hex or JSON, @file, or - for standard input',
    },
  },
  options: {
    manager: text(
      'The Manager, to tell its own flash loans; without it a loan is one that names its target as recipient',
      'address',
    ),
  },
  examples: [
    ['calldata decode @call.hex', 'Which calls are in it?'],
    ['calldata decode @safe-batch.json', 'What would the Safe do?'],
    ['calldata decode - --json < call.hex', 'For a program, proofs included'],
  ],
  run: async ({ calldata, manager }, context) => {
    const input = await readSignedInput(calldata, context)
    if (input.kind === 'signed') return answerSigned(input.call, manager)
    const decoded = decodeCalldata(input.data, manager)
    return {
      json: () => decodedJsonOf(decoded, ruleBook),
      text: (style) => printDecoded(decoded, ruleBook, style),
      exit: () => (decoded.isWhole ? 0 : 3),
    }
  },
})

/** Shows something that people sign, with each batch of a Manager inside. */
function answerSigned(signed: SignedCall, manager: string | undefined): Answer {
  const decodedOf = (call: SignedCall): Decoded | BaseError | null => {
    if (call.kind !== 'manager_batch') return null
    try {
      return decodeCalldata(call.data, call.to ?? manager)
    } catch (error) {
      if (error instanceof BaseError) return error
      throw error
    }
  }
  const isWhole = ({ problem, ...call }: SignedCall): boolean => {
    const decoded = decodedOf({ ...call, problem } as SignedCall)
    const isRead = decoded === null || (!(decoded instanceof BaseError) && decoded.isWhole)
    return problem === null && isRead && call.children.every(isWhole)
  }
  return {
    json: () =>
      signedJsonOf(signed, (call) => {
        const decoded = decodedOf(call)
        if (decoded instanceof BaseError) return { problem: errorJsonOf(decoded) }
        return decoded === null ? undefined : decodedJsonOf(decoded, ruleBook)
      }),
    text: (style) =>
      printSigned(signed, {
        style,
        *printInside(call, { margin }) {
          const decoded = decodedOf(call)
          if (decoded === null) {
            if (call.data !== '0x') yield `${margin}${style.dim('data')}  ${call.data}\n`
          } else if (decoded instanceof BaseError) {
            const text = printSafely(decoded.shortMessage)
            yield style.red(`${margin}cannot be read: ${text} [${decoded.code}]\n`)
          } else {
            for (const line of printDecoded(decoded, ruleBook, style)) yield `${margin}${line}`
          }
        },
      }),
    exit: () => (isWhole(signed) ? 0 : 3),
  }
}

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

export function* printDecoded(
  decoded: Decoded,
  book: RuleBook,
  style: TextStyle,
): Iterable<string> {
  if (decoded.kind === 'batch') {
    yield `manageVaultWithMerkleVerification, ${countOf(decoded.batch)}\n`
    yield* printBatch(decoded.batch, { book, style, margin: '  ' })
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
  readonly book: RuleBook
  readonly style: TextStyle
  readonly margin: string
}

function* printBatch(batch: DecodedBatch, settings: DecodeOutputOptions): Iterable<string> {
  const { book, style, margin } = settings
  for (const [at, call] of batch.calls.entries()) {
    yield `${margin}${style.bold(`call ${at}`)}  ${functionOf(call, book)}\n`
    yield `${margin}  ${style.dim('target ')}  ${call.target}\n`
    yield `${margin}  ${style.dim('decoder')}  ${call.decoder}\n`
    if (call.value > 0n) yield `${margin}  ${style.dim('value  ')}  ${call.value}\n`
    yield `${margin}  ${style.dim('proof  ')}  ${call.proof.length} digests\n`
    if (call.problem !== null) {
      yield `${margin}  ${style.red('loan   ')}  ${printSafely(call.problem.shortMessage)} [${call.problem.code}]\n`
    }
    yield* printEncodingNotes(callNotesOf(call, null, book), style, `${margin}  `)
    if (call.loan === null) {
      yield `${margin}  ${style.dim('data   ')}  ${call.data}\n`
      continue
    }
    const borrowed = call.loan.tokens.map(
      (token, index) => `${call.loan?.amounts[index]} of ${token}`,
    )
    yield `${margin}  ${style.dim('loan   ')}  ${borrowed.join(', ')}; ${countOf(call.loan.batch)} inside\n`
    yield* printBatch(call.loan.batch, { book, style, margin: `${margin}    ` })
  }
}

function callsJsonOf(batch: DecodedBatch, book: RuleBook): readonly Json[] {
  return batch.calls.map((call) => {
    const { target, decoder, value, data, proof, offset, loan, problem } = call
    const inner =
      loan === null ? null : { ...loan, batch: undefined, calls: callsJsonOf(loan.batch, book) }
    const reported = problem === null ? null : errorJsonOf(problem)
    const signatures = signaturesOf(data, book)
    const notes = callNotesOf(call, null, book)
    const plain = { target, decoder, value, signatures, data, proof, offset, notes }
    return { ...plain, loan: inner, problem: reported }
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
