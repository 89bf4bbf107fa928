import { type Hex, memoize } from '@vaultwright/base'
import {
  type AbiType,
  type AbiValue,
  decodeCall,
  encodeCall,
  parseSignature,
  selectorOf,
} from '@vaultwright/manager'
import { type Action, encodeAction } from '../action/action.ts'
import type { ActionInputValues } from '../action/parameter.ts'
import { type CallArgument, callArgumentsOf, valuesOfArguments } from './argument.ts'
import { type ArgumentMeaning, guessedMeaningOf } from './argument-meaning.ts'
import type { ArgumentUse } from './argument-use.ts'
import { changedValue, markedValuesOf, type SampleShape } from './marked-value.ts'
import { tailArgumentsOf } from './tail.ts'

/**
 * Tells what each argument of an action's call means, from nothing but the action itself.
 *
 * Arguments that share a pattern and differ in meaning, such as the first and the last token of a path, share
 * their use or are derived. Calldata of a third party is not encoded by the action; there names and types of
 * the arguments tell.
 *
 * @returns by pattern, in the order of the calldata; empty where the calldata is not arguments.
 */
export const meaningsOf: (action: Action) => ReadonlyMap<string, ArgumentMeaning> = memoize(
  (action) => {
    const byPattern = new Map<string, ArgumentMeaning>()
    for (const { byPath } of samplesOfAction(action)) {
      for (const meaning of byPath.values()) {
        const earlier = byPattern.get(meaning.pattern)
        byPattern.set(
          meaning.pattern,
          earlier === undefined ? meaning : mergeMeanings(earlier, meaning),
        )
      }
    }
    return byPattern
  },
)

/** An action's call with distinct values, and where each of them stands in it. */
export type ActionSample = {
  /** Length of its lists. */
  readonly size: number
  readonly values: ActionInputValues
  readonly byPath: ReadonlyMap<string, ArgumentMeaning>
  /** Paths of whole lists and tuples that are one parameter, by its name. */
  readonly wholes: ReadonlyMap<string, string>
  /** Arguments that are bytes, by path: values may stand in them. */
  readonly bytes: ReadonlyMap<string, Hex>
}

/**
 * Encodes an action's call with distinct values, one parameter changed after the other: what changes with a
 * parameter is made of it.
 *
 * @returns a sample for each length of its lists, with marks everywhere and with what is left out by default;
 *   none where the calldata is not arguments.
 */
export const samplesOfAction: (action: Action) => readonly ActionSample[] = memoize((action) => {
  const filled = action.sizes.filter((size) => size > 0)
  const samples: ActionSample[] = []
  for (const size of filled.length > 0 ? filled : [2]) {
    const sparse = sampleWith(action, { size, isSparse: true })
    const full = sampleWith(action, { size, isSparse: false })
    samples.push(...[full, sparse].filter((sample) => sample !== null))
  }
  if (samples.length > 0 || filled.length > 0) return samples
  return [sampleWith(action, { size: 1, isSparse: false })].filter((sample) => sample !== null)
})

/**
 * Encodes an action's call with each of its flags set, where that puts parameters elsewhere: a swap that buys exactly
 * so much has the amounts the other way round.
 *
 * @returns as `samplesOfAction`; none where flags move nothing.
 */
export const flaggedSamplesOf: (action: Action) => readonly ActionSample[] = memoize((action) => {
  const flags = Object.entries(action.parameters).filter(([, { kind }]) => kind === 'flag')
  const samples = flags.length === 0 ? [] : samplesOfAction(action)
  return flags.flatMap(([flag]) =>
    samples.flatMap((plain) => {
      const sample = sampleWith(action, { size: plain.size, isSparse: false, flag })
      const isInBytes = [...plain.bytes.keys()].some((path) =>
        plain.byPath.get(path)?.parameters.includes(flag),
      )
      return sample === null || (!isInBytes && isPlacedAlike(sample, plain)) ? [] : [sample]
    }),
  )
})

/** True if each argument is made of the same parameters. */
function isPlacedAlike({ byPath }: ActionSample, plain: ActionSample): boolean {
  return [...byPath].every(([path, { parameters }]) =>
    isSameValue(parameters, plain.byPath.get(path)?.parameters ?? []),
  )
}

function sampleWith(action: Action, shape: SampleShape): ActionSample | null {
  // Wide marks are the most distinct; narrow ones fit small types.
  for (const base of [0x5e00_0000n, 0x5e00n, 0x5en]) {
    const values = markedValuesOf(action, { ...shape, base })
    const opened = openSample(action, values)
    if (opened !== null) return { size: shape.size, values, ...studyOf(action, values, opened) }
  }
  return null
}

function studyOf(
  action: Action,
  values: ActionInputValues,
  opened: OpenedSample,
): Pick<ActionSample, 'byPath' | 'wholes' | 'bytes'> {
  const sources = new Map<string, Set<string>>()
  const copied = new Map<string, Set<string>>()
  const wholes = new Map<string, string>()
  for (const name of Object.keys(values)) {
    const before = values[name]!
    const after = changedValue(before)
    const changed = openSample(action, { ...values, [name]: after })
    if (changed === null || changed.args.length !== opened.args.length) continue
    for (const [index, argument] of changed.args.entries()) {
      const plain = opened.args[index]!
      if (isSameValue(plain.value, argument.value)) continue
      addTo(sources, plain.path, name)
      if (holdsValue(before, plain.value) && holdsValue(after, argument.value)) {
        addTo(copied, plain.path, name)
      }
    }
    for (const [path, value] of opened.wholes) {
      const earlier = changed.wholes.get(path)
      if (!isSameValue(value, before) || earlier === undefined || !isSameValue(earlier, after))
        continue
      if (!wholes.has(name)) wholes.set(name, path)
    }
  }
  const minimum = minimumPathOf(action, opened)
  const byPath = new Map<string, ArgumentMeaning>()
  for (const argument of opened.args) {
    const copies = [...(copied.get(argument.path) ?? [])]
    // One that stands there is what it is; others only decide whether it does.
    const names = copies.length === 1 ? copies : [...(sources.get(argument.path) ?? [])]
    const isCopied = copies.length > 0 && copies.length === names.length
    byPath.set(argument.path, {
      ...meaningFrom(action, { argument, names, isCopied, value: argument.value }),
      ...(argument.path === minimum ? { use: 'minimum', isGuessed: false } : {}),
    })
  }
  return { byPath, wholes, bytes: bytesIn(opened.args) }
}

