import { type Address, BaseError, type Hex, parseHexOf, printHex } from '@vaultwright/base'
import { managerAbi, managerSelectors, managerTopics } from '@vaultwright/registry'
import { type AbiArguments, readArguments } from '../abi/abi-value.ts'
import { createCalldataWriter, writeAddress, writeHex, writeWord } from '../abi/byte-writer.ts'
import {
  assertFinished,
  type CalldataReader,
  createCalldataReader,
  readSelector,
} from '../abi/calldata-reader.ts'
import { type EncodingNote, trailingNotesOf } from '../call/encoding-note.ts'

type ManagerFunction = Extract<(typeof managerAbi)[number], { readonly type: 'function' }>

/** A call of any function of the Manager, its arguments by name. */
export type ManagerCall = {
  [Name in ManagerFunction['name']]: {
    readonly name: Name
    readonly arguments: AbiArguments<Extract<ManagerFunction, { readonly name: Name }>['inputs']>
  }
}[ManagerFunction['name']]

const functions = new Map<Hex, ManagerFunction>()
for (const item of managerAbi) {
  if (item.type === 'function') functions.set(managerSelectors[item.name], item)
}

/**
 * Encodes `setManageRoot`: what a strategist may do from now on.
 *
 * @param strategist - whose root it is; the Manager itself for flash loans.
 * @param root - 32 bytes; zero takes every permission away.
 * @throws {UnencodableError} when an argument is not hex of its size.
 */
export function encodeSetManageRoot(strategist: Address, root: Hex): Hex {
  const writer = createCalldataWriter(68)
  writeHex(writer.bytes, 0, managerSelectors.setManageRoot)
  writeAddress(writer, 4, strategist)
  writeWord(writer, 36, root)
  return printHex(writer.bytes)
}

/** Encodes `pause`: no batch runs until `unpause`. */
export function encodePause(): Hex {
  return managerSelectors.pause
}

/** Encodes `unpause`. */
export function encodeUnpause(): Hex {
  return managerSelectors.unpause
}

/**
 * Decodes a call of any function of the Manager, as strictly as `decodeManage` does a batch.
 *
 * @returns the function's name and its arguments by name.
 * @throws {UnknownFunctionError} when the Manager has no such function; other errors as `decodeManage`.
 */
export function decodeManagerCall(data: Hex): ManagerCall {
  const reader = createCalldataReader(data)
  const call = callAt(reader)
  assertFinished(reader)
  return call
}

/**
 * Reads a call of any function of the Manager like `decodeManagerCall`, and accepts bytes after its
 * arguments, as the chain does.
 *
 * @throws {UnknownFunctionError} when the Manager has no such function; other errors as `decodeManage`.
 */
export function readManagerCall(data: Hex): {
  readonly call: ManagerCall
  readonly notes: readonly EncodingNote[]
} {
  const reader = createCalldataReader(data)
  return { call: callAt(reader), notes: trailingNotesOf(reader) }
}

function callAt(reader: CalldataReader): ManagerCall {
  const selector = readSelector(reader)
  const item = functions.get(selector)
  if (item === undefined) throw new UnknownFunctionError(selector)
  return { name: item.name, arguments: readArguments(reader, item.inputs) } as ManagerCall
}

type ManagerEvent = Extract<(typeof managerAbi)[number], { readonly type: 'event' }>

/** An event of the Manager, its arguments by name. */
type ManagerLog = {
  [Name in ManagerEvent['name']]: {
    readonly name: Name
    readonly arguments: AbiArguments<Extract<ManagerEvent, { readonly name: Name }>['inputs']>
  }
}[ManagerEvent['name']]

const events = new Map<Hex, ManagerEvent>()
for (const item of managerAbi) {
  if (item.type === 'event') events.set(managerTopics[item.name], item)
}

/**
 * Decodes a log of the Manager.
 *
 * `Paused` and `Unpaused` look the same on other contracts of a vault: filter logs by address first.
 *
 * @param topics - of the log, 32 bytes each, the event's hash first.
 * @returns the event's name and its arguments by name; null when it is none of the Manager's.
 * @throws {InvalidLogError} when the number of topics is not the event's.
 * @throws errors as `decodeManage` when topics or data do not fit the event.
 */
export function decodeManagerLog(topics: readonly Hex[], data: Hex): ManagerLog | null {
  const [hash, ...indexed] = topics.map((topic) => topic.toLowerCase() as Hex)
  const item = hash === undefined ? undefined : events.get(hash)
  if (item === undefined) return null
  const inputs: readonly { name: string; type: string; indexed?: boolean }[] = item.inputs
  const inTopics = inputs.filter((input) => input.indexed === true)
  const inData = inputs.filter((input) => input.indexed !== true)
  if (indexed.length !== inTopics.length) {
    throw new InvalidLogError(item.name, indexed.length, inTopics.length)
  }
  for (const topic of indexed) parseHexOf(topic, 32)
  const words: Hex = `0x${indexed.map((topic) => topic.slice(2)).join('')}`
  const topicReader = createCalldataReader(words)
  const values = readArguments(topicReader, inTopics)
  const reader = createCalldataReader(data)
  const more = readArguments(reader, inData)
  assertFinished(reader)
  return { name: item.name, arguments: { ...values, ...more } } as ManagerLog
}

/** A selector belongs to no function of the Manager. */
export class UnknownFunctionError extends BaseError {
  override readonly code = 'unknown_function'
  override readonly kind = 'invalid_input'

  constructor(selector: Hex) {
    super({
      message: `The Manager has no function ${selector}. Give calldata of one of its functions.`,
      facts: { selector, offset: 0 },
    })
  }
}

/** A log has more or fewer topics than its event. */
export class InvalidLogError extends BaseError {
  override readonly code = 'invalid_log'
  override readonly kind = 'damaged_data'

  constructor(event: string, actual: number, expected: number) {
    super({
      message: `The log of ${event} has ${actual} indexed topics instead of ${expected}. Give all topics of the log, the event's hash first.`,
      facts: { event, found: actual, expected },
    })
  }
}
