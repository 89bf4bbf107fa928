import { type Hex, zeroAddress } from '@vaultwright/base'
import { type AbiType, type AbiValue, parseAbiTuple } from '@vaultwright/manager'
import { checksumOf } from '@vaultwright/merkle'
import type { Action } from '../action/action.ts'
import type { ActionInputValues, ActionParameter } from '../action/parameter.ts'

/** Length of lists, and whether parameters that may be left out are. */
export type SampleShape = {
  readonly size: number
  readonly isSparse: boolean
  /** Name of the one flag that is set; none when not said. */
  readonly flag?: string
}

type Marking = SampleShape & { readonly base: bigint }

/** Makes a distinct value for each parameter of an action; numbers begin at the base. */
export function markedValuesOf(
  action: Action,
  { size, base, isSparse, flag }: Marking,
): ActionInputValues {
  let seed = base
  const account = () => checksumOf(`0x5e${(++seed).toString(16).padStart(38, '0')}`)
  const mark = (parameter: ActionParameter): AbiValue => {
    switch (parameter.kind) {
      case 'account':
      case 'token':
        return account()
      case 'tokens':
        return Array.from({ length: size }, account)
      case 'amounts':
      case 'minimums':
        return Array.from({ length: size }, () => ++seed)
      case 'integers':
        return Array.from({ length: size }, () => within(++seed, parameter))
      case 'integer':
        if (isSparse && parameter.fallback !== undefined) return parameter.fallback
        return within(++seed, parameter)
      case 'word':
        return `0x5e${(++seed).toString(16).padStart(62, '0')}`
      case 'flag':
        return false
      case 'bytes':
        return (
          parameter.sample ?? parameter.fallback ?? `0x5e${(++seed).toString(16).padStart(10, '0')}`
        )
      case 'text':
        return parameter.sample ?? parameter.fallback ?? `text ${++seed}`
      case 'raw':
        return filledSampleOf(parameter.type, parameter.sample)
      case 'actions':
        return '0x'
      default:
        return ++seed
    }
  }
  const accounts = { self: account(), manager: account() }
  const values: Record<string, AbiValue> = {}
  for (const [name, parameter] of Object.entries(action.parameters)) {
    const head =
      parameter.kind === 'word' && parameter.startsWith !== undefined
        ? values[parameter.startsWith]
        : undefined
    const value = mark(parameter)
    if (name === flag) values[name] = true
    else values[name] = typeof head === 'string' ? `${head}${String(value).slice(42)}` : value
  }
  return { ...values, ...accounts }
}

/** An empty list shows no place: one item of its type does. */
function filledSampleOf(type: string, sample: AbiValue): AbiValue {
  if (typeof sample !== 'object' || sample.length > 0) return sample
  return zeroOf(parseAbiTuple(`(${type})`).fields[0]!.type)
}

function zeroOf(type: AbiType): AbiValue {
  switch (type.kind) {
    case 'bytes':
      return type.name === 'bytes' ? '0x5e' : 'text'
    case 'tuple':
      return type.fields.map((field) => zeroOf(field.type))
    case 'array':
      return Array.from({ length: type.length ?? 1 }, () => zeroOf(type.element))
    case 'word': {
      if (type.name === 'bool') return false
      if (type.name === 'address') return zeroAddress
      const size = Number(/\d+$/.exec(type.name)?.[0] ?? 32)
      return type.name.startsWith('bytes') ? (`0x${'00'.repeat(size)}` as const) : 0n
    }
  }
}

/** Marks outside of the range are counted within it, where there is room for them. */
function within(
  mark: bigint,
  { min, max }: { readonly min: bigint; readonly max: bigint },
): bigint {
  if (mark >= min && mark < max) return mark
  return max - min > 255n ? min + 1n + (mark % 251n) : min
}

/** Makes another value of the same shape. */
export function changedValue(value: AbiValue): AbiValue {
  if (typeof value === 'bigint') return value + 1n
  if (typeof value === 'boolean') return !value
  if (typeof value === 'object') return value.map(changedValue)
  if (!value.startsWith('0x')) return `${value}.`
  if (value === '0x') return '0x5e'
  const last = Number.parseInt(value.at(-1)!, 16) ^ 1
  const changed: Hex = `0x${value.slice(2, -1)}${last.toString(16)}`
  return changed.length === 42 ? checksumOf(changed) : changed
}
