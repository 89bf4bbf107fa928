import type { Address } from '@vaultwright/base'
import type { Chain } from '@vaultwright/chain'
import type { BlockRef, BlockTag } from '@vaultwright/outcome'
import type { DayRange, FinalHead } from '@vaultwright/store'
import type { IndexContext, IndexedChain, IndexSettings } from '../context/context.ts'
import { forgetChain, readHead } from '../context/final-head.ts'
import { forEachConcurrent } from '../context/for-each-concurrent.ts'
import { type DeployedVault, withDeployment } from '../read/root-sync.ts'
import type { IndexedVault } from '../read/vault-read-plan.ts'
import {
  type DayFlow,
  isBackedOff,
  type MissingWork,
  missingWorkOf,
} from '../status/missing-work.ts'
import { readVaultRecord } from '../status/vault-record.ts'
import { solana } from '../svm/svm-scan.ts'
import type { Flow } from '../task/task.ts'
import { noteFailure } from './task-failure.ts'

/** The filter of a scan. */
export type ScanFilter = Partial<DayRange> & {
  readonly tenantId?: string
  readonly vault?: Address
  readonly order: IndexSettings['order']
}

/** The result of a scan of a chain. */
export type ScanReport = {
  readonly head: BlockRef
  /** Another process saw the chain further than this node: then nothing was scanned. */
  readonly behind: FinalHead | null
  readonly vaults: number
  /** Days that are due and were not read, what was given up among them. */
  readonly missing: number
  readonly stale: number
  /** Flows that were put into the queue. */
  readonly flows: number
  /** More is missing than was put into the queue. */
  readonly isCut: boolean
}

/** The most flows that one look puts into the queue: what is left is found by the next. */
const maxFlows = 10_000

/**
 * Looks a chain over and puts what is missing into the queue.
 *
 * @param filter - which vaults and days, and which come first.
 * @throws what asking a node throws.
 */
export async function scanChain(
  context: IndexContext,
  slug: string,
  filter: ScanFilter,
): Promise<ScanReport> {
  const begun = performance.now()
  const indexed = await context.chains(slug)
  const { head, behind } = await readHead(context, indexed)
  const none = { head, behind, vaults: 0, missing: 0, stale: 0, flows: 0, isCut: false }
  if (behind !== null) return none
  const indexedVaults = await readDeployedVaults(context, indexed, filter)
  const looked = { ...indexed, chain: withBlockCache(indexed.chain) }
  const collector = openWorkCollector(filter.order)
  await forEachConcurrent(indexedVaults, async (indexedVault) => {
    collector.add(
      await workFor(context, looked, { indexedVault: indexedVault, head, only: filter }),
    )
  })
  const { roots, flows, missing, stale, isCut } = collector.result()
  await findDayEnds(context, indexed, { flows, head })
  await context.enqueue([...roots, ...flows])
  const report = {
    ...none,
    vaults: indexedVaults.length,
    missing,
    stale,
    flows: flows.length,
    isCut,
  }
  context.observe({
    event: 'scanned',
    chain: indexed.slug,
    vaults: report.vaults,
    head: { number: String(head.number), hash: head.hash, atUnix: String(head.timestamp) },
    missing: report.missing,
    stale: report.stale,
    flows: report.flows,
    ms: Math.round(performance.now() - begun),
  })
  return report
}

/**
 * Lists the chains that vaults are on.
 *
 * @returns slugs, in their order, each once.
 */
export async function chainsOfVaults({
  store,
}: Pick<IndexContext, 'store'>): Promise<readonly string[]> {
  const vaults = await store.vaults.everywhere()
  const slugs = vaults.flatMap(({ deployments }) => deployments.map(({ chain }) => chain))
  const hasSolana = (await store.svmVaults.everywhere()).length > 0
  return [...new Set(hasSolana ? [...slugs, solana] : slugs)].sort()
}

