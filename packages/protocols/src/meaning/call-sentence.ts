import { type Address, isSameAddress, printUnits } from '@vaultwright/base'
import { type AbiValue, droneTargetOf } from '@vaultwright/manager'
import { shortAddress, tokenOf } from '@vaultwright/registry'
import type { ActionParameter } from '../action/parameter.ts'
import {
  actionsOfCall,
  type DecodedAction,
  isFor,
  type ReadableCall,
  readingsOfPlain,
  withoutDrone,
} from './call-reading.ts'
import { actedSentenceOf } from './sentence.ts'
import { deadlineTextOf, grouped } from './value-text.ts'

/** The chain and vault of the call, where they are known. */
type SentenceContext = { readonly chainId: number | null; readonly vault: Address | null }

const max = 2n ** 256n - 1n

/**
 * Tells whether a text may be what a call does, as one of its actions or the builder would say it.
 *
 * @returns false when it is not a sentence of the call's actions, or names another amount or account; null
 *   where no action makes the call, and the text cannot be judged.
 */
export function isSentenceOf(
  text: string,
  call: ReadableCall,
  context: SentenceContext,
): boolean | null {
  if (isApprovalDescribed(text, call)) return true
  const several = routesIn(text)
  if (several !== null) {
    const routes = [call, withoutDrone(call)]
      .flatMap(readingsOfPlain)
      .map(({ action }) => action.route)
    return several.every((route) => routes.includes(route))
  }
  const { words, isUnforwarded } = withoutSuffixWords(text.replace(/^possibly: /, ''), call)
  const isForwarded = droneTargetOf(call.data) !== null && !isUnforwarded
  const drone = isForwarded ? call.target : null
  const readings = actionsOfCall(
    isUnforwarded ? { ...withoutDrone(call), target: call.target } : call,
  )
  if (readings.length === 0) {
    return numeralsIn(words).every((numeral) => isWritten(numeral, call)) ? null : false
  }
  return readings.some((reading) => {
    const isOurs = [context.vault, drone].some((one) => one !== null && isFor(reading, one))
    if (context.vault !== null && !isOurs) return false
    const isActed = drone !== null && isActedBy(drone, words, { reading, context })
    return isActed || isDescribedBy(words, reading, context)
  })
}

/** The actions that a text counts up because it cannot tell which of them a call is; null for another text. */
function routesIn(text: string): readonly string[] | null {
  const route = '[a-z0-9_]+/[a-z0-9_]+'
  const list = new RegExp(`(?:one of \\d+ actions:|not read: perhaps) (${route}(?:, ${route})*)`)
  return list.exec(text)?.[1]?.split(', ') ?? null
}

/** Removes the words about a suffix that the target does not read, where it names the right accounts. */
function withoutSuffixWords(
  text: string,
  { data, target }: ReadableCall,
): { readonly words: string; readonly isUnforwarded: boolean } {
  const named = droneTargetOf(data)
  const match = /^(.*?); \d+ bytes behind the arguments name (.*)$/s.exec(text)
  const isOf = (account: Address) =>
    isSameAddress(account, target) || (named !== null && isSameAddress(account, named))
  if (match === null || named === null || !accountsIn(match[2]!).every(isOf))
    return { words: text, isUnforwarded: false }
  return { words: match[1]!, isUnforwarded: true }
}

type JudgedReading = { readonly reading: DecodedAction; readonly context: SentenceContext }

/** The drone is the subject, by its name or its address. */
function isActedBy(drone: Address, text: string, { reading, context }: JudgedReading): boolean {
  const { sentence } = reading.action
  const acted = actedSentenceOf(sentence)
  const start = ` ${acted.split('{')[0]}`
  for (let index = text.indexOf(start); index >= 0; index = text.indexOf(start, index + 1)) {
    const isRight = accountsIn(text.slice(0, index)).every((one) => isSameAddress(one, drone))
    const action = { ...reading.action, sentence: acted }
    const words = text.slice(index + 1)
    if (isRight && isDescribedBy(words, { ...reading, action }, context)) return true
  }
  return false
}

