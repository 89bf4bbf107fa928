import { type Address, isSameAddress, printUnits, zeroAddress } from '@vaultwright/base'
import type { AbiValue } from '@vaultwright/manager'
import {
  type ChainInfo,
  chainOf,
  chains,
  isQuoted,
  type NameLookup,
  printAccount,
  printName,
  registryNames,
  registryUnits,
  type SourcedUnit,
  shortAddress,
  type UnitLookup,
} from '@vaultwright/registry'
import type { ActionParameter, Numbering } from '../action/parameter.ts'
import type { CallReading } from './call-reading.ts'

/** The context of a call's description. */
export type CallContext = {
  /** Null when the chain is not known. */
  readonly chainId: number | null
  /** The vault of the call; null if unknown. */
  readonly vault: Address | null
  /** The file that alone says which vault it is, such as `tree`; left out where a chain or a person says so. */
  readonly vaultFrom?: string
  /** Accounts that are known to forward calls for the vault. */
  readonly drones: readonly Address[]
  readonly names: NameLookup
  readonly units: UnitLookup
}

/**
 * Gives what the registry knows of a chain to describe calls with.
 *
 * @param chainId - null when it is not known: then no decimals are.
 */
export function callContextOf(chainId: number | null, vault: Address | null): CallContext {
  return {
    chainId,
    vault,
    drones: [],
    names: registryNames(chainId),
    units: registryUnits(chainId),
  }
}

/** Why a value deserves the first look. */
export type ValueMark =
  | 'unlimited'
  | 'whole_balance'
  | 'no_protection'
  | 'no_deadline'
  | 'other_account'
  | 'other_value'
  | 'free_recipient'
  | 'free_spender'
  | 'free_operator'
  | 'free_payload'
  | 'free_price'

/** A value in words. */
export type ValueText = {
  readonly text: string
  readonly mark: ValueMark | null
  /** The unit of an amount; null if unknown, and for other values. */
  readonly unit: AmountUnit | null
}

/** A unit, and the token that it is of where there is one. */
export type AmountUnit = SourcedUnit & { readonly token: Address | null }

const zeroUnit = { decimals: 18, source: 'registry' } as const
const wordMax = 2n ** 256n - 1n
/** The last second that a date can be printed of: the end of the year 9999. */
const lastSecond = 253_402_300_799n

/**
 * Says an amount in the units of its token and in base units.
 *
 * @param parameter - the action's parameter that the amount is; null when no action tells its unit.
 * @param type - of the argument: the largest value of a wide type is unlimited.
 */
export function amountTextOf(
  value: bigint,
  type: string,
  { parameter, index, reading, context }: AmountContext,
): ValueText {
  const { unit, token } = unitOf(parameter, index, { reading, context })
  const symbol = symbolTextOf(unit, token, context)
  const of = symbol === '' ? '' : ` ${symbol}`
  const amountUnit = unit === null ? null : { ...unit, token }
  if (value === 0n && parameter?.kind === 'amount' && parameter.zeroIsAll === true) {
    return { text: `the whole balance of${of} (0)`, mark: 'whole_balance', unit: amountUnit }
  }
  if (isLargest(value, type)) {
    // What a spender may take has no limit then; what an action moves is all there is.
    const isAllowance = reading !== null && 'spender' in reading.action.parameters
    const takesMax = parameter?.kind === 'amount' && parameter.takesMax === true && !isAllowance
    return takesMax
      ? {
          text: `the whole balance or debt of${of} (${maxText(type)})`,
          mark: 'whole_balance',
          unit: amountUnit,
        }
      : { text: `unlimited${of} (${maxText(type)})`, mark: 'unlimited', unit: amountUnit }
  }
  if (unit === null) {
    const reason = token === null ? '' : ', decimals unknown'
    const many = value === 1n ? '1 base unit' : `${value} base units`
    return { text: token === null ? many : `${many} of${of}${reason}`, mark: null, unit: null }
  }
  const amount = `${grouped(printUnits(value, unit.decimals))}${of}`
  // Decimals that a contract says of itself bend the amount: base units stay beside it.
  const text = isContractWord(unit)
    ? `${amount} (${value === 1n ? '1 base unit' : `${value} base units`})`
    : unit.decimals === 0
      ? amount
      : `${amount} (${value})`
  return { text, mark: null, unit: amountUnit }
}

