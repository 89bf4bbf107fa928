import { type Address, type Hex, zeroAddress } from '@vaultwright/base'
import { type AbiType, type AbiValue, encodeFlashLoanUserData } from '@vaultwright/manager'
import { checksumOf } from '@vaultwright/merkle'
import type { ActionInputValues, ActionParameter, Claim } from '@vaultwright/protocols'
import { nativeAsset } from '@vaultwright/registry'
import type { LeafReading } from './leaf-reading.ts'
import type { RiskInput } from './risk-input.ts'

/** Stands for the holder of the key, where no attacker is named. */
export const someAttacker: Address = checksumOf(`0x${'bad'.repeat(13)}0`)

/** The maximum of every amount. */
export const unlimited = 2n ** 256n - 1n

/** The worst that a caller can put for an action: what the leaf binds, and free values that serve the caller. */
export function worstValuesOf(
  input: RiskInput,
  claim: Claim,
  { leaf, position, called }: LeafReading,
): ActionInputValues {
  const { action, size } = claim.pattern
  const binding = input.bindings.get(position) ?? claim.binding
  const self = claim.drone ?? input.vault ?? zeroAddress
  const values: Record<string, AbiValue> = { self, manager: input.manager ?? zeroAddress }
  const context = { input, binding, values, size: size ?? 1, isApproval: isApproval(claim) }
  for (const [name, parameter] of Object.entries(action.parameters)) {
    values[name] =
      binding[name] ??
      input.options.choiceOf?.(action.route, name) ??
      freeValueOf(parameter, { ...context, name })
  }
  if (action.target in action.parameters) values[action.target] = called
  if (leaf.canSendValue) {
    // What goes along with the call is what the action says it moves.
    const coins = input.options.balanceOf?.(nativeAsset) ?? null
    if (coins !== null) for (const name of nativeAmountsOf(claim)) values[name] = coins
  }
  return values as ActionInputValues
}

/** The wei that go along: all that is there, or one where that is unknown. */
export function worstWeiOf(input: RiskInput, { leaf }: LeafReading): bigint {
  if (!leaf.canSendValue) return 0n
  return input.options.balanceOf?.(nativeAsset) ?? 1n
}

/** Cuts numbers to what their type holds. */
export function fittedValue(type: AbiType, value: AbiValue): AbiValue {
  if (type.kind === 'array') {
    return (value as readonly AbiValue[]).map((item) => fittedValue(type.element, item))
  }
  if (type.kind === 'tuple') {
    const items = value as readonly AbiValue[]
    return type.fields.map((field, index) => fittedValue(field.type, items[index]!))
  }
  if (type.kind !== 'word' || typeof value !== 'bigint') return value
  const isSigned = type.name.startsWith('int')
  const size = BigInt(/\d+$/.exec(type.name)?.[0] ?? 256)
  const most = (1n << (isSigned ? size - 1n : size)) - 1n
  return value > most ? most : value
}

/** Puts a value wherever a path leads. */
export function withValueIn(
  type: AbiType,
  value: AbiValue,
  { path, put }: { readonly path: string; readonly put: AbiValue },
): AbiValue {
  if (path === '') return put
  const [, head = '', tail = ''] = /^\.?(\[\d*\]|[^.[]*)(.*)$/.exec(path) ?? []
  const items = value as readonly AbiValue[]
  if (type.kind === 'array') {
    return items.map((item) => withValueIn(type.element, item, { path: tail, put }))
  }
  if (type.kind !== 'tuple') return value
  return type.fields.map((field, index) =>
    (field.name || String(index)) === head
      ? withValueIn(field.type, items[index]!, { path: tail, put })
      : items[index]!,
  )
}

/** Fills a type with nothing: zeros, empty bytes, and lists of a length. */
export function emptyValueOf(type: AbiType, length: number): AbiValue {
  switch (type.kind) {
    case 'bytes':
      return type.name === 'string' ? '' : '0x'
    case 'tuple':
      return type.fields.map((field) => emptyValueOf(field.type, length))
    case 'array':
      return Array.from({ length: type.length ?? length }, () => emptyValueOf(type.element, length))
    case 'word': {
      if (type.name === 'bool') return false
      if (type.name === 'address') return zeroAddress
      const size = /^bytes(\d+)$/.exec(type.name)?.[1]
      return size === undefined ? 0n : (`0x${'00'.repeat(Number(size))}` as Hex)
    }
  }
}

/** An account as a value of a type. */
export function accountAs(type: string, account: Address): AbiValue | null {
  if (type === 'address') return account
  if (type === 'bytes32') return `0x${account.slice(2).toLowerCase().padStart(64, '0')}`
  return type === 'bytes' ? account : null
}

type ValueContext = {
  /** Of the parameter. */
  readonly name: string
  readonly input: RiskInput
  /** Those of the parameters before it. */
  readonly values: Readonly<Record<string, AbiValue>>
  readonly binding: Claim['binding']
  readonly size: number
  readonly isApproval: boolean
}

function freeValueOf(parameter: ActionParameter, context: ValueContext): AbiValue {
  const { input, size } = context
  const attacker = input.options.attacker ?? someAttacker
  switch (parameter.kind) {
    case 'account':
    case 'token':
      return attacker
    case 'tokens':
      return Array.from({ length: size }, () => attacker)
    case 'amount':
      return amountOf(parameter, context)
    case 'amounts':
    case 'minimums':
      return Array.from({ length: size }, () => 1n)
    case 'integers':
      return Array.from({ length: size }, () => parameter.min)
    case 'minimum':
      return 1n
    case 'deadline':
      return 2n ** 40n
    case 'integer':
      return parameter.fallback ?? parameter.min
    case 'flag':
      return parameter.fallback ?? true
    case 'network':
      return 1n
    case 'word':
      return parameter.as === 'account'
        ? accountAs('bytes32', attacker)!
        : (parameter.fallback ?? `0x${'00'.repeat(32)}`)
    case 'bytes':
      return parameter.sample ?? parameter.fallback ?? '0x'
    case 'text':
      return parameter.sample ?? parameter.fallback ?? ''
    case 'raw':
      return parameter.sample
    case 'actions':
      return encodeFlashLoanUserData([])
  }
}

/** All that there is; where that is not known, more than there can be. */
function amountOf(
  { unit, all, takesMax }: ActionParameter & { kind: 'amount' },
  { input, binding, values, isApproval, name: parameter }: ValueContext,
): bigint {
  // A fee takes from the amount.
  if (/fee/.test(parameter)) return 0n
  if (isApproval || takesMax === true) return unlimited
  const name = typeof all === 'object' ? all.balanceOf : unit
  const token =
    name === 'native'
      ? nativeAsset
      : typeof name === 'string'
        ? (binding[name] ?? values[name])
        : undefined
  const balance =
    typeof token === 'string' ? (input.options.balanceOf?.(token as Address) ?? null) : null
  return balance ?? unlimited
}

function isApproval({ pattern }: Claim): boolean {
  return /\/(approve|permit)/.test(pattern.action.route)
}

function nativeAmountsOf({ pattern }: Claim): readonly string[] {
  return Object.entries(pattern.action.parameters).flatMap(([name, parameter]) =>
    parameter.kind === 'amount' && parameter.unit === 'native' ? [name] : [],
  )
}
