import type { BlockRef, Chain } from '@vaultwright/chain'
import type { DayRange, ReadingMark } from '@vaultwright/store'
import { dayOf, shiftDay } from '@vaultwright/valuation'
import type { IndexContext, IndexedChain } from './context.ts'
import type { VaultRecord } from './missing-work.ts'
import type { DeployedSeat } from './root-sync.ts'

/**
 * Collects what the store knows of a vault, and whether the chain still agrees.
 *
 * @param context - the store.
 * @param indexed - the chain; it is asked for the blocks of the last days.
 * @param query - the vault, and how far the chain is final.
 * @returns the record.
 */
export async function readVaultRecord(
  { store }: IndexContext,
  { chain }: IndexedChain,
  { seat, head, only }: RecordQuery,
): Promise<VaultRecord> {
  const { place, vault, since } = seat
  const { tenantId } = place
  const otherChains = vault.deployments.map((one) => one.chain).filter((one) => one !== place.chain)
  const marksOn = (slug: string) =>
    store.readings.marks(tenantId, { chain: slug, vault: place.vault })
  const [bases, failures, marks, ...others] = await Promise.all([
    store.derived.bases(tenantId, place),
    store.failures.list(tenantId, place),
    marksOn(place.chain),
    ...otherChains.map(marksOn),
  ])
  const digests = new Map(
    [marks, ...others].flatMap((list, at) => {
      const slug = at === 0 ? place.chain : otherChains[at - 1]!
      return list.map(({ day, digest }) => [`${slug}/${day}`, digest] as const)
    }),
  )
  const due = dueOf(since.atUnix, head)
  return {
    ...{ place, otherChains, bases, failures },
    due: due === null ? null : within(due, only),
    measured: new Set(marks.map(({ day }) => day)),
    digestOf: (slug, day) => digests.get(`${slug}/${day}`) ?? null,
    mismatches: await mismatchesIn(chain, marks),
  }
}

/** Which vault, how far its chain is final, and which days are looked at. */
export type RecordQuery = {
  readonly seat: DeployedSeat
  readonly head: BlockRef
  readonly only: Partial<DayRange>
}

/**
 * Tells which days of a vault are over and final.
 *
 * @param sinceUnix - of the block in which the vault came.
 * @param head - the last final block: later ones may still fall into its day.
 * @returns the first and the last; null when there is none yet.
 */
export function dueOf(sinceUnix: bigint, head: Pick<BlockRef, 'timestamp'>): DayRange | null {
  const from = dayOf(sinceUnix)
  const to = shiftDay(dayOf(head.timestamp), -1)
  return from > to ? null : { from, to }
}

function within({ from, to }: DayRange, only: Partial<DayRange>): DayRange | null {
  const first = only.from !== undefined && only.from > from ? only.from : from
  const last = only.to !== undefined && only.to < to ? only.to : to
  return first > last ? null : { from: first, to: last }
}

/** Days that are looked at each time; when none of them holds, as many times more. */
const checked = 3

/** Final blocks do not change, but for those of a chain that broke its word, or of another chain. */
async function mismatchesIn(
  chain: Pick<Chain, 'readBlock'>,
  marks: readonly ReadingMark[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  let count = checked
  for (let end = marks.length; end > 0; ) {
    const begin = Math.max(0, end - count)
    const part = marks.slice(begin, end)
    const now = await Promise.all(part.map(({ blockNumber }) => chain.readBlock(blockNumber)))
    for (const [at, { day, blockNumber, blockHash }] of part.entries()) {
      if (now[at]!.hash === blockHash) continue
      const reason = `Block ${blockNumber} was ${blockHash}, and is ${now[at]!.hash} now.`
      found.set(day, reason)
    }
    if (now[0]!.hash === part[0]!.blockHash) break
    end = begin
    count *= 4
  }
  return found
}
