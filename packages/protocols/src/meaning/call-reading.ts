import { type Address, BaseError, type Hex, isSameAddress } from '@vaultwright/base'
import {
  type AbiFunction,
  type AbiValue,
  type DecodedArguments,
  decodeCall,
  droneTargetOf,
  parseSignature,
  selectorOf,
  UndecodableCallError,
} from '@vaultwright/manager'
import { type Action, encodeAction } from '../action/action.ts'
import type { ActionInputValues } from '../action/parameter.ts'
import { actionsOfSelector } from '../catalogue/protocol.ts'
import { type ActionSample, flaggedSamplesOf, samplesOfAction, wholesIn } from './action-sample.ts'
import { type CallArgument, callArgumentsOf } from './argument.ts'
import {
  type ArgumentDifference,
  differencesOf,
  type OpenedArguments,
} from './argument-difference.ts'
import type { ArgumentMeaning } from './argument-meaning.ts'
import { valuesInBytes } from './bytes-value.ts'
import { changedValue, markedValuesOf } from './marked-value.ts'
import { tailArgumentsOf } from './tail.ts'

/** A call that some action makes: its values, read out of the calldata. */
export type DecodedAction = {
  readonly action: Action
  /** By parameter, as far as the call holds them; `self` is who the action is for, where it says so. */
  readonly values: DecodedValues
}

/** A call read as an action that may send other values than the call. */
export type CallReading = DecodedAction & {
  /** The meaning of each argument to the action, by path. */
  readonly meanings: ReadonlyMap<string, ArgumentMeaning>
  /** Arguments that are not what the action would send, by path; empty when it makes exactly this call. */
  readonly differences: readonly ArgumentDifference[]
  /** Parameters that arguments are worked out of and that the calldata does not hold. */
  readonly missing: readonly string[]
  /**
   * Bytes that the action works out of what the calldata does not hold: they may as well be those of
   * another action.
   */
  readonly isOpaque: boolean
  /** Accounts that the calldata names by a place in the contract's list, by parameter. */
  readonly listed: Readonly<Record<string, bigint>>
  /**
   * The minimum output of a third party's calldata, in base units of `token_out`; null where the
   * action encodes it.
   */
  readonly least: bigint | null
  /** True if the action makes this calldata and this value, byte for byte. */
  readonly isExact: boolean
}

type DecodedValues = Readonly<Record<string, AbiValue>>

/** The call that is read. */
export type ReadableCall = {
  readonly target: Address
  readonly data: Hex
  /** Wei. */
  readonly value: bigint
}

/**
 * Reads a call as every action that would make exactly this calldata.
 *
 * @param call - target, calldata with or without a drone's suffix, value.
 * @returns the actions with their values; `self` is who they act for; none where no action makes the call.
 */
export function actionsOfCall(call: ReadableCall): readonly DecodedAction[] {
  return readingsOfCall(call).filter(({ isExact }) => isExact)
}

/**
 * Reads a call as every action of its function.
 *
 * What stands in the call where the action puts a parameter is its value. The action is encoded again with
 * these values: what differs then is listed.
 *
 * @param call - target, calldata with or without a drone's suffix, value.
 * @returns exact readings first, then those with the fewest differences.
 */
export function readingsOfCall(call: ReadableCall): readonly CallReading[] {
  return readingsOfPlain(withoutDrone(call))
}

/** Reads a call whose target itself runs it, whatever stands behind its arguments. */
export function readingsOfPlain(call: ReadableCall): readonly CallReading[] {
  const plain = { ...call, data: call.data.toLowerCase() as Hex }
  return actionsOfSelector(plain.data.slice(0, 10))
    .flatMap((action) => readAs(action, plain) ?? [])
    .sort((one, other) => rankOf(one) - rankOf(other))
}