const approval = '0x095ea7b3'
const permit2Approval = '0x87517c45'

/** The builder says approvals in words of its own: the amount first, the account with its address. */
function isApprovalDescribed(text: string, { data }: ReadableCall): boolean {
  const selector = data.slice(0, 10).toLowerCase()
  if (selector !== approval && selector !== permit2Approval) return false
  const words = data.slice(10).match(/.{64}/g) ?? []
  const [spender, sum] = selector === approval ? words : words.slice(1)
  if (spender === undefined || sum === undefined) return false
  const amount = BigInt(`0x${sum}`)
  const match = /^(Approve|Take back the allowance of) (.+) for (.+)$/.exec(text)
  if (match === null) return false
  const account = `0x${spender.slice(24)}` as Address
  const named = accountsIn(match[3]!)
  if (named.length === 0 || !isSameAddress(named[0]!, account)) return false
  if (match[1] !== 'Approve') return amount === 0n
  if (match[2]!.endsWith(' without a limit')) return amount === max
  return numeralsIn(match[2]!).some((numeral) => isAmong(numeral, [amount]))
}

type CallSentenceInput = {
  readonly values: DecodedAction['values']
  readonly context: SentenceContext
}

function valueText(value: AbiValue, parameter: ActionParameter, input: CallSentenceInput): string {
  if (parameter.kind === 'amount' || parameter.kind === 'minimum') {
    return amountText(value, parameter.unit, input)
  }
  if (parameter.kind === 'token') return symbolOf(String(value), input.context)
  return Array.isArray(value) ? value.map(String).join(', ') : String(value)
}

function amountText(
  value: AbiValue,
  unit: unknown,
  { values, context }: CallSentenceInput,
): string {
  const token = typeof unit === 'string' ? values[unit] : undefined
  const name = typeof token === 'string' ? symbolOf(token, context) : null
  if (value === max) return `max ${name ?? ''}`.trim()
  const knownToken = typeof token === 'string' ? knownOf(token, context) : null
  if (typeof value !== 'bigint' || knownToken === null) {
    return `${value} base units${name === null ? '' : ` of ${name}`}`
  }
  return `${grouped(printUnits(value, knownToken.decimals))} ${knownToken.symbol}`
}

function knownOf(token: string, { chainId }: SentenceContext) {
  return chainId === null ? null : tokenOf(chainId, token)
}

function symbolOf(token: string, context: SentenceContext): string {
  return knownOf(token, context)?.symbol ?? token
}

