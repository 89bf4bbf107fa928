import type { Address } from '@vaultwright/base'
import type { AbiValue } from '@vaultwright/manager'
import type { ActionParameter } from '../action/parameter.ts'
import { type CallReading, isFor } from './call-reading.ts'
import {
  accountNameOf,
  amountTextOf,
  type CallContext,
  deadlineTextOf,
  minimumTextOf,
  networkTextOf,
  tokenNameOf,
} from './value-text.ts'

/** Differences that a sentence names; the table marks all. */
const mostDifferences = 3

/**
 * Says what a call does in its action's own sentence, with the values of the calldata.
 *
 * What the action would send otherwise, and a least output that protects nothing, follow the sentence.
 */
export function sentenceOf(reading: CallReading, context: CallContext): string {
  const { action, values, differences } = reading
  const sentence = action.sentence.replace(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = action.parameters[name]
    const value = values[name]
    return parameter === undefined || value === undefined
      ? `${name} (not in the calldata)`
      : parameterText(value, parameter, { reading, context })
  })
  const isOther = context.vault === null || !isFor(reading, context.vault)
  const receiver =
    isOther && typeof values.self === 'string'
      ? `, for ${accountNameOf(values.self as Address, context)}`
      : ''
  const least = unprotectedIn(reading, context)
  const more = differences.length - mostDifferences
  const rest = more > 0 ? `; and ${more} more arguments that it sends otherwise` : ''
  const changed = differences
    .slice(0, mostDifferences)
    .map(
      ({ path, value, sent }) =>
        `; ${path} is ${plainText(value)}, the action sends ${plainText(sent)}`,
    )
  return `${sentence}${receiver}${least}${changed.join('')}${rest}`
}

type SentencePlace = { readonly reading: CallReading; readonly context: CallContext }

function parameterText(
  value: AbiValue,
  parameter: ActionParameter,
  { reading, context }: SentencePlace,
): string {
  if (Array.isArray(value)) {
    const items = value as readonly AbiValue[]
    return items.map((item) => itemText(item, parameter, { reading, context })).join(', ')
  }
  return itemText(value, parameter, { reading, context })
}

function itemText(
  value: AbiValue,
  parameter: ActionParameter,
  { reading, context }: SentencePlace,
): string {
  const place = { parameter, index: null, reading, context }
  switch (parameter.kind) {
    case 'amount':
    case 'amounts':
      return withoutBaseUnits(amountTextOf(value as bigint, 'uint256', place))
    case 'minimum':
    case 'minimums':
      return withoutBaseUnits(minimumTextOf(value as bigint, 'uint256', place)).replace(
        /^at least /,
        '',
      )
    case 'token':
    case 'tokens':
      return tokenNameOf(value as Address, context)
    case 'account':
      return accountNameOf(value as Address, context)
    case 'network':
      return networkTextOf(value as bigint, parameter.numbering)
    case 'deadline':
      return deadlineTextOf(value as bigint).text
    case 'integer':
      return parameter.as === 'unix' ? deadlineTextOf(value as bigint).text : plainText(value)
    default:
      return plainText(value)
  }
}

/** The table has the base units; a sentence reads better without them. */
function withoutBaseUnits({ text, unit }: { readonly text: string; readonly unit: object | null }) {
  return unit === null ? text : text.replace(/ \(\d+\)/, '')
}

/** A least output that protects nothing belongs into the sentence, whether its words name it or not. */
function unprotectedIn({ action, values }: CallReading, context: CallContext): string {
  const reading = { action, values } as CallReading
  const names = Object.entries(action.parameters).flatMap(([name, parameter]) => {
    if (parameter.kind !== 'minimum' || action.sentence.includes(`{${name}}`)) return []
    const value = values[name]
    if (typeof value !== 'bigint') return []
    const place = { parameter, index: null, reading, context }
    const { text, mark } = minimumTextOf(value, 'uint256', place)
    return mark === null ? [] : [text]
  })
  return names.map((text) => `, ${text}`).join('')
}

function plainText(value: AbiValue | null): string {
  if (value === null) return 'nothing'
  if (typeof value === 'object') return `[${value.map(plainText).join(', ')}]`
  return String(value)
}
