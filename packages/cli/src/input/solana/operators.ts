import type { Operator } from '@vaultwright/svm'
import { UsageError } from '../../command/usage.ts'
import { parseJson } from '../input.ts'

/** The form of operators on the command line, for the help. */
export const operatorsHelp =
  'What the digest pins, in its order: data:<start>:<length>, account:<index>, size, noop, with commas between; or the JSON list of an answer; "" for none'

/**
 * Reads operators from `data:0:8,account:1,size` or from the JSON list that answers hold.
 *
 * @throws UsageError naming the operator that is none.
 */
export function parseOperators(word: string): readonly Operator[] {
  const text = word.trim()
  if (text === '') return []
  if (!text.startsWith('[')) return text.split(',').map((part) => parseShort(part.trim()))
  const value = parseJson(text, '--operators')
  return (value as readonly unknown[]).map(operatorOfJson)
}

/** The operators in the short form, which --operators reads. */
export function printOperators(operators: readonly Operator[]): string {
  const texts = operators.map((operator) => {
    if (operator.kind === 'ingest_instruction') return `data:${operator.start}:${operator.length}`
    if (operator.kind === 'ingest_account') return `account:${operator.index}`
    return operator.kind === 'noop' ? 'noop' : 'size'
  })
  return texts.length === 0 ? '(none)' : texts.join(',')
}

function parseShort(part: string): Operator {
  const [kind, ...numbers] = part.split(':')
  if (part === 'noop') return { kind: 'noop' }
  if (part === 'size') return { kind: 'ingest_instruction_data_size' }
  const values = numbers.map((digits) => (/^\d{1,10}$/.test(digits) ? Number(digits) : Number.NaN))
  return operatorOf(kind, values, part)
}

function operatorOfJson(value: unknown): Operator {
  const shown = JSON.stringify(value)
  if (typeof value !== 'object' || value === null) throw operatorError(shown)
  const [entry, ...further] = Object.entries(value)
  if (entry === undefined || further.length > 0) throw operatorError(shown)
  const [kind, content] = entry
  if (kind === 'noop' && content === true) return { kind: 'noop' }
  if (kind === 'ingest_instruction_data_size' && content === true) return { kind }
  const numbers = Array.isArray(content) ? content : [content]
  const short =
    kind === 'ingest_instruction' ? 'data' : kind === 'ingest_account' ? 'account' : kind
  return operatorOf(short, numbers, shown)
}

function operatorOf(
  kind: string | undefined,
  numbers: readonly unknown[],
  shown: string,
): Operator {
  const [first, second] = numbers
  if (
    kind === 'data' &&
    numbers.length === 2 &&
    isWhole(first, 0xffff_ffff) &&
    isWhole(second, 255)
  ) {
    return { kind: 'ingest_instruction', start: first, length: second }
  }
  if (kind === 'account' && numbers.length === 1 && isWhole(first, 255)) {
    return { kind: 'ingest_account', index: first }
  }
  throw operatorError(shown)
}

function isWhole(value: unknown, most: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most
}

function operatorError(part: string): UsageError {
  return new UsageError(
    `--operators: ${JSON.stringify(part)} is not an operator. Give data:<start>:<length>, account:<index>, size or noop.`,
    { option: 'operators', value: part },
  )
}
