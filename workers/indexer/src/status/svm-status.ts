import { BaseError } from '@vaultwright/base'
import type { SvmVault } from '@vaultwright/store'
import { parseKeptAccounts } from '@vaultwright/svm'
import { decodeSvmReading } from '@vaultwright/svm-builder'
import { endOfDay, svmDayStateOf, svmSnapshotValuesOf } from '@vaultwright/valuation'
import type { IndexContext } from '../context/context.ts'
import { svmDaysOf } from '../svm/svm-due.ts'
import { solana } from '../svm/svm-scan.ts'
import type { VaultStatus } from './vault-status.ts'

/**
 * Tells how far a Solana vault is indexed, from the store alone.
 *
 * @returns the row: the head is the last slot that was read of the vault, roots and stale values do not exist.
 */
export async function svmStatusOf(
  { store, nowUnix }: Pick<IndexContext, 'store' | 'nowUnix'>,
  { tenantId, address, name, program, createdAtUnix }: SvmVault,
): Promise<VaultStatus> {
  const marks = await store.svmReadings.marks(tenantId, { vault: address })
  const readDays = marks.map(({ day }) => day)
  const { readable, lost, due } = svmDaysOf(nowUnix(), { addedUnix: createdAtUnix, read: readDays })
  const last = marks.at(-1) ?? null
  const lag = last === null ? null : Number(nowUnix() - endOfDay(last.day))
  return {
    tenantId,
    chain: solana,
    vault: address,
    name,
    head: last === null ? null : { chain: solana, number: last.slot, atUnix: last.atUnix },
    due,
    lastDay: last?.day ?? null,
    lagSeconds: lag === null ? null : Math.max(0, lag),
    missingDays: readable === null ? [] : [readable],
    lostDays: lost,
    staleDays: [],
    failures: [],
    isFound: true,
    unknownRoots: 0,
    unknownActiveRoots: 0,
    navGapRelative: last === null ? null : await navGapOf(store, { tenantId, address, program }),
    unlimitedAllowances: null,
  }
}

/** Net assets less total assets on the last day, as a fraction of the latter; null where it is not known. */
async function navGapOf(
  store: IndexContext['store'],
  { tenantId, address, program }: Pick<SvmVault, 'tenantId' | 'address' | 'program'>,
): Promise<string | null> {
  try {
    const reading = await store.svmReadings.latest(tenantId, { vault: address })
    if (reading === null) return null
    const { day, body } = reading
    const decoded = decodeSvmReading(parseKeptAccounts(body), { vault: address, program })
    const state = svmDayStateOf({ vault: address, day }, decoded)
    return svmSnapshotValuesOf(state)?.nav?.gapRelative ?? null
  } catch (error) {
    // A reading that is damaged hides no other vault's status.
    if (error instanceof BaseError && error.kind === 'damaged_data') return null
    throw error
  }
}
