import type { DeriveCount, DerivedBatch, DerivedKind, ReadingName } from '@vaultwright/store'
import { shiftDay } from '@vaultwright/valuation'
import type { IndexedVault } from '../read/vault-read-plan.ts'
import type { ParsedReading } from '../reading/parsed-reading.ts'
import { packStates, periodOf } from '../reading/state-pack.ts'
import { weekDays } from '../value/basis.ts'
import { openStateReader } from '../value/state-reader.ts'
import { completionOf } from '../value/whole-receipt.ts'
import { type DaySource, deriveDays, lookBack, rangeOf } from './derive.ts'
import { type ReplayParts, readNames, type WantedDays } from './replay-plan.ts'

/** Computes days of a vault on a chain, 32 at a time, and writes them together. */
export type VaultReplay = {
  /** @returns null when readings came meanwhile, and nothing was written. */
  readonly run: (wanted: WantedDays) => Promise<DeriveCount | null>
}

/** Opens the computation of a vault on a chain. */
export function openVaultReplay(
  parts: ReplayParts,
  indexedVault: IndexedVault,
  reason: string,
): VaultReplay {
  const { store, formulas, parse } = parts
  const { vaultRef, vault } = indexedVault
  const { chain, tenantId } = vaultRef
  const otherChains = vault.deployments.map((one) => one.chain).filter((one) => one !== chain)
  const window = openStateWindow()
  const reader = openStateReader({ store, tenantId, vault: vaultRef.vault, parse })
  const scopeOf = (days: WantedDays) => ({ vaultRef, otherChains, days })

  /** Reads what is missing of a period, and keeps what that says for the next replay. */
  const load = async (
    batch: DerivedBatch,
    { period, readings }: PeriodReadings,
    isNeeded: (reading: ReadingName) => boolean,
  ) => {
    if (!readings.some(isNeeded)) return
    const { states, parsed } = await reader.read(readings, isNeeded)
    for (const state of states) window.put(state)
    if (parsed > 0) batch.pack(readings[0]!.chain, packStates(period, states))
  }

  return {
    run: async (wanted) => {
      const range = rangeOf(wanted)
      if (range === null) return { added: 0, completed: 0, revised: 0, unchanged: 0 }
      const readingNames = await readNames(store, indexedVault)
      const withOtherChains = wanted.performance.length > 0 && otherChains.length > 0
      const chains = withOtherChains ? [chain, ...otherChains] : [chain]
      const named = chains.flatMap((one) => readingNames.get(one) ?? [])
      const inRange = named.filter(({ day }) => day >= range.from && day <= range.to)
      const complete = completionOf({ chain, parse, known: window.find })
      const { vault: address } = vaultRef
      const query = { chain, vault: address, range, withOtherChains, reason, complete }
      const batch = store.derived.batch(tenantId, query)
      const names = byChainAndDay(inRange)
      const source: DaySource = {
        digestOf: (onChain, day) => names.get(onChain)?.get(day)?.digest ?? null,
        stateAt: (onChain, day) => {
          const name = names.get(onChain)?.get(day)
          return name === undefined ? null : (window.find(name) ?? null)
        },
      }
      const isNeeded = neededIn(wanted, chain)
      const readIn = byPeriod(named, ({ day }) => day)
      const wantedIn = wantedByPeriod(wanted)
      for (const period of periodsOf(inRange)) {
        for (const onChain of chains) {
          const readings = readIn(period).filter((one) => one.chain === onChain)
          await load(batch, { period, readings }, isNeeded)
        }
        await batch.add(deriveDays(source, scopeOf(wantedIn(period)), formulas))
        window.forget(period)
      }
      return batch.commit(inRange)
    },
  }
}

type StateWindow = {
  readonly put: (state: ParsedReading) => void
  readonly find: (name: ReadingName) => ParsedReading | undefined
  /** Forgets what no later period looks at. */
  readonly forget: (period: number) => void
}

/** Holds the readings of a period and the week before it, so that memory does not grow with the days. */
function openStateWindow(): StateWindow {
  const chains = new Map<string, Map<string, ParsedReading>>()
  return {
    put: (one) => {
      const states = chains.get(one.chain) ?? new Map<string, ParsedReading>()
      chains.set(one.chain, states.set(one.day, one))
    },
    find: ({ chain, day, digest }) => {
      const state = chains.get(chain)?.get(day)
      return state?.digest === digest ? state : undefined
    },
    forget: (period) => {
      for (const states of chains.values()) {
        for (const day of states.keys()) {
          if (periodOf(shiftDay(day, weekDays)) <= period) states.delete(day)
        }
      }
    },
  }
}

function byChainAndDay(
  names: readonly ReadingName[],
): ReadonlyMap<string, ReadonlyMap<string, ReadingName>> {
  const chains = new Map<string, Map<string, ReadingName>>()
  for (const name of names) {
    const days = chains.get(name.chain) ?? new Map<string, ReadingName>()
    chains.set(name.chain, days.set(name.day, name))
  }
  return chains
}

/** The readings of one chain in a period. */
type PeriodReadings = { readonly period: number; readonly readings: readonly ReadingName[] }

/** In order: also periods of which nothing is wanted, but whose days a week looks back at. */
function periodsOf(seen: readonly ReadingName[]): readonly number[] {
  return [...new Set(seen.map(({ day }) => periodOf(day)))].sort((one, two) => one - two)
}

function byPeriod<Item>(
  items: readonly Item[],
  dayOf: (item: Item) => string,
): (period: number) => readonly Item[] {
  const periods = new Map<number, Item[]>()
  for (const item of items) {
    const period = periodOf(dayOf(item))
    const ofPeriod = periods.get(period)
    if (ofPeriod === undefined) periods.set(period, [item])
    else ofPeriod.push(item)
  }
  return (period) => periods.get(period) ?? []
}

function wantedByPeriod(wanted: WantedDays): (period: number) => WantedDays {
  const [snapshot, daily, performance] = [wanted.snapshot, wanted.daily, wanted.performance].map(
    (days) => byPeriod(days, (day) => day),
  )
  return (period) => ({
    snapshot: snapshot!(period),
    daily: daily!(period),
    performance: performance!(period),
  })
}

/** Tells of a reading whether any value that is wanted looks at it. */
function neededIn(wanted: WantedDays, chain: string): (reading: ReadingName) => boolean {
  const days = new Set<string>()
  const chains = new Set<string>()
  for (const kind of Object.keys(lookBack) as readonly DerivedKind[]) {
    for (const day of wanted[kind]) {
      for (let back = 0; back <= lookBack[kind]; back++) days.add(shiftDay(day, -back))
    }
  }
  for (const day of wanted.performance) chains.add(day).add(shiftDay(day, -weekDays))
  return (reading) => (reading.chain === chain ? days : chains).has(reading.day)
}
