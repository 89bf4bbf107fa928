import type { Indexer, TenantVaultRef } from '@vaultwright/indexer'
import type { Vault } from '@vaultwright/store'

/** The vaults, chains and days to repair. */
export type RepairOrder = {
  readonly vaults: readonly Vault[]
  /** Slugs of chains that have a node. */
  readonly chains: readonly string[]
  /** First and last day; null for no bound. */
  readonly from: string | null
  readonly to: string | null
  /** Reads every day again, for this reason; null reads only days whose block changed. */
  readonly rereadReason: string | null
}

/** The result of the repair before missing work was indexed. */
export type Repair = {
  /** Failures that were forgotten, so that the work is tried afresh. */
  readonly takenBack: number
  /** Days whose block was compared with the chain's. */
  readonly checked: number
  /** Days that were read at a block which the chain no longer has. */
  readonly moved: readonly (TenantVaultRef & { readonly day: string; readonly reason: string })[]
  /** Days that were read again on request. */
  readonly reread: number
}

/** Blocks that are asked for at once. */
const together = 64

/**
 * Forgets failures, compares the block of every stored day with the chain, and queues again the days whose block
 * differs, or all of them. The caller fills the gaps afterwards.
 */
export async function repairDays(indexer: Indexer, order: RepairOrder): Promise<Repair> {
  const { from, to } = order
  const isMeant = (day: string) => (from === null || day >= from) && (to === null || day <= to)
  const places = placesOf(order)
  const takenBack = await takeBack(indexer, places, isMeant)
  const parts: Repair[] = []
  for (const place of places) parts.push(await repairPlace(indexer, place, { order, isMeant }))
  return {
    takenBack,
    checked: parts.reduce((sum, { checked }) => sum + checked, 0),
    moved: parts.flatMap(({ moved }) => moved),
    reread: parts.reduce((sum, { reread }) => sum + reread, 0),
  }
}

type Meant = { readonly order: RepairOrder; readonly isMeant: (day: string) => boolean }

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
  { order: { rereadReason }, isMeant }: Meant,
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
  for (let start = 0; start < marks.length; start += together) {
    const part = marks.slice(start, start + together)
    const reasons = await Promise.all(part.map((mark) => mismatchOf(chain, mark, head)))
    for (const [index, { day }] of part.entries()) {
      const reason = reasons[index] ?? null
      if (reason !== null) moved.push({ ...place, day, reason })
    }
  }
  const again =
    rereadReason === null
      ? moved.map(({ day, reason }) => ({ day, reason }))
      : marks.map(({ day }) => ({ day, reason: rereadReason }))
  await queue.add(again.map(({ day, reason }) => dayFlowOf(place, day, reason)))
  return {
    takenBack: 0,
    checked: marks.length,
    moved,
    reread: rereadReason === null ? 0 : again.length,
  }
}

function placesOf({
  vaults,
  chains,
}: Pick<RepairOrder, 'vaults' | 'chains'>): readonly TenantVaultRef[] {
  return vaults.flatMap(({ tenantId, address, deployments }) =>
    deployments
      .filter(({ chain }) => chains.includes(chain))
      .map(({ chain }) => ({ tenantId, chain, vault: address })),
  )
}