/** A vault that cannot be found on its chain keeps none of the others from being looked at. */
async function readDeployedVaults(
  context: IndexContext,
  indexed: IndexedChain,
  { tenantId, vault: only }: ScanFilter,
): Promise<readonly DeployedVault[]> {
  const vaults = (await context.store.vaults.everywhere()).filter(
    (vault) =>
      vault.status !== 'retired' &&
      (tenantId === undefined || vault.tenantId === tenantId) &&
      (only === undefined || vault.address.toLowerCase() === only.toLowerCase()),
  )
  const indexedVaults = vaults.flatMap((vault): readonly IndexedVault[] => {
    const deployment = vault.deployments.find(({ chain }) => chain === indexed.slug)
    if (deployment === undefined) return []
    const vaultRef = { tenantId: vault.tenantId, chain: indexed.slug, vault: vault.address }
    return [{ vaultRef, vault, deployment }]
  })
  const deployed = await Promise.all(
    indexedVaults.map((indexedVault) => deployedOf(context, indexed, indexedVault)),
  )
  return deployed.filter((indexedVault) => indexedVault !== null)
}

async function deployedOf(
  context: IndexContext,
  indexed: IndexedChain,
  indexedVault: IndexedVault,
): Promise<DeployedVault | null> {
  const { vaultRef, deployment } = indexedVault
  const task = { kind: 'roots.sync', ...vaultRef } as const
  let attempt = 1
  if (deployment.deployedAtUnix === null) {
    const failures = await context.store.failures.list(vaultRef.tenantId, vaultRef)
    const failure = failures.find(({ kind }) => kind === task.kind)
    if (failure !== undefined && isBackedOff(failure, context.nowUnix())) return null
    attempt += failure?.attempts ?? 0
  }
  try {
    return await withDeployment(context, indexed, indexedVault)
  } catch (error) {
    await noteFailure(context, task, { error, attempt })
    return null
  }
}

async function workFor(
  context: IndexContext,
  indexed: IndexedChain,
  query: {
    readonly indexedVault: DeployedVault
    readonly head: BlockRef
    readonly only: Partial<DayRange>
  },
): Promise<MissingWork> {
  const record = await readVaultRecord(context, indexed, query)
  if (record.hasReorged) {
    forgetChain(context, indexed.slug)
    context.heads.set(indexed.slug, query.head)
  }
  const terms = { names: context.formulas.names, nowUnix: context.nowUnix() }
  const work = missingWorkOf(record, terms)
  const { tenantId } = query.indexedVault.vaultRef
  for (const failure of work.settled) await context.store.failures.clear(tenantId, failure)
  return work
}

/** Collects work, of which no more is kept than is put into the queue. */
function openWorkCollector(order: ScanFilter['order']) {
  const sign = order === 'oldest' ? 1 : -1
  const roots: Flow[] = []
  let collected: DayFlow[] = []
  const counts = { missing: 0, stale: 0, flows: 0 }
  const cut = (): void => {
    collected.sort((one, other) => (one.day === other.day ? 0 : one.day < other.day ? -sign : sign))
    collected = collected.slice(0, maxFlows)
  }
  return {
    add: ({ missing, stale, flows, roots: vaultRoots }: MissingWork) => {
      counts.missing += missing.length
      counts.stale += stale.length
      counts.flows += flows.length
      if (vaultRoots !== null) roots.push(vaultRoots)
      for (const flow of flows) collected.push(flow)
      if (collected.length > 2 * maxFlows) cut()
    },
    result: () => {
      cut()
      const { missing, stale, flows } = counts
      return {
        roots,
        missing,
        stale,
        flows: collected.map(({ flow }) => flow),
        isCut: flows > maxFlows,
      }
    },
  }
}

/** Vaults were read at the same blocks: a look asks for each once. */
function withBlockCache(chain: Chain): Chain {
  const cache = new Map<BlockTag, Promise<BlockRef>>()
  return {
    ...chain,
    readBlock: (tag) => {
      const block = cache.get(tag) ?? chain.readBlock(tag)
      cache.set(tag, block)
      return block
    },
  }
}

/** All at once, so that no task searches by itself. */
async function findDayEnds(
  context: IndexContext,
  indexed: IndexedChain,
  { flows, head }: { readonly flows: readonly Flow[]; readonly head: BlockRef },
): Promise<void> {
  const days = flows.flatMap(([task]) => (task.kind === 'vault.snapshot' ? task.day : []))
  if (days.length > 0) await context.dayEnds.read(indexed, [...new Set(days)], head)
}
