import type { Page, PageQuery, SvmVault } from '@vaultwright/store'
import {
  type SnapshotValues,
  type SvmDayState,
  svmDayValueOf,
  svmSnapshotValuesOf,
} from '@vaultwright/valuation'
import type { RowOf } from '@vaultwright/wire'
import type { DeploymentFigures } from '../present/vault.ts'
import { solana } from '../request/vault-path.ts'
import {
  readSvmPerformance,
  readSvmState,
  type SvmSource,
  svmStateOf,
  uncountedNav,
} from './day.ts'
import { svmTokenNameOf } from './vault.ts'

/** Reads the newest snapshot of a Solana vault; null when no day was read. */
export async function readLatestSvmSnapshot({
  store,
  vault,
}: SvmSource): Promise<RowOf<SnapshotValues> | null> {
  const latest = await store.svmReadings.latest(vault.tenantId, { vault: vault.address })
  return latest === null ? null : snapshotOf(vault, svmStateOf(vault, latest))
}

/** Reads snapshots of a Solana vault, newest first. */
export async function readSvmSnapshotPage(
  source: SvmSource,
  { after, limit }: PageQuery<string>,
): Promise<Page<RowOf<SnapshotValues>>> {
  const { store, vault } = source
  const marks = await store.svmReadings.marks(vault.tenantId, { vault: vault.address })
  const days = marks.map(({ day }) => day).filter((day) => after === null || day < after)
  const latestDays = days.slice(-limit).toReversed()
  const states = await Promise.all(latestDays.map((day) => readSvmState(source, day)))
  const items = states.flatMap((state) => (state === null ? [] : [snapshotOf(vault, state)]))
  return { items, hasMore: days.length > limit }
}

/** Reads what a Solana vault was worth and earned on its last day. */
export async function readSvmFigures(source: SvmSource): Promise<DeploymentFigures> {
  const performance = await readSvmPerformance(source)
  const figures = { chain: solana, headUnix: null, treelessRoots: { roots: 0, activeRoots: 0 } }
  if (performance === null) return { ...figures, latest: null }
  const { receipt, last } = performance
  const tvlUsd = svmSnapshotValuesOf(last)?.tvlUsd ?? null
  const latest = { ...snapshotOf(source.vault, last), tvlUsd }
  return { ...figures, latest: { ...latest, apy: receipt.result.apy.value } }
}

function snapshotOf(vault: SvmVault, state: SvmDayState): RowOf<SnapshotValues> {
  const values = svmSnapshotValuesOf(state)
  const baseAsset = values?.baseAsset ?? svmTokenNameOf(vault, state.base.mint)
  return {
    chain: solana,
    vault: vault.address,
    day: state.day,
    blockNumber: BigInt(state.slot),
    atUnix: BigInt(state.atUnix),
    type: 'variable_rate',
    baseAsset,
    ...svmDayValueOf(state),
    positions: values?.positions ?? [],
    prices: values?.prices ?? { [solana]: { [baseAsset]: '1' } },
    yieldStreaming: null,
    nav: values?.nav ?? uncountedNav,
    worthBounds: null,
    allowances: null,
  }
}
