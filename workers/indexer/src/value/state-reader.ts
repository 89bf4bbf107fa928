import type { Address } from '@vaultwright/base'
import type { NamedReading, ReadingName, StatePack, Store } from '@vaultwright/store'
import type { ParsedReading } from '../reading/parsed-reading.ts'
import { periodOf, unpackStates } from '../reading/state-pack.ts'

/** The parts of reading a vault's states. */
export type StateReaderParts = {
  readonly store: Pick<Store, 'readings' | 'statePacks'>
  readonly tenantId: string
  readonly vault: Address
  /** Works out what a reading says. */
  readonly parse: (reading: NamedReading) => ParsedReading
}

/** The states of one chain and period. */
export type ReadStates = {
  readonly states: readonly ParsedReading[]
  /** The number of states that no pack had. */
  readonly parsed: number
}

/** Tells what readings of a vault say, from packs where they have it. */
export type StateReader = {
  /**
   * @param names - of one chain and one period.
   * @param isNeeded - tells which of them are worked out where no pack has them.
   * @returns what those of them say that are there, and that a pack has or that are needed.
   */
  readonly read: (
    names: readonly ReadingName[],
    isNeeded: (name: ReadingName) => boolean,
  ) => Promise<ReadStates>
}

/**
 * Opens a reader of what readings of a vault say. A pack is asked for once.
 */
export function openStateReader({ store, tenantId, vault, parse }: StateReaderParts): StateReader {
  const packs = new Map<string, Promise<StatePack | null>>()
  const packOf = (chain: string, period: number) => {
    const key = `${chain} ${period}`
    const pack = packs.get(key) ?? store.statePacks.find(tenantId, { chain, vault }, period)
    packs.set(key, pack)
    // One vault's days come in order: what was read long ago is not asked for again.
    for (const old of packs.keys()) if (packs.size > maxPacks) packs.delete(old)
    return pack
  }
  return {
    read: async (names, isNeeded) => {
      const [first] = names
      if (first === undefined) return { states: [], parsed: 0 }
      const pack = await packOf(first.chain, periodOf(first.day))
      const packed = unpackStates(names, vault, pack)
      const days = new Set(packed.map(({ day }) => day))
      const open = names.filter((name) => !days.has(name.day) && isNeeded(name))
      if (open.length === 0) return { states: packed, parsed: 0 }
      const parsed = (await store.readings.named(tenantId, vault, open)).map(parse)
      return { states: [...packed, ...parsed], parsed: parsed.length }
    },
  }
}

const maxPacks = 8