/** Takes a drone's suffix off a call: the account that the drone calls is the target. */
export function withoutDrone(call: ReadableCall): ReadableCall {
  const data = call.data.toLowerCase() as Hex
  const drone = droneTargetOf(data)
  if (drone === null) return { ...call, data }
  // The target's 20 bytes and the flag's 32; most encoders fill the target up to a word.
  const bare = data.slice(0, -104)
  const isPadded = (bare.length - 10) % 64 === 24 && bare.endsWith('0'.repeat(24))
  return { ...call, data: (isPadded ? bare.slice(0, -24) : bare) as Hex, target: drone }
}

/** Tells whether an action acts for an account, as far as its calldata says for whom. */
export function isFor({ values }: DecodedAction, account: Address): boolean {
  const { self } = values
  return typeof self !== 'string' || isSameAddress(self, account)
}

/** Decodes the arguments of a function; null where a contract would refuse them. */
export function decodeOrNull(fn: AbiFunction, data: Hex): DecodedArguments | null {
  try {
    return decodeCall(fn, data)
  } catch (error) {
    if (error instanceof UndecodableCallError) return null
    throw error
  }
}

function rankOf({ isExact, differences, missing }: CallReading): number {
  return isExact ? -1 : differences.length + missing.length
}

function hasOpenBytes({ byPath, bytes }: ActionSample, values: DecodedValues): boolean {
  return [...bytes.keys()].some((path) => {
    const { use, parameters } = byPath.get(path)!
    return use === 'derived' && parameters.some((name) => values[name] === undefined)
  })
}

function missingFrom({ byPath }: ActionSample, values: DecodedValues): readonly string[] {
  const sources = [...byPath.values()].flatMap(({ parameters }) => parameters)
  return [...new Set(sources)].filter((name) => values[name] === undefined)
}

function readAs(action: Action, call: ReadableCall): CallReading | null {
  const fn = parseSignature(action.signature)
  const decoded = decodeOrNull(fn, call.data)
  if (decoded === null) return null
  const opened = openedArguments(action, decoded)
  const samples = [...samplesOfAction(action), ...flaggedSamplesOf(action)]
  if (hasArguments(action) && samples.length === 0) return null
  let best: CallReading | null = null
  for (const sample of samples.length > 0 ? samples : [emptySampleOf(action)]) {
    const reading = readBy(sample, { action, call, opened })
    if (reading?.isExact === true) return reading
    if (reading !== null && (best === null || rankOf(reading) < rankOf(best))) best = reading
  }
  return best
}

function openedArguments(action: Action, { values, trailing }: DecodedArguments): OpenedArguments {
  const fn = parseSignature(action.signature)
  const args = callArgumentsOf(fn, values, selectorOf(fn.canonical))
  return {
    args: [...args, ...tailArgumentsOf(action, trailing)],
    wholes: new Map(wholesIn(fn.inputs, values, '')),
  }
}

function hasArguments(action: Action): boolean {
  return action.openTail !== null || parseSignature(action.signature).inputs.fields.length > 0
}

/** A function without arguments holds nothing but its target and value. */
function emptySampleOf(action: Action): ActionSample {
  const values = markedValuesOf(action, { size: 2, isSparse: false, base: 0x5e5e_5e00n })
  return { size: 2, values, byPath: new Map(), wholes: new Map(), bytes: new Map() }
}

type CallToRead = {
  readonly action: Action
  readonly call: ReadableCall
  readonly opened: OpenedArguments
}

