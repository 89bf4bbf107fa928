import type { Address, Hex } from '@vaultwright/base'
import {
  buildVaultState,
  type ContractReadResult,
  readSharesAtLastUpdate,
  readVault,
  replayReading,
} from '@vaultwright/protocols'
import type { VaultState } from '@vaultwright/valuation'
import type { RawReading } from './raw-reading.ts'

/**
 * Works out what a kept reading says, from nothing but its answers.
 *
 * @returns the day, as values are computed from it.
 * @throws {UnrecordedReadError} when readers ask today what they did not ask then.
 */
export function vaultStateOf(raw: RawReading): VaultState {
  return buildVaultState(raw, replayReading(readVault(raw.plan), answersOf(raw)))
}

/**
 * Works out from the answers of a reading the shares in being at the accountant's last update.
 *
 * @returns null if the vault has no accountant, or its state was not read.
 */
export function sharesAtLastUpdateOf(raw: RawReading): bigint | null {
  const { accountant } = raw.plan
  return accountant === null
    ? null
    : replayReading(readSharesAtLastUpdate(accountant), answersOf(raw))
}

/** By account and then by data: where a call stands. */
type CallPlaces = ReadonlyMap<Address, ReadonlyMap<Hex, number>>

/** Of the reading that was last put in order: from day to day almost every call stands in the same place. */
let lastPlaces: CallPlaces = new Map()

function answersOf({
  calls,
}: RawReading): (to: Address, data: Hex) => ContractReadResult | undefined {
  let isOwn = false
  const find = (to: Address, data: Hex) => {
    const call = calls[lastPlaces.get(to)?.get(data) ?? -1]
    return call !== undefined && call[1] === data && call[0] === to ? call : undefined
  }
  return (to, data) => {
    const call = find(to, data)
    if (call !== undefined || isOwn) return call?.[2]
    lastPlaces = placesOf(calls)
    isOwn = true
    return find(to, data)?.[2]
  }
}

function placesOf(calls: RawReading['calls']): CallPlaces {
  const places = new Map<Address, Map<Hex, number>>()
  for (const [place, [to, data]] of calls.entries()) {
    const byData = places.get(to)
    if (byData === undefined) places.set(to, new Map([[data, place]]))
    else if (!byData.has(data)) byData.set(data, place)
  }
  return places
}
