import type { Address, Hex } from '@vaultwright/base'
import type { AbiValue } from '@vaultwright/manager'
import { checksumOf } from '@vaultwright/merkle'
import type { Action } from './action.ts'
import type { ActionInputValues, ActionParameter, IntegerParameter } from './parameter.ts'

/** The origin of a packed entry, and the decoder's transform of it. */
export type Origin = {
  /** Name of the parameter, or `self`, or `manager`. */
  readonly slot: string
  /** The index in a list; null for a single value. */
  readonly index: number | null
  /** The whole address, the number, a half or the low or first 20 of 32 bytes. */
  readonly form: 'whole' | 'number' | 'high' | 'low' | 'low20' | 'first20'
}

/** Distinct values that are recognised wherever they turn up, and where each came from. */
export type Sentinels = {
  readonly values: ActionInputValues
  /** By packed entry, lower case. */
  readonly origins: ReadonlyMap<string, Origin>
}

/** Makes values for an action that betray where a decoder packs them. */
export function sentinelsOf(action: Action, size: number): Sentinels {
  const origins = new Map<string, Origin>()
  const mark = (entry: string, origin: Origin) => origins.set(entry.toLowerCase(), origin)
  const values: Record<string, AbiValue> = {}
  let seed = 1
  const account = (slot: string, index: number | null): Address => {
    const account = accountOf(seed++)
    mark(account, { slot, index, form: 'whole' })
    return account
  }
  const number = (slot: string): bigint => {
    const number = 0x5e00_0000n + BigInt(seed++)
    mark(entryOfNumber(number), { slot, index: null, form: 'number' })
    return number
  }
  const self = account('self', null)
  const manager = account('manager', null)
  for (const [slot, parameter] of Object.entries(action.parameters)) {
    switch (parameter.kind) {
      case 'account':
      case 'token':
        values[slot] = account(slot, null)
        break
      case 'tokens':
        values[slot] = Array.from({ length: size }, (_, index) => account(slot, index))
        break
      case 'network':
        values[slot] = number(slot)
        break
      case 'integer':
        values[slot] = isTelling(parameter) ? number(slot) : plainOf(parameter, size)
        break
      case 'word': {
        const drawn = wordOf(seed++)
        const head = parameter.startsWith === undefined ? null : values[parameter.startsWith]
        if (typeof head === 'string') {
          values[slot] = `${head}${drawn.slice(42)}`
          break
        }
        for (const [form, entry] of formsOf(drawn)) mark(entry, { slot, index: null, form })
        values[slot] = drawn
        break
      }
      default:
        values[slot] = plainOf(parameter, size)
    }
  }
  return { values: { ...values, self, manager }, origins }
}

/**
 * Gives an example of an action's values, such as its decoders take.
 *
 * @returns a value for each parameter; all accounts differ.
 */
export function sampleOf(action: Action, size: number): ActionInputValues {
  return sentinelsOf(action, size).values
}

/** Prints a number as a packed entry. */
export function entryOfNumber(number: bigint): Hex {
  return `0x${number.toString(16).padStart(40, '0')}`
}

/** Lists what decoders make of 32 bytes. */
export function formsOf(word: Hex): readonly (readonly [Origin['form'], Hex])[] {
  const digits = word.slice(2).toLowerCase()
  return [
    ['high', `0x${digits.slice(0, 32)}00000000`],
    ['low', `0x${digits.slice(32)}00000000`],
    ['low20', `0x${digits.slice(24)}`],
    ['first20', `0x${digits.slice(0, 40)}`],
  ]
}

/** A number that names what is acted on may be packed, such as a pool's; small ones are not distinct enough. */
function isTelling({ isIdentity, min, max }: IntegerParameter): boolean {
  return isIdentity === true && min <= 0x5e00_0000n && max >= 0x5eff_ffffn
}

/** A value that is not bound by leaves, such that decoders do not object. */
function plainOf(parameter: ActionParameter, size: number): AbiValue {
  switch (parameter.kind) {
    case 'amounts':
    case 'minimums':
      return Array.from({ length: size }, () => 1n)
    case 'integers':
      return Array.from({ length: size }, () => parameter.min)
    case 'integer':
      return parameter.fallback ?? parameter.min
    case 'flag':
      return true
    case 'bytes':
      return parameter.sample ?? parameter.fallback ?? '0x'
    case 'text':
      return parameter.sample ?? parameter.fallback ?? ''
    case 'raw':
      return parameter.sample
    case 'actions':
      return '0x'
    default:
      return 1n
  }
}

function accountOf(seed: number): Address {
  return checksumOf(`0x5e${seed.toString(16).padStart(4, '0').repeat(9)}5e`)
}

function wordOf(seed: number): Hex {
  return `0x${`5e${seed.toString(16).padStart(4, '0')}`.repeat(10)}${'a1'.repeat(2)}`
}
