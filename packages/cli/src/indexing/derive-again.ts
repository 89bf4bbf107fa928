import type { StoredReading } from '@vaultwright/store'
import type { AnyReceipt } from '@vaultwright/valuation'
import { readingsThen } from './reading-then.ts'
import type { WantedValue } from './wanted-value.ts'

/** A value that was computed now from kept readings. */
export type Again = {
  /** Of the day itself; null when it was not read. */
  readonly reading: StoredReading | null
  /** Null when there is no reading to compute from. */
  readonly receipt: AnyReceipt | null
  /** The row that would be stored. */
  readonly value: unknown
}

/**
 * Computes a value of a day again from the kept answers of the chain.
 *
 * @throws {RawReadingError} when what is kept is damaged.
 */
export async function deriveAgain(wanted: WantedValue): Promise<Again> {
  const { vault, chain, day, kind } = wanted
  const readings = await readReadings(wanted)
  const reading = readings.find((one) => one.chain === chain && one.day === day) ?? null
  if (reading === null) return { reading, receipt: null, value: null }
  const indexer = await import('@vaultwright/indexer')
  const { currentFormulas: formulas, deriveDays, parseRawReading } = indexer
  const measuredOf = ({ body }: StoredReading) => indexer.vaultStateOf(parseRawReading(body))
  const slugs = vault.deployments.map((one) => one.chain)
  const scope = {
    vaultRef: { chain, vault: vault.address },
    otherChains: slugs.filter((one) => one !== chain),
    days: { snapshot: [], daily: [], performance: [], [kind]: [day] },
  }
  const found = deriveDays(readings, scope, { formulas, measuredOf })
  const [one] = [...found.snapshots, ...found.dailyPoints, ...found.performances]
  const receipt =
    one?.receipt == null
      ? formulas.valueDay(measuredOf(reading))
      : (JSON.parse(one.receipt) as AnyReceipt)
  return { reading, receipt, value: one?.value ?? null }
}

/** The day, and those before it that any value of it looks at, on all chains of the vault. */
async function readReadings(wanted: WantedValue): Promise<readonly StoredReading[]> {
  const { store, vault, day, asOfUnix } = wanted
  const { shiftDay } = await import('@vaultwright/valuation')
  const range = { from: shiftDay(day, -7), to: day }
  const query = { tenantId: vault.tenantId, range, asOfUnix }
  const all = await Promise.all(
    vault.deployments.map(({ chain }) =>
      readingsThen(store, { chain, vault: vault.address }, query),
    ),
  )
  return all.flat()
}
