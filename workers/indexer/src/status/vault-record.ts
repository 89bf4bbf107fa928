import type { Chain } from '@vaultwright/chain'
import type { BlockRef } from '@vaultwright/outcome'
import type { DayBasis, DayRange, ReadingMark, Store } from '@vaultwright/store'
import { dayOf, endOfDay, shiftDay } from '@vaultwright/valuation'
import type { IndexContext, IndexedChain } from '../context/context.ts'
import type { DeployedVault } from '../read/root-sync.ts'
import type { TenantVaultRef } from '../task/task.ts'
import { type DigestOf, unseenRootsIn } from '../value/basis.ts'
import type { VaultRecord } from './missing-work.ts'

/** Collects what the store knows of a vault, and whether the chain still agrees. */
export async function readVaultRecord(
  { store }: IndexContext,
  { chain }: IndexedChain,
  { indexedVault, head, only }: RecordQuery,
): Promise<CheckedVaultRecord> {
  const { vaultRef, vault, since } = indexedVault
  const { tenantId } = vaultRef
  const otherChains = vault.deployments
    .map((one) => one.chain)
    .filter((one) => one !== vaultRef.chain)
  const [bases, failures, { marks, measured, digestOf }] = await Promise.all([
    store.derived.bases(tenantId, vaultRef),
    store.failures.list(tenantId, vaultRef),
    readMarks(store, vaultRef, otherChains),
  ])
  const over = dueOf(since.atUnix, head)
  const due = over === null ? null : within(over, only)
  const isDue = (day: string) => due !== null && day >= due.from && day <= due.to
  // What was read of a day that is no longer over does not stand either.
  const today = dayOf(head.timestamp)
  const isEarly = (day: string) => day >= today && isWithin(day, only)
  const mismatched = await mismatchesIn(chain, marks, head)
  const unseen = await unseenIn(store, tenantId, bases)
  const mismatches = [
    ...[...unseen].filter(([day]) => isDue(day) && measured.has(day)),
    ...[...mismatched].filter(([day]) => isDue(day) || isEarly(day)),
  ]
  return {
    vaultRef,
    otherChains,
    due,
    today,
    bases,
    failures,
    measured,
    digestOf,
    mismatches: new Map(mismatches),
    hasReorged: mismatched.size > 0,
  }
}

/** The store's record, and the answer whether the chain differs. */
export type CheckedVaultRecord = VaultRecord & { readonly hasReorged: boolean }

/** Days that were read without a tree that has come since. */
async function unseenIn(
  { trees }: Pick<Store, 'trees'>,
  tenantId: string,
  bases: readonly DayBasis[],
): Promise<ReadonlyMap<string, string>> {
  const days = bases.map(({ day, snapshot }) => ({ day, roots: unseenRootsIn(snapshot) }))
  const roots = new Set(days.flatMap((one) => one.roots))
  if (roots.size === 0) return new Map()
  const stored = await trees.stored(tenantId, [...roots])
  return new Map(
    days.flatMap(({ day, roots: unseen }) => {
      const come = unseen.find((root) => stored.has(root))
      return come === undefined
        ? []
        : [[day, `The tree of root ${come} was stored after the day was read.`] as const]
    }),
  )
}

/** Days of a vault that were read, on its chain and on the others that it is on. */
export type VaultMarks = {
  /** Of its chain, oldest first. */
  readonly marks: readonly ReadingMark[]
  readonly measured: ReadonlySet<string>
  readonly digestOf: DigestOf
}

/** Reads which days of a vault were read. */
export async function readMarks(
  store: Pick<Store, 'readings'>,
  vaultRef: TenantVaultRef,
  otherChains: readonly string[],
): Promise<VaultMarks> {
  const slugs = [vaultRef.chain, ...otherChains]
  const lists = await Promise.all(
    slugs.map((chain) => store.readings.marks(vaultRef.tenantId, { chain, vault: vaultRef.vault })),
  )
  const digests = new Map(
    lists.map((list, at) => [slugs[at]!, new Map(list.map(({ day, digest }) => [day, digest]))]),
  )
  return {
    marks: lists[0]!,
    measured: new Set(lists[0]!.map(({ day }) => day)),
    digestOf: (slug, day) => digests.get(slug)?.get(day) ?? null,
  }
}

/** The vault, its chain's final head, and the days to look at. */
export type RecordQuery = {
  readonly indexedVault: DeployedVault
  readonly head: BlockRef
  readonly only: Partial<DayRange>
}

/**
 * Tells which days of a vault are over and final.
 *
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

function isWithin(day: string, { from, to }: Partial<DayRange>): boolean {
  return (from === undefined || day >= from) && (to === undefined || day <= to)
}

/**
 * Days that are looked at each time, more than are read at once; when the oldest of them does not hold,
 * four times as many before it.
 */
const checked = 8

/** Final blocks do not change, but for those of a chain that broke its word, or of another chain. */
async function mismatchesIn(
  chain: Pick<Chain, 'readBlock'>,
  marks: readonly ReadingMark[],
  head: BlockRef,
): Promise<ReadonlyMap<string, string>> {
  const hashes = new Map<string, string>()
  let count = checked
  for (let end = marks.length; end > 0; ) {
    const begin = Math.max(0, end - count)
    const part = marks.slice(begin, end)
    const reasons = await Promise.all(part.map((mark) => mismatchOf(chain, mark, head)))
    for (const [index, reason] of reasons.entries()) {
      if (reason !== null) hashes.set(part[index]!.day, reason)
    }
    if (reasons[0] === null) break
    end = begin
    count *= 4
  }
  return hashes
}

/**
 * Tells why a day was read at another block than it would be now, or would not be read at all.
 *
 * @param head - the last final block: what lies beyond it is not looked at.
 * @returns one sentence; null when the day's block holds.
 */
export async function mismatchOf(
  chain: Pick<Chain, 'readBlock'>,
  { day, blockNumber, blockHash }: ReadingMark,
  head: BlockRef,
): Promise<string | null> {
  if (blockNumber > head.number) return null
  const [now, next] = await Promise.all([
    chain.readBlock(blockNumber),
    blockNumber < head.number ? chain.readBlock(blockNumber + 1n) : null,
  ])
  if (now.hash !== blockHash)
    return `Block ${blockNumber} was ${blockHash}, and is ${now.hash} now.`
  if (next === null) {
    if (now.timestamp > endOfDay(day)) return null
    return `${day} is not over: block ${now.number} is the last final one.`
  }
  if (next.timestamp > endOfDay(day)) return null
  return `Block ${next.number} came into ${day} after it was read at block ${blockNumber}.`
}
