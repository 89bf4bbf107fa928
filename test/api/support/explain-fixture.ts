import type {
  DailyPoint,
  Derivation,
  Derived,
  Performance,
  Store,
  VaultRef,
} from '@vaultwright/store'

/** A value with the text of its receipt; null for one without. */
export type Explained<Value> = { readonly value: Value; readonly receipt: string | null }

/** Values of a vault, as a worker that computes them from readings would write them. */
export type Explanation = {
  readonly dailyPoints?: readonly Explained<DailyPoint>[]
  readonly performances?: readonly Explained<Performance>[]
}

/** Writes values with their receipts. */
export async function derive(
  store: Store,
  tenantId: string,
  place: VaultRef,
  { dailyPoints = [], performances = [] }: Explanation,
): Promise<void> {
  const derivation: Derivation = {
    snapshots: [],
    dailyPoints: dailyPoints.map((one) => basedOn('daily@1', one)),
    performances: performances.map((one) => basedOn('performance@1', one)),
  }
  const days = [...dailyPoints, ...performances].map(({ value: { day } }) => day).sort()
  const range = { from: days[0]!, to: days.at(-1)! }
  const query = { ...place, range, withOtherChains: false, reason: 'Of a test.' }
  await store.derived.derive(tenantId, query, () => derivation)
}

/** A receipt whose result says what the point says; the mark stands in its inputs. */
export function dailyReceiptOf(point: DailyPoint, mark = ''): string {
  const { day, dailyApy, sharePrice, totalAssets, priceUsd, tvlUsd } = point
  const values = { dailyApy, sharePrice, totalAssets, priceUsd, tvlUsd }
  return JSON.stringify({
    formula: 'daily@1',
    inputs: { today: { day, mark }, before: null },
    result: { ...knownOf(values), flags: [] },
  })
}

/** As `dailyReceiptOf`, of a performance. */
export function performanceReceiptOf(performance: Performance, mark = ''): string {
  const { chain, day, apy, realApy, maturityApy, feeDrag } = performance
  return JSON.stringify({
    formula: 'performance@1',
    inputs: { chain, day, first: null, mark },
    result: { ...knownOf({ apy, realApy, maturityApy, feeDrag }), flags: [] },
  })
}

function basedOn<Value extends { readonly day: string }>(
  formula: string,
  { value, receipt }: Explained<Value>,
): Derived<Value> {
  return { value, basis: { formula, [value.day]: receipt === null ? '' : 'read' }, receipt }
}

function knownOf(values: Readonly<Record<string, string | null>>): object {
  const entries = Object.entries(values).map(([name, value]) => [
    name,
    { value, reason: value === null ? 'Of a test.' : null },
  ])
  return Object.fromEntries(entries)
}
