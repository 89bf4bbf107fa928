import type { Indexer, TenantVaultRef } from '@vaultwright/indexer'
import type { Context } from '../context.ts'
import { UsageError } from '../usage.ts'
import { type Backfilled, backfill } from './backfill.ts'
import { rangeMeant } from './day-word.ts'
import type { IndexWords, RangeWords } from './option.ts'
import type { Target } from './target.ts'

/** What a person wants repaired. */
export type RepairWords = IndexWords &
  RangeWords & {
    readonly reread: boolean
    readonly reason: string | undefined
    readonly concurrency: number | undefined
    readonly quiet: boolean
  }

/** What was found and done before what was missing. */
export type Repair = {
  /** Failures that were forgotten, so that the work is tried afresh. */
  readonly takenBack: number
  /** Days whose block was compared with the chain's. */
  readonly checked: number
  /** Days that were read at a block which the chain no longer has. */
  readonly moved: readonly (TenantVaultRef & { readonly day: string; readonly reason: string })[]
  /** Days that were read again because somebody wanted it. */
  readonly reread: number
}

/** What was repaired, and what was done then. */
export type Repaired = { readonly repair: Repair; readonly backfilled: Backfilled }

/** Blocks that are asked for at once. */
const together = 64

/**
 * Takes up work that was given up, compares the blocks of kept days with the chain's, reads those again that
 * differ or that somebody wants again, and does all that is missing.
 *
 * @throws what {@link backfill} throws, and {UsageError} for days to be read again without a reason.
 */
export async function repair(words: RepairWords, context: Context): Promise<Repaired> {
  if (words.reread && (words.reason ?? '').trim() === '') {
    throw new UsageError('--reread takes the place of what is there. Say why with --reason.')
  }
  if (!words.reread && words.reason !== undefined) {
    throw new UsageError('--reason is kept with days that are read again. Give --reread with it.')
  }
  const { from = '0000', to = '9999' } = rangeMeant(words)
  const isMeant = (day: string) => day >= from && day <= to
  let found: Repair = { takenBack: 0, checked: 0, moved: [], reread: 0 }
  const backfilled = await backfill(
    { ...words, order: undefined },
    context,
    async (indexer, target, chains) => {
      const places = placesOf(target, chains)
      const takenBack = await takeBack(indexer, places, isMeant)
      const parts: Repair[] = []
      for (const place of places) parts.push(await repairPlace(indexer, place, { words, isMeant }))
      found = {
        takenBack,
        checked: parts.reduce((sum, { checked }) => sum + checked, 0),
        moved: parts.flatMap(({ moved }) => moved),
        reread: parts.reduce((sum, { reread }) => sum + reread, 0),
      }
    },
  )
  return { repair: found, backfilled }
}

type Meant = { readonly words: RepairWords; readonly isMeant: (day: string) => boolean }

async function takeBack(
  { context: { store } }: Indexer,
  places: readonly TenantVaultRef[],
  isMeant: Meant['isMeant'],
): Promise<number> {
  let count = 0
  for (const place of places) {
    for (const failure of await store.failures.list(place.tenantId, place)) {
      if (failure.day !== null && !isMeant(failure.day)) continue
      if (await store.failures.clear(place.tenantId, failure)) count += 1
    }
  }
  return count
}

async function repairPlace(
  { context, queue }: Indexer,
  place: TenantVaultRef,
  { words, isMeant }: Meant,
): Promise<Repair> {
  const all = await context.store.readings.marks(place.tenantId, place)
  const marks = all.filter(({ day }) => isMeant(day))
  const [{ dayFlowOf, mismatchOf }, { readFinalHead }] = await Promise.all([
    import('@vaultwright/indexer'),
    import('@vaultwright/chain'),
  ])
  const { chain, finality } = await context.chains(place.chain)
  const head = await readFinalHead(chain, finality)
  const moved: Repair['moved'][number][] = []
  for (let at = 0; at < marks.length; at += together) {
    const part = marks.slice(at, at + together)
    const reasons = await Promise.all(part.map((mark) => mismatchOf(chain, mark, head)))
    for (const [index, { day }] of part.entries()) {
      const reason = reasons[index] ?? null
      if (reason !== null) moved.push({ ...place, day, reason })
    }
  }
  const again = words.reread
    ? marks.map(({ day }) => ({ day, reason: words.reason! }))
    : moved.map(({ day, reason }) => ({ day, reason }))
  await queue.add(again.map(({ day, reason }) => dayFlowOf(place, day, reason)))
  return { takenBack: 0, checked: marks.length, moved, reread: words.reread ? again.length : 0 }
}

function placesOf({ vaults }: Target, chains: readonly string[]): readonly TenantVaultRef[] {
  return vaults.flatMap(({ tenantId, address, deployments }) =>
    deployments
      .filter(({ chain }) => chains.includes(chain))
      .map(({ chain }) => ({ tenantId, chain, vault: address })),
  )
}
