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
  unheldAccountText,
} from './value-text.ts'

/** Differences that a sentence names; the table marks all. */
const maxDifferences = 3

/**
 * Says what a call does in its action's own sentence, with the values of the calldata.
 *
 * What the action would send otherwise, and a least output that protects nothing, follow the sentence.
 *
 * @param drone - who acts in place of the vault, and then is the subject; null where the vault acts.
 */
export function sentenceOf(
  reading: CallReading,
  context: CallContext,
  drone: Address | null = null,
): string {
  const { action, values, differences } = reading
  const template = drone === null ? action.sentence : actedSentenceOf(action.sentence)
  const subject = drone === null ? '' : `${accountNameOf(drone, context)} `
  const sentence = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = action.parameters[name]
    const value = values[name]
    if (parameter !== undefined && value !== undefined) {
      return parameterText(value, parameter, { reading, context })
    }
    const place = reading.listed[name]
    const reason = place === undefined ? 'not in the calldata' : unheldAccountText('listed', place)
    return `${name} (${reason})`
  })
  const actor = drone ?? context.vault
  const isOther = actor === null || !isFor(reading, actor)
  const receiver =
    isOther && typeof values.self === 'string'
      ? `, for ${accountNameOf(values.self as Address, context)}`
      : ''
  const minimum = minimumIn(reading, context)
  const more = differences.length - maxDifferences
  const remainder = more > 0 ? `; and ${more} more arguments that it sends otherwise` : ''
  const changed = differences
    .slice(0, maxDifferences)
    .map(
      ({ path, value, sent }) =>
        `; ${path} is ${plainText(value)}, the action sends ${plainText(sent)}`,
    )
  return `${subject}${sentence}${receiver}${minimum}${changed.join('')}${remainder}`
}

/** Turns the words of an action, which tell somebody what to do, into what a third account does. */
export function actedSentenceOf(sentence: string): string {
  if (sentence.startsWith('Flash loan of ')) return `takes a flash loan of ${sentence.slice(14)}`
  return sentence
    .replace(/^\w+/, (verb) => thirdPersonOf(verb.toLowerCase()))
    .replace(/ and stake (?=it )/, ' and stakes ')
}

function thirdPersonOf(verb: string): string {
  if (verb === 'have') return 'has'
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ies`
  return /(s|x|z|ch|sh|o)$/.test(verb) ? `${verb}es` : `${verb}s`
}

type ParameterContext = { readonly reading: CallReading; readonly context: CallContext }

function parameterText(
  value: AbiValue,
  parameter: ActionParameter,
  { reading, context }: ParameterContext,
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
  { reading, context }: ParameterContext,
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

/**
 * The minimum output for the sentence: that of a third party's calldata, and one that protects
 * nothing, whether the action's words name it or not.
 */
function minimumIn(reading: CallReading, context: CallContext): string {
  const { action, values, least: minimum } = reading
  if (minimum !== null && 'token_out' in action.parameters) {
    const parameter = { kind: 'minimum', unit: 'token_out', describe: '' } as const
    const place = { parameter, index: null, reading, context }
    return `, ${withoutBaseUnits(minimumTextOf(minimum, 'uint256', place))}`
  }
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