/** The action's words stand as they are; in its gaps no other amount and no other account. */
function isDescribedBy(
  text: string,
  { action, values }: DecodedAction,
  context: SentenceContext,
): boolean {
  const names = [...action.sentence.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const pieces = action.sentence.split(/\{\w+\}/).map(escaped)
  const match = new RegExp(`^${pieces.join('(.+?)')}((?:, |; | \\(by ).*)?$`, 's').exec(text)
  if (match === null) return false
  const areRight = names.every((name, index) => {
    const parameter = action.parameters[name]
    const value = values[name]
    if (parameter === undefined || value === undefined) return true
    return isArgumentIn(match[index + 1]!, { value, parameter }, { values, context })
  })
  const tail = match[names.length + 1] ?? ''
  return areRight && numeralsIn(tail).every((numeral) => isAmong(numeral, Object.values(values)))
}

type ParameterArgument = { readonly value: AbiValue; readonly parameter: ActionParameter }

function isArgumentIn(
  text: string,
  { value, parameter }: ParameterArgument,
  input: CallSentenceInput,
): boolean {
  const valueWords = valueText(value, parameter, input)
  if (text === valueWords) return true
  const plain = withoutToldNames(text, { value, parameter }, input)
  if (plain === null) return false
  return isPlainArgumentIn(plain, { value, parameter }, input)
}

/**
 * Takes off what a token says of itself and base units beside the amount, where both are of the value.
 *
 * @returns null where they are of another.
 */
function withoutToldNames(
  text: string,
  { value, parameter }: ParameterArgument,
  { values }: CallSentenceInput,
): string | null {
  const unit = parameter.kind === 'amount' || parameter.kind === 'minimum' ? parameter.unit : null
  const token = typeof unit === 'string' ? values[unit] : value
  const shorts = [...text.matchAll(/"[^"]*" (0x\w{4}…\w{4})/g)].map(([, short]) => short)
  const accounts = [token].flat().map((account) => shortAddress(String(account)))
  if (shorts.some((short) => short === undefined || !accounts.includes(short))) return null
  const base = / \((\d+) base units?\)$/.exec(text)
  if (base !== null && base[1] !== String(value)) return null
  return text
    .replace(/ \(\d+ base units?\)$/, '')
    .replace(/"[^"]*" 0x\w{4}…\w{4}/g, '')
    .trim()
}

function isPlainArgumentIn(
  text: string,
  { value, parameter }: ParameterArgument,
  input: CallSentenceInput,
): boolean {
  const valueWords = valueText(value, parameter, input)
  const named = accountsIn(text)
  if (parameter.kind === 'amount' || parameter.kind === 'minimum') {
    const token = typeof parameter.unit === 'string' ? input.values[parameter.unit] : undefined
    if (typeof token === 'string') {
      if (!named.every((one) => isSameAddress(one, token))) return false
      if (knownOf(token, input.context) !== null) return text === `${valueWords} (${token})`
    }
    if (value === max) return text.startsWith('max')
    const counted = /^(\d+) base units/.exec(text)
    if (counted !== null) return counted[1] === String(value)
    const [numeral, ...further] = numeralsIn(text)
    return numeral !== undefined && further.length === 0 && isAmong(numeral, [value])
  }
  if (typeof value === 'string' && value.length === 42) {
    if (!named.every((one) => isSameAddress(one, value))) return false
    const isKnown = parameter.kind === 'token' && knownOf(value, input.context) !== null
    return !isKnown || text === `${valueWords} (${value})`
  }
  const isTime = parameter.kind === 'integer' && parameter.as === 'unix'
  if (isTime && typeof value === 'bigint' && text === deadlineTextOf(value).text) return true
  return numeralsIn(text).every((numeral) => isAmong(numeral, [value]))
}

function accountsIn(text: string): readonly Address[] {
  return (text.match(/0x[0-9a-fA-F]{40}(?![0-9a-fA-F])/g) ?? []) as Address[]
}

function numeralsIn(text: string): readonly string[] {
  return text.replace(/0x\w{4}…\w{4}/g, '').match(/(?<![\w.])\d[\d,]*(?:\.\d+)?(?!\w)/g) ?? []
}

/** The same digits, wherever the point of an unknown token stands. */
function isAmong(numeral: string, values: readonly AbiValue[]): boolean {
  const digits = digitsOf(numeral)
  return values
    .flat()
    .some((value) => typeof value === 'bigint' && digitsOf(String(value)) === digits)
}

function digitsOf(numeral: string): string {
  return numeral.replace(/\D/g, '').replace(/^0+|0+$/g, '')
}

/** More decimals than tokens have. */
const maxDecimals = 36

/** Without an action, the numbers of a text stand somewhere in the calldata, in some unit. */
function isWritten(numeral: string, { data, value }: ReadableCall): boolean {
  const digits = digitsOf(numeral)
  if (digits === '') return true
  for (let zeros = 0; zeros <= maxDecimals; zeros++) {
    const amount = BigInt(`${digits}${'0'.repeat(zeros)}`)
    if (amount === value || data.toLowerCase().includes(amount.toString(16).padStart(4, '0'))) {
      return true
    }
  }
  return false
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
