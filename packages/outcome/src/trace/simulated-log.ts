import type { Address, Hex } from '@vaultwright/base'
import type { AbiValue } from '@vaultwright/manager'
import { decodeEventLog } from 'viem'
import { knownEventOf } from '../decode/event-list.ts'

/** A log that the transaction would leave. */
export type SimulatedLog = {
  /** Its place among the transaction's logs, from 0. */
  readonly index: number
  readonly address: Address
  readonly topics: readonly Hex[]
  readonly data: Hex
  /** The decoded log; null when its event is not known or its data is not the event's. */
  readonly decoded: DecodedLog | null
}

/** A log in words. */
export type DecodedLog = {
  readonly name: string
  /** True if this project gave the name, because no source states the contract's own. */
  readonly isOwnName: boolean
  readonly arguments: Readonly<Record<string, AbiValue>>
  /** The arguments that name who gets something. */
  readonly receivers: readonly string[]
}

/** A log without its place and its words. */
export type RawLog = Pick<SimulatedLog, 'address' | 'topics' | 'data'>

/**
 * Numbers logs and says what they mean.
 *
 * @returns as many, in the same order.
 */
export function decodeLogs(logs: readonly RawLog[]): readonly SimulatedLog[] {
  return logs.map((log, index) => ({ index, ...log, decoded: decodeLog(log) }))
}

function decodeLog({ topics, data }: RawLog): DecodedLog | null {
  const knownEvent = knownEventOf(topics)
  if (knownEvent === null) return null
  try {
    const { args } = decodeEventLog({
      abi: [knownEvent.event],
      topics: topics as [Hex, ...Hex[]],
      data,
      strict: true,
    })
    return {
      name: knownEvent.event.name,
      isOwnName: knownEvent.source === null,
      arguments: (args ?? {}) as Readonly<Record<string, AbiValue>>,
      receivers: knownEvent.receivers,
    }
  } catch {
    // Somebody else's event that hashes the same but carries other data: kept as it is.
    return null
  }
}
