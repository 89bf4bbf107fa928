import type { Address } from '@vaultwright/base'
import type { AbiValue } from '@vaultwright/manager'
import type { ActionParameter } from '@vaultwright/protocols'
import type { UnitLookup } from '@vaultwright/registry'

/** The comparison of a value of calldata with the request. */
export type ValueComparison =
  | { readonly kind: 'same' }
  /** Not compared, or the same only if the service is right in what it says beside the calldata. */
  | { readonly kind: 'open'; readonly reason: string }
  | { readonly kind: 'other'; readonly problem: string }

/** A parameter as it was asked for, and as calldata holds it. */
export type RequestedValue = {
  readonly name: string
  readonly text: string
  readonly parameter: ActionParameter
  /** Undefined where the calldata does not hold it as such. */
  readonly value: AbiValue | undefined
  /** Token that a parameter of the call is, by the parameter's name. */
  readonly tokenOf: (parameter: string) => Address | null
  readonly units: UnitLookup
}

const equalValue: ValueComparison = { kind: 'same' }
const largest = 2n ** 256n - 1n

/** Compares a value of calldata with the text that was put into the form. */
export function compareValue(asked: RequestedValue): ValueComparison {
  const { name, text, parameter, value } = asked
  if (value === undefined)
    return { kind: 'open', reason: `${name} is not in the calldata as such: not compared.` }
  switch (parameter.kind) {
    case 'amount':
    case 'minimum':
      return typeof value === 'bigint' ? compareAmount(text, value, asked) : otherThan(asked)
    case 'amounts':
    case 'minimums':
      return compareAmounts(asked)
    case 'deadline':
    case 'raw':
    case 'actions':
      return { kind: 'open', reason: `${name} is not compared. Read it at its call.` }
    default:
      return plainText(value) === plainItems(text).join(',') ? equalValue : otherThan(asked)
  }
}

/** Writes a value of calldata for a comparison and for a sentence: lower case, lists with commas. */
export function plainText(value: AbiValue): string {
  if (Array.isArray(value)) return value.map((item) => plainText(item as AbiValue)).join(',')
  return String(value).toLowerCase()
}

function compareAmounts(asked: RequestedValue): ValueComparison {
  const { text, value } = asked
  const items = plainItems(text)
  if (!Array.isArray(value) || value.length !== items.length) return otherThan(asked)
  let result: ValueComparison = equalValue
  for (const [index, item] of value.entries()) {
    const comparison =
      typeof item === 'bigint' ? compareAmount(items[index]!, item, asked) : otherThan(asked)
    if (comparison.kind === 'other') return comparison
    if (comparison.kind === 'open') result = comparison
  }
  return result
}

/**
 * Without the decimals of the token, base units still have the digits of the amount, with zeros behind
 * them: how many is what the service says.
 */
function compareAmount(text: string, value: bigint, asked: RequestedValue): ValueComparison {
  if (text === 'max') return value === largest ? equalValue : otherThan(asked)
  const [whole = '', fraction = ''] = text.split('.')
  if (!/^\d+$/.test(whole) || !/^\d*$/.test(fraction)) return otherThan(asked)
  const digits = BigInt(whole + fraction)
  const decimals = decimalsOf(asked)
  if (decimals !== null) {
    const [left, right] = [value * 10n ** BigInt(fraction.length), digits * 10n ** BigInt(decimals)]
    return left === right ? equalValue : otherThan(asked)
  }
  if (digits === 0n) return value === 0n ? equalValue : otherThan(asked)
  let scale = fraction.length
  let inner = value
  for (; inner > digits && inner % 10n === 0n; inner /= 10n) scale++
  if (inner !== digits || scale > 77) return otherThan(asked)
  return {
    kind: 'open',
    reason: `${asked.name} is ${value} base units: ${text} if the token counts ${scale} decimals, as the service has it; the published record does not have the token.`,
  }
}

/** Only the published record counts: what a token says of itself came from the service. */
function decimalsOf({ parameter, tokenOf, units }: RequestedValue): number | null {
  const unit = 'unit' in parameter ? parameter.unit : null
  if (unit === null) return null
  if (typeof unit !== 'string') return unit.decimals
  if (unit === 'native') return 18
  const token = tokenOf(unit)
  return token === null ? null : (units(token)?.decimals ?? null)
}

function otherThan({ name, text, value }: RequestedValue): ValueComparison {
  const shown = value === undefined ? 'nothing' : plainText(value)
  return { kind: 'other', problem: `You asked for ${name} ${text}; the calldata has ${shown}.` }
}

/** Lists are given with commas, or as JSON. */
function plainItems(text: string): readonly string[] {
  const plain = text.trim().toLowerCase()
  if (!plain.startsWith('[')) return plain.split(',').map((item) => item.trim())
  try {
    const items: unknown = JSON.parse(plain)
    return Array.isArray(items) ? items.map(String) : [plain]
  } catch {
    return [plain]
  }
}