/** Null where the action refuses the values that it would need. */
function readBy(sample: ActionSample, { action, call, opened }: CallToRead): CallReading | null {
  const values = valuesBy(sample, { action, call, opened })
  const filled = { ...sample.values, ...values }
  const fn = parseSignature(action.signature)
  try {
    const data = encodeAction(action, filled).toLowerCase() as Hex
    const isExact = data === call.data && action.value(filled) === call.value
    const again = isExact ? null : decodeOrNull(fn, data)
    const differences =
      again === null
        ? []
        : differencesOf(openedArguments(action, again), { action, sample, values, opened })
    const chosen = isExact ? choicesOf(action, { filled, values, data }) : {}
    const missing = missingFrom(sample, values)
    const callReading = { action, values: { ...values, ...chosen }, meanings: sample.byPath }
    const isOpaque = !isExact && hasOpenBytes(sample, values)
    const listed = listedBy(sample, opened)
    const minimum = action.calldata === null ? null : action.least(call.data)
    return { ...callReading, differences, missing, listed, least: minimum, isOpaque, isExact }
  } catch (error) {
    // Values that are none of the action's types: it does not make this call.
    if (error instanceof BaseError || error instanceof RangeError) return null
    throw error
  }
}

/** Flags and numbers that stand nowhere and yet decide what does, such as which side of a pool is meant. */
function choicesOf(
  action: Action,
  {
    filled,
    values,
    data,
  }: { readonly filled: ActionInputValues; readonly values: DecodedValues; readonly data: Hex },
): DecodedValues {
  const names = Object.entries(action.parameters).flatMap(([name, { kind }]) =>
    values[name] === undefined && (kind === 'flag' || kind === 'integer') ? [name] : [],
  )
  const decisive = names.filter((name) => {
    const changed = { ...filled, [name]: changedValue(filled[name]!) }
    try {
      return encodeAction(action, changed).toLowerCase() !== data
    } catch {
      // The next value is outside of what the action takes: this one matters.
      return true
    }
  })
  return Object.fromEntries(decisive.map((name) => [name, filled[name]!]))
}

function valuesBy(
  sample: ActionSample,
  { action, call, opened }: CallToRead,
): Record<string, AbiValue> {
  const held = opened.args.filter(isHeld)
  const byPath = new Map(held.map((argument) => [argument.path, argument.value]))
  const values: Record<string, AbiValue> = {}
  for (const name of Object.keys(sample.values)) {
    const whole = opened.wholes.get(sample.wholes.get(name) ?? '')
    if (whole !== undefined) {
      values[name] = whole
      continue
    }
    const placed = [...sample.byPath].filter(
      ([, { use, parameters }]) =>
        use !== 'derived' && parameters.length === 1 && parameters[0] === name,
    )
    // Where one value stands twice, the argument of the parameter's own name counts.
    placed.sort(([one], [other]) => Number(isNamed(other, name)) - Number(isNamed(one, name)))
    const present = placed.flatMap(([path]) => byPath.get(path) ?? [])
    if (Array.isArray(sample.values[name])) {
      if (present.length > 0) values[name] = present
    } else if (present[0] !== undefined) values[name] = present[0]
  }
  for (const [name, value] of Object.entries(valuesInBytes(sample, opened.args))) {
    values[name] ??= value
  }
  const paid = paidParameterOf(action, sample)
  if (paid !== null) values[paid] = call.value
  if (action.target in action.parameters) values[action.target] = call.target
  return values
}

function isNamed(path: string, name: string): boolean {
  return path.split('.').at(-1) === name
}

/** True for an argument whose account stands in a list of the contract's, not in the calldata. */
function isHeld({ type }: CallArgument): boolean {
  return type !== 'listed' && type !== 'caller'
}

function listedBy(
  { byPath }: ActionSample,
  { args }: OpenedArguments,
): Readonly<Record<string, bigint>> {
  return Object.fromEntries(
    args.flatMap(({ path, type, value }) => {
      const [name] = byPath.get(path)?.parameters ?? []
      return type === 'listed' && name !== undefined ? [[name, value as bigint]] : []
    }),
  )
}

/** The parameter that is the value of the call, in wei. */
function paidParameterOf(action: Action, { values }: ActionSample): string | null {
  if (action.sends === 'never') return null
  const paid = action.value(values)
  const isPaid = (name: string) => {
    const changed = changedValue(values[name]!)
    return values[name] === paid && action.value({ ...values, [name]: changed }) === changed
  }
  return Object.keys(action.parameters).find(isPaid) ?? null
}