/** Says the least that must come out. One base unit, or less than a millionth of the token, protects nothing. */
export function minimumTextOf(value: bigint, type: string, place: AmountContext): ValueText {
  const { text, unit } = amountTextOf(value, type, place)
  const minimum = unit === null ? 1n : 10n ** BigInt(Math.max(0, unit.decimals - 6))
  if (value === 0n) {
    const of = symbolTextOf(unit, unit?.token ?? null, place.context)
    return {
      text: `at least nothing${of === '' ? '' : ` of ${of}`}: no protection`,
      mark: 'no_protection',
      unit,
    }
  }
  if (value > 1n && value >= minimum) return { text: `at least ${text}`, mark: null, unit }
  return { text: `at least ${text}: no protection`, mark: 'no_protection', unit }
}

/** The place of an amount, and the source of its unit. */
export type AmountContext = {
  readonly parameter: ActionParameter | null
  /** The index in a list; null for a single amount. */
  readonly index: number | null
  readonly reading: CallReading | null
  readonly context: CallContext
}

/** Says an account that calldata does not hold: by its place in the contract's own list, or who calls. */
export function unheldAccountText(type: string, value: bigint): string | null {
  if (type === 'caller') return 'the caller (zero)'
  return type === 'listed' ? `entry ${value} of the contract's address list` : null
}

/** Says an account with its whole address, and whether it is the vault. */
export function accountTextOf(account: Address, { names, vault }: CallContext): string {
  if (vault !== null && isSameAddress(account, vault)) return `the vault ${account}`
  return printAccount(account, names, { whole: true })
}

/**
 * Says once for all sentences whose word "the vault" is.
 *
 * @returns null where a chain or a person says which vault it is, and where no vault is known.
 */
export function vaultNoteOf({ vault, vaultFrom }: CallContext): string | null {
  if (vault === null || vaultFrom === undefined) return null
  return `"the vault" is ${vault} as the ${vaultFrom} says, and its Manager was not asked`
}

/** Says a moment of unix seconds. */
export function deadlineTextOf(seconds: bigint): ValueText {
  if (seconds > lastSecond) {
    const shown = seconds === wordMax ? maxText('uint256') : seconds
    return { text: `never expires (${shown})`, mark: 'no_deadline', unit: null }
  }
  const iso = new Date(Number(seconds) * 1000).toISOString().replace('.000Z', 'Z')
  return { text: `${iso} (${seconds})`, mark: null, unit: null }
}

/**
 * Chains of CCTP whose accounts have 32 bytes.
 *
 * Source: Circle, CCTP supported blockchains and domains.
 */
const otherCctpDomains = new Map([
  [4n, 'Noble'],
  [5n, 'Solana'],
  [8n, 'Sui'],
  [9n, 'Aptos'],
])

/** Says another chain by the number that a bridge has for it. */
export function networkTextOf(number: bigint, numbering: Numbering): string {
  const domain = numbering === 'cctp' ? otherCctpDomains.get(number) : undefined
  const name = networkOf(number, numbering)?.name ?? domain
  return name === undefined ? `chain number ${number}, not on record` : `${name} (${number})`
}

/** Finds the chain on record that a bridge has a number for: its accounts have 20 bytes. */
export function networkOf(number: bigint, numbering: Numbering): ChainInfo | null {
  const chain = chains.find(({ id, layerZeroEid, cctpDomain, ccipSelector }) => {
    const numbers = { layer_zero: layerZeroEid, cctp: cctpDomain, ccip: ccipSelector, chain_id: id }
    const listed = numbers[numbering]
    return listed !== null && BigInt(listed) === number
  })
  return chain ?? null
}

