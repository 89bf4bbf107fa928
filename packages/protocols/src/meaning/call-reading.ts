import { type Address, type Hex, isSameAddress } from '@vaultwright/base'
import { type AbiValue, droneTargetOf, parseSignature, selectorOf } from '@vaultwright/manager'
import { checksumOf } from '@vaultwright/merkle'
import { type Action, encodeAction } from '../action/action.ts'
import type { ActionInputValues, ActionParameter } from '../action/parameter.ts'
import { protocols } from '../catalogue/protocol-list.generated.ts'

/** A call that some action makes: its values, read out of the calldata. */
export type DecodedAction = {
  readonly action: Action
  /** By parameter, as far as the call holds them; `self` is who the action is for, where it says so. */
  readonly values: DecodedValues
}

type DecodedValues = Readonly<Record<string, AbiValue>>

/** The call that is read. */
export type ReadableCall = {
  readonly target: Address
  readonly data: Hex
  /** Wei. */
  readonly value: bigint
}

/** Lists are read up to this length. */
const longestList = 4

/**
 * Reads a call as every action that would make exactly this calldata.
 *
 * Each action is encoded with values that are found again in the calldata; what stands there in the call
 * is its value. The action is encoded again with these values and must give the call byte for byte.
 *
 * @param call - target, calldata with or without a drone's suffix, value.
 * @returns the actions with their values; `self` is who they act for; none where no action makes the call.
 */
export function actionsOfCall(call: ReadableCall): readonly DecodedAction[] {
  const drone = droneTargetOf(call.data)
  const data = drone === null ? call.data : (call.data.slice(0, -128) as Hex)
  const plain = { ...call, data: data.toLowerCase() as Hex, target: drone ?? call.target }
  const actions: DecodedAction[] = []
  for (const action of protocols.flatMap((protocol) => protocol.actions)) {
    if (selectorOf(parseSignature(action.signature).canonical) !== plain.data.slice(0, 10)) continue
    const values = valuesOf(action, plain)
    if (values !== null) actions.push({ action, values })
  }
  return actions
}

function valuesOf(action: Action, call: ReadableCall): DecodedValues | null {
  const sizes = Object.values(action.parameters).some(({ kind }) => lists.has(kind))
    ? Array.from({ length: longestList }, (_, index) => index + 1)
    : [0]
  for (const size of sizes) {
    for (const flag of [true, false]) {
      // Wide marks are the most distinct; narrow ones fit small types.
      for (const base of [0x5e00_0000n, 0x5e00n, 0xa0n]) {
        const values = readBy(action, call, { size, flag, base })
        if (values !== null) return values
      }
    }
  }
  return null
}

const lists: ReadonlySet<ActionParameter['kind']> = new Set([
  'tokens',
  'amounts',
  'minimums',
  'integers',
])

type MarkedSample = { readonly size: number; readonly flag: boolean; readonly base: bigint }

/** Null where the marks do not fit, or what is read does not make the call. */
function readBy(action: Action, call: ReadableCall, marking: MarkedSample): DecodedValues | null {
  let seed = 1n
  const mark = (kind: ActionParameter['kind']): AbiValue => {
    const number = marking.base + seed++
    if (kind === 'word') return `0x5e${number.toString(16).padStart(62, '0')}`
    const isAccount = kind === 'account' || kind === 'token' || kind === 'tokens'
    return isAccount ? checksumOf(`0x5e${number.toString(16).padStart(38, '0')}`) : number
  }
  const place = { self: mark('account') as Address, manager: mark('account') as Address }
  const marks: ActionInputValues & Record<string, AbiValue> = place
  for (const [name, { kind }] of Object.entries(action.parameters)) {
    if (kind === 'bytes' || kind === 'text' || kind === 'raw' || kind === 'actions') return null
    if (kind === 'flag') marks[name] = marking.flag
    else if (lists.has(kind)) marks[name] = Array.from({ length: marking.size }, () => mark(kind))
    else marks[name] = mark(kind)
  }
  if (action.target in marks) marks[action.target] = call.target
  try {
    const words = wordsOf(encodeAction(action, marks))
    const paid = action.value(marks)
    const values: ActionInputValues & Record<string, AbiValue> = { ...place }
    const at = (value: AbiValue): AbiValue => {
      if (typeof value === 'bigint' && value === paid) return call.value
      const index = words.indexOf(wordOf(value))
      const word = index < 0 ? undefined : wordsOf(call.data)[index]
      return word === undefined ? value : valueIn(word, value)
    }
    for (const [name, value] of Object.entries(marks)) {
      if (name === action.target || typeof value === 'boolean') values[name] = value
      else values[name] = Array.isArray(value) ? value.map(at) : at(value)
    }
    const isSame = encodeAction(action, values).toLowerCase() === call.data
    return isSame && action.value(values) === call.value
      ? withoutMarks(values, marks, action)
      : null
  } catch {
    // Marks or values that are none of the action's types: it does not make this call.
    return null
  }
}

/** What the call does not hold, such as the token of a vault, has no value. */
function withoutMarks(
  values: ActionInputValues,
  marks: ActionInputValues,
  action: Action,
): DecodedValues {
  return Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) =>
        name === action.target || typeof value === 'boolean' || value !== marks[name],
    ),
  )
}

function wordsOf(data: Hex): readonly string[] {
  return data.slice(10).toLowerCase().match(/.{64}/g) ?? []
}

function wordOf(value: AbiValue): string {
  const digits = typeof value === 'bigint' ? value.toString(16) : String(value).slice(2)
  return digits.toLowerCase().padStart(64, '0')
}

function valueIn(word: string, like: AbiValue): AbiValue {
  if (typeof like === 'bigint') return BigInt(`0x${word}`)
  if (String(like).length === 66) return `0x${word}`
  return checksumOf(`0x${word.slice(24)}`)
}

/** Tells whether an action acts for an account, as far as its calldata says for whom. */
export function isFor({ values }: DecodedAction, account: Address): boolean {
  const { self } = values
  return typeof self !== 'string' || isSameAddress(self, account)
}
