import type { Address } from '@vaultwright/base'
import { isOnRecord } from '@vaultwright/registry'
import type { FinalHead, Page, PageQuery, Snapshot, VaultDescription } from '@vaultwright/store'
import type { SvmAddress } from '@vaultwright/svm'
import { dayOf, endOfDay, isUnlimited } from '@vaultwright/valuation'
import type { IndexContext } from '../context/context.ts'
import { forEachConcurrent } from '../context/for-each-concurrent.ts'
import { isUnknownRoot } from '../read/root-sync.ts'
import { solana } from '../svm/svm-scan.ts'
import { missingWorkOf } from './missing-work.ts'
import { svmStatusOf } from './svm-status.ts'
import { dueOf, readMarks } from './vault-record.ts'
import type { VaultStatus } from './vault-status.ts'

/** The filter of a status. */
type StatusFilter = {
  readonly tenantId?: string
  readonly chain?: string
  readonly vault?: Address | SvmAddress
}

/** The inputs of a status. */
type StatusParts = Pick<IndexContext, 'store' | 'formulas' | 'nowUnix'>

/**
 * Tells how far vaults are indexed, from the store alone: no chain is asked.
 *
 * @param parts - the store, and the formulas that values should be of.
 * @returns by tenant, vault and chain, vaults of Solana after all others; retired vaults are left out.
 */
export async function statusOf(
  parts: StatusParts,
  filter: StatusFilter,
): Promise<readonly VaultStatus[]> {
  return rowsOf([...(await evmUnits(parts, filter)), ...(await svmUnits(parts, filter))])
}

/**
 * As `statusOf`, some rows of one tenant: what is not on the page is not computed.
 *
 * @param page - its place is the `key` of the last row.
 */
export async function statusPageOf(
  parts: StatusParts,
  filter: StatusFilter & { readonly tenantId: string },
  { after, limit }: PageQuery<string>,
): Promise<Page<PlacedStatus>> {
  const units = [...(await evmUnits(parts, filter)), ...(await svmUnits(parts, filter))]
  const remaining = units.filter(({ key }) => after === null || key > after)
  const page = remaining.slice(0, limit)
  const rows = await rowsOf(page)
  const items = page.map(({ key }, at) => ({ ...rows[at]!, key }))
  return { items, hasMore: remaining.length > limit }
}

/** A row with its place among those of its tenant: every 0x address comes before every base58 one. */
export type PlacedStatus = VaultStatus & { readonly key: string }

/** A row that is not computed yet. */
type StatusUnit = { readonly key: string; readonly read: () => Promise<VaultStatus> }

async function rowsOf(units: readonly StatusUnit[]): Promise<readonly VaultStatus[]> {
  const rows = new Array<VaultStatus>(units.length)
  await forEachConcurrent([...units.entries()], async ([index, { read: readUnit }]) => {
    rows[index] = await readUnit()
  })
  return rows
}

async function evmUnits(
  parts: StatusParts,
  { tenantId, chain: only, vault: vaultFilter }: StatusFilter,
): Promise<readonly StatusUnit[]> {
  const { store } = parts
  if (only === solana) return []
  const [vaults, heads] = await Promise.all([
    tenantId === undefined ? store.vaults.everywhere() : store.vaults.described(tenantId),
    store.heads.list(),
  ])
  const headOf = new Map(heads.map((head) => [head.chain, head]))
  return vaults.flatMap((vault) => {
    if (vault.status === 'retired') return []
    if (vaultFilter !== undefined && !isSame(vaultFilter, vault.address)) return []
    const chains = vault.deployments.map(({ chain }) => chain)
    return chains
      .filter((chain) => only === undefined || only === chain)
      .map((chain) => ({
        key: `${vault.address.toLowerCase()} ${chain}`,
        read: () => statusAt(parts, vault, headOf.get(chain) ?? { chain }),
      }))
  })
}

async function svmUnits(
  parts: StatusParts,
  { tenantId, chain, vault }: StatusFilter,
): Promise<readonly StatusUnit[]> {
  if (chain !== undefined && chain !== solana) return []
  const vaults = (await parts.store.svmVaults.everywhere()).filter(
    (one) =>
      one.status !== 'retired' &&
      (tenantId === undefined || one.tenantId === tenantId) &&
      (vault === undefined || one.address === vault),
  )
  return vaults.map((one) => ({
    key: `${one.address} ${solana}`,
    read: () => svmStatusOf(parts, one),
  }))
}

async function statusAt(
  { store, formulas, nowUnix }: StatusParts,
  { tenantId, address, name, deployments }: VaultDescription,
  seen: FinalHead | { readonly chain: string },
): Promise<VaultStatus> {
  const { chain } = seen
  const head = 'hash' in seen ? seen : null
  const vaultRef = { tenantId, chain, vault: address }
  const otherChains = deployments.map((one) => one.chain).filter((one) => one !== chain)
  const [{ measured, digestOf }, bases, failures, roots] = await Promise.all([
    readMarks(store, vaultRef, otherChains),
    store.derived.bases(tenantId, vaultRef),
    store.failures.list(tenantId, vaultRef),
    store.roots.page(tenantId, vaultRef, { after: null, limit: 100 }),
  ])
  const since = deployments.find((one) => one.chain === chain)!.deployedAtUnix
  const due = since === null || head === null ? null : dueOf(since, { timestamp: head.atUnix })
  const today = head === null ? null : dayOf(head.atUnix)
  const record = { vaultRef, otherChains, due, today, measured, digestOf, bases, failures }
  const terms = { names: formulas.names, nowUnix: nowUnix() }
  const { missing, stale } = missingWorkOf({ ...record, mismatches: new Map() }, terms)
  const unknownRootRows = roots.items.filter(isUnknownRoot)
  const lastDay = [...measured].sort().at(-1) ?? null
  const snapshot = lastDay === null ? null : await store.snapshots.latest(tenantId, vaultRef)
  return {
    ...vaultRef,
    name,
    head,
    due,
    lastDay,
    failures,
    lagSeconds:
      lastDay === null || head === null
        ? null
        : Math.max(0, Number(head.atUnix - endOfDay(lastDay))),
    missingDays: missing,
    lostDays: [],
    staleDays: stale,
    isFound: since !== null,
    unknownRoots: unknownRootRows.length,
    unknownActiveRoots: unknownRootRows.filter(({ isActive }) => isActive).length,
    navGapRelative: snapshot?.nav?.gapRelative ?? null,
    worthBounds: snapshot?.worthBounds ?? null,
    unlimitedAllowances: unlimitedIn(snapshot),
    foreignDigests: null,
  }
}

function unlimitedIn(snapshot: Snapshot | null): number | null {
  if (snapshot === null || snapshot.allowances === null) return null
  const { entries } = snapshot.allowances
  return entries.filter(({ amount, spender }) => isUnlimited(amount) && !isOnRecord(spender)).length
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
