import { BaseError, parseHex } from '@vaultwright/base'
import type { JudgedReplay, RunTerms } from '@vaultwright/operations'
import { openHeader, type Witness } from '@vaultwright/proof'
import { chainOf } from '@vaultwright/registry'
import type { Answer, Json } from '../../terminal/context.ts'
import type { TextStyle } from '../../terminal/style.ts'
import { printPairs, printSafely, printTime } from '../../terminal/table.ts'

/** A witness of another transaction, or under terms that its block does not give, proves nothing of the one asked about. */
export function otherWitness(run: Exclude<JudgedReplay, { kind: 'result' }>): Answer {
  const { witness, kind } = run
  const isOther = kind === 'other_transaction'
  const messages = isOther ? run.differences.map(({ message }) => message) : run.messages
  const [first] = isOther ? run.differences : []
  return {
    json: () => ({
      ok: false,
      verdict: kind,
      ...(first === undefined ? {} : { field: first.field }),
      reasons: messages,
      witness: termsJsonOf(witness),
    }),
    text: function* (style) {
      yield* printTerms(witness, style)
      yield style.red(
        first === undefined
          ? 'No: the witness is of terms that its block does not give, so it proves nothing.\n'
          : `No: the witness has another ${fieldNames[first.field]}, so it proves nothing of this transaction.\n`,
      )
      for (const message of messages) yield `  ${printSafely(message)}\n`
      if (kind === 'other_terms') {
        yield style.dim('  State them by --time, --gas and --vault, if you mean them.\n')
      }
    },
    exit: () => 1,
  }
}

const fieldNames = {
  chainId: 'chain',
  from: 'sender',
  to: 'receiver',
  data: 'calldata',
  value: 'value',
} as const

/** States the transaction of a witness, before anything is said of what it does. */
export function* printTerms(witness: Witness, style: TextStyle): Iterable<string> {
  const { chainId, request } = witness
  const { from, to, value, data, gas, timestamp, vault } = request
  yield style.cyan('transaction of the witness\n')
  yield* printPairs(
    [
      ['chain', `${chainOf(chainId)?.name ?? 'unknown chain'} (${chainId})`],
      ['from', from],
      ['to', to],
      ['value', `${value} wei`],
      ['calldata', `${data.length / 2 - 1} bytes`],
      ['gas', String(gas)],
      ['time', `${timeText(timestamp)}${laterText(witness)}`],
      ['vault', vault === undefined ? 'of the Manager' : (vault ?? 'none')],
    ],
    style,
  )
  yield '\n'
}

/** Of dates that no calendar here has, the seconds alone. */
function timeText(timestamp: bigint): string {
  return timestamp > latestDate ? String(timestamp) : printTime(timestamp)
}

const latestDate = 8_640_000_000_000n

function laterText({ header, request }: Witness): string {
  try {
    return `, ${request.timestamp - openHeader(parseHex(header)).timestamp} s after its block`
  } catch (error) {
    if (error instanceof BaseError) return ''
    throw error
  }
}

/** Prints the terms of a replay that are the file's word alone; nothing if a person stated them all. */
export function* printUnstated({ unstated, open }: RunTerms, style: TextStyle): Iterable<string> {
  if (unstated.length > 0) {
    const options = unstated.map((field) => optionNames[field]).join(', ')
    yield style.yellow(`Conditional: the witness alone states this transaction. Give ${options}.\n`)
  }
  for (const message of open) yield style.yellow(`Conditional: ${printSafely(message)}\n`)
}

const optionNames = { from: '--from', to: '--to', data: 'the calldata' } as const

/** The transaction of a witness, as JSON has it. */
export function termsJsonOf({ chainId, request }: Witness): Json {
  const { from, to, data, value, gas, timestamp, vault = null, watch } = request
  const amounts = { value: String(value), gas: String(gas), timestamp: String(timestamp) }
  return { chainId, from, to, data, ...amounts, vault, watch: [...watch] }
}
