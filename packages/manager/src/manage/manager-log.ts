import { BaseError, type Hex, parseHexOf } from '@vaultwright/base'
import { managerAbi, managerTopics } from '@vaultwright/registry'
import { type AbiArguments, readArguments } from '../abi/abi-value.ts'
import { assertFinished, createCalldataReader } from '../abi/calldata-reader.ts'

type ManagerEvent = Extract<(typeof managerAbi)[number], { readonly type: 'event' }>

/** An event of the Manager, its arguments by name. */
export type ManagerLog = {
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

/** A log has more or fewer topics than its event. */
export class InvalidLogError extends BaseError {
  override readonly code = 'invalid_log'
  override readonly kind = 'damaged_data'

  constructor(event: string, found: number, expected: number) {
    super({
      message: `The log of ${event} has ${found} indexed topics instead of ${expected}. Give all topics of the log, the event's hash first.`,
      facts: { event, found, expected },
    })
  }
}