/** Arguments of a call that are bytes, by path; what was read out of others is left out. */
export function bytesIn(args: readonly CallArgument[]): ReadonlyMap<string, Hex> {
  return new Map(
    args.flatMap(({ path, type, value, within }) =>
      type === 'bytes' && within === null ? [[path, value as Hex] as const] : [],
    ),
  )
}

function mergeMeanings(one: ArgumentMeaning, other: ArgumentMeaning): ArgumentMeaning {
  if (one.use === 'constant') return other.use === 'constant' ? one : other
  if (other.use === 'constant') return one
  const parameters = [...new Set([...one.parameters, ...other.parameters])]
  return { ...one, parameters, use: one.use === other.use ? one.use : 'derived' }
}

type ArgumentSources = {
  readonly argument: CallArgument
  readonly names: readonly string[]
  readonly isCopied: boolean
  readonly value: AbiValue
}

function meaningFrom(
  action: Action,
  { argument, names, isCopied, value }: ArgumentSources,
): ArgumentMeaning {
  const { pattern } = argument
  const [name] = names
  if (name === undefined) {
    if (action.calldata !== null) return guessedMeaningOf(argument)
    return { pattern, use: 'constant', parameters: [], constant: value, isGuessed: false }
  }
  const use = isCopied && names.length === 1 ? useOf(action, name) : 'derived'
  return { pattern, use, parameters: names, constant: null, isGuessed: false }
}

function useOf(action: Action, name: string): ArgumentUse {
  if (name === 'self' || name === 'manager') return name
  const parameter = action.parameters[name]!
  const { kind } = parameter
  if (parameter.kind === 'integer' && parameter.as === 'unix') return 'deadline'
  return kind === 'bytes' || kind === 'actions' ? 'payload' : kind
}

type OpenedSample = {
  readonly data: Hex
  readonly args: readonly CallArgument[]
  /** Lists and tuples by path. */
  readonly wholes: ReadonlyMap<string, AbiValue>
}

/** Null where the action refuses the values, or its calldata is not arguments. */
function openSample(action: Action, values: ActionInputValues): OpenedSample | null {
  const fn = parseSignature(action.signature)
  if (fn.inputs.fields.length === 0 && action.openTail === null) return null
  try {
    const data = encodeAction(action, values)
    const { values: decoded, trailing } = decodeCall(fn, data)
    const callArguments = callArgumentsOf(fn, decoded, selectorOf(fn.canonical))
    const args = [...callArguments, ...tailArgumentsOf(action, trailing)]
    return { data, args, wholes: new Map(wholesIn(fn.inputs, decoded, '')) }
  } catch {
    // Marks that are not values of the action's types: other marks are tried.
    return null
  }
}

/** Lists the lists and tuples among values, each by its path. */
export function* wholesIn(
  type: AbiType,
  value: AbiValue,
  path: string,
): Iterable<readonly [string, AbiValue]> {
  if (typeof value !== 'object') return
  if (path !== '') yield [path, value]
  if (type.kind === 'array') {
    for (const [index, item] of value.entries()) {
      yield* wholesIn(type.element, item, `${path}[${index}]`)
    }
  } else if (type.kind === 'tuple') {
    for (const [index, field] of type.fields.entries()) {
      const name = field.name || String(index)
      yield* wholesIn(field.type, value[index]!, path === '' ? name : `${path}.${name}`)
    }
  }
}

function isSameValue(value: AbiValue, other: AbiValue): boolean {
  if (typeof value === 'object' && typeof other === 'object') {
    return (
      value.length === other.length &&
      value.every((item, index) => isSameValue(item, other[index]!))
    )
  }
  if (typeof value === 'string' && typeof other === 'string') {
    return value.toLowerCase() === other.toLowerCase()
  }
  return value === other
}

/** True if a value is an argument, or one of a list that holds it. */
function holdsValue(whole: AbiValue, part: AbiValue): boolean {
  if (isSameValue(whole, part)) return true
  return typeof whole === 'object' && whole.some((item) => holdsValue(item, part))
}

function addTo(map: Map<string, Set<string>>, key: string, name: string): void {
  const names = map.get(key) ?? new Set<string>()
  names.add(name)
  map.set(key, names)
}

/** The argument that an action reads the least output of a third party's calldata from. */
function minimumPathOf(action: Action, { args }: OpenedSample): string | null {
  if (action.calldata === null) return null
  const fn = parseSignature(action.signature)
  const mark = 0x5e5e_5e5e_5e5en
  for (const { path, type } of args) {
    if (!type.startsWith('uint')) continue
    const values = new Map(args.map((argument) => [argument.path, argument.value]))
    const joined = valuesOfArguments(fn, values.set(path, mark))
    if (joined === null || !fits(mark, type)) continue
    if (action.least(encodeCall(fn, joined)) === mark) return path
  }
  return null
}

function fits(number: bigint, type: string): boolean {
  return number < 1n << BigInt(type.slice(4))
}