/** Names an account in a sentence: the table beside it has the whole address of one that has a name. */
export function accountNameOf(account: Address, { names, vault }: CallContext): string {
  if (vault !== null && isSameAddress(account, vault)) return 'the vault'
  return printAccount(account, names, { whole: names(account) === null })
}

/** Says a token by its symbol where it is known, with the whole address. */
export function tokenTextOf(token: Address, { names }: CallContext): string {
  return printAccount(token, names, { whole: true })
}

/** Names a token in a sentence: what it says of itself is in quotes, with its address. */
export function tokenNameOf(token: Address, { names }: CallContext): string {
  const name = names(token)
  if (name === null || name.source === 'tree') return token
  return isQuoted(name) ? `${printName(name)} ${shortAddress(token)}` : printName(name)
}

/** The symbol of a unit; of a token without one its name or address. */
function symbolTextOf(
  unit: SourcedUnit | null,
  token: Address | null,
  { names }: CallContext,
): string {
  const isNamed = unit !== null && !unit.symbol.startsWith('0x')
  if (!isNamed) return token === null ? '' : printAccount(token, names, { whole: true })
  const name = { text: unit.symbol, source: unit.source }
  if (token === null || !isQuoted(name)) return unit.symbol === '' ? '' : printName(name)
  return `${printName(name)} ${shortAddress(token)}`
}

/** Decimals are the contract's own word. */
function isContractWord({ source }: SourcedUnit): boolean {
  return source === 'chain' || source === 'service' || source === 'tree'
}

/** Says wei in the coin of the chain. */
export function nativeTextOf(value: bigint, { chainId }: Pick<CallContext, 'chainId'>): string {
  const symbol = chainId === null ? undefined : chainOf(chainId)?.nativeSymbol
  if (symbol === undefined) return `${grouped(printUnits(value, 18))} native coins (${value} wei)`
  return `${grouped(printUnits(value, 18))} ${symbol} (${value} wei)`
}

/** Puts commas between thousands. */
export function grouped(text: string): string {
  const [whole = '', fraction] = text.split('.')
  const parts = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? parts : `${parts}.${fraction}`
}

type AmountUnitContext = Pick<AmountContext, 'reading' | 'context'>

/** The unit that an action gives an amount, as far as the call holds its token. */
function unitOf(
  parameter: ActionParameter | null,
  index: number | null,
  { reading, context }: AmountUnitContext,
): { readonly unit: SourcedUnit | null; readonly token: Address | null } {
  if (parameter === null || !('unit' in parameter)) return { unit: null, token: null }
  const { unit } = parameter
  if (typeof unit === 'object') {
    return { unit: { symbol: '', decimals: unit.decimals, source: 'registry' }, token: null }
  }
  if (unit === 'native') {
    const symbol = context.chainId === null ? null : chainOf(context.chainId)?.nativeSymbol
    return { unit: { ...zeroUnit, symbol: symbol ?? 'native coins' }, token: null }
  }
  const named = reading?.values[unit]
  const token = Array.isArray(named) ? (named as readonly AbiValue[])[index ?? 0] : named
  // The zero address stands where the token is not known.
  if (typeof token !== 'string' || token === zeroAddress) return { unit: null, token: null }
  return { unit: context.units(token as Address), token: token as Address }
}

/** Types of 96 bits and more hold amounts; their largest value is not a counted amount. */
function isLargest(value: bigint, type: string): boolean {
  const size = BigInt(/\d+$/.exec(type)?.[0] ?? 256)
  if (type.startsWith('int')) return size >= 96n && value === 2n ** (size - 1n) - 1n
  return (size >= 96n && value === 2n ** size - 1n) || value === wordMax
}

function maxText(type: string): string {
  const size = Number(/\d+$/.exec(type)?.[0] ?? 256)
  return `2^${type.startsWith('int') ? size - 1 : size}-1`
}
