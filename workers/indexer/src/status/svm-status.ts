import { BaseError } from '@vaultwright/base'
import type { SvmVault } from '@vaultwright/store'
import { parseKeptAccounts } from '@vaultwright/svm'
import {
  decodeSvmReading,
  digestsIn,
  parseSvmDefinition,
  permissionsOf,
} from '@vaultwright/svm-builder'
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
  vault: SvmVault,
): Promise<VaultStatus> {
  const { tenantId, address, name, createdAtUnix } = vault
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
    ...(await lastDayOf(store, vault)),
    worthBounds: null,
    unlimitedAllowances: null,
  }
}

type LastDay = Pick<VaultStatus, 'navGapRelative' | 'foreignDigests'>

const nothingKnown: LastDay = { navGapRelative: null, foreignDigests: null }

/** Reads what the last day says of a vault's worth and permissions. */
async function lastDayOf(
  store: IndexContext['store'],
  { tenantId, address, program, definition }: SvmVault,
): Promise<LastDay> {
  try {
    const reading = await store.svmReadings.latest(tenantId, { vault: address })
    if (reading === null) return nothingKnown
    const { day, body } = reading
    const values = decodeSvmReading(parseKeptAccounts(body), { vault: address, program })
    const state = svmDayStateOf({ vault: address, day }, values)
    return {
      navGapRelative: svmSnapshotValuesOf(state)?.nav?.gapRelative ?? null,
      foreignDigests: foreignDigestsIn(digestsIn(body), definition),
    }
  } catch (error) {
    // A reading or a definition that is damaged hides no other vault's status.
    if (error instanceof BaseError && !error.retryable) return nothingKnown
    throw error
  }
}

/** Counts the digests that exist and that a definition does not name; none is known only when all were read. */
function foreignDigestsIn(digests: ReturnType<typeof digestsIn>, text: string): number | null {
  if (digests === null) return null
  const defined = new Set(permissionsOf(parseSvmDefinition(text)).map(({ digestHex }) => digestHex))
  const count = digests.open.filter((digest) => !defined.has(digest)).length
  return count === 0 && !(digests.isComplete && digests.isCurrent) ? null : count
}
