import { type Address, type Hex, zeroAddress } from '@vaultwright/base'
import type { Chain } from '@vaultwright/chain'
import type { BlockRef } from '@vaultwright/outcome'
import type { ExpectedRoots, VaultReadPlan } from '@vaultwright/protocols'
import { chainOf, nativeAsset, tokenOf, wrappedNativeOf } from '@vaultwright/registry'
import type { Deployment, Vault } from '@vaultwright/store'
import type { Asset, Quote } from '@vaultwright/valuation'
import type { IndexContext } from '../context/context.ts'
import { chainPricesOf, trustOf } from '../price/price-book.ts'
import { allowanceScopeOf } from '../reading/allowance.ts'
import type { DayEndBlock } from '../reading/day-end.ts'
import type { TenantVaultRef } from '../task/task.ts'

/** A vault on a chain as the store knows it. */
export type IndexedVault = {
  readonly vaultRef: TenantVaultRef
  readonly vault: Vault
  readonly deployment: Deployment
}

/** The part of a context that a plan is made with. */
type PlanContext = Pick<IndexContext, 'prices' | 'subjects' | 'approvals'> & {
  readonly store: { readonly roots: Pick<IndexContext['store']['roots'], 'history'> }
  readonly settings: Pick<IndexContext['settings'], 'provesDays'>
}

/** A vault as a plan needs it. */
type PlannedVault = {
  readonly vaultRef: TenantVaultRef
  readonly deployment: Pick<Deployment, 'chain' | 'manager' | 'accountant' | 'drones'>
}

/** A day that is over. */
export type PlannedDay = {
  readonly day: string
  readonly end: Pick<DayEndBlock, 'block'>
  /** First block after the end of the day before. */
  readonly fromBlock: bigint
}

/**
 * Finds a vault that a task names.
 *
 * @returns it; null when it is no longer there, and the task is void.
 */
export async function findIndexedVault(
  context: Pick<IndexContext, 'store'>,
  vaultRef: TenantVaultRef,
): Promise<IndexedVault | null> {
  const vault = await context.store.vaults.find(vaultRef.tenantId, vaultRef)
  const deployment = vault?.deployments.find(({ chain }) => chain === vaultRef.chain)
  return vault === null || deployment === undefined ? null : { vaultRef, vault, deployment }
}

/** A chain whose logs are read, and its last final block. */
type PlanChain = { readonly chain: Pick<Chain, 'readLogs'>; readonly head: BlockRef }

/** Since when the vault is on its chain. */
type SinceBlock = { readonly since: { readonly block: bigint } }

/** Plans the reading of a day: all that is known before the first question. */
export async function planDay(
  context: PlanContext,
  { vaultRef, deployment, since }: PlannedVault & SinceBlock,
  { day, end, fromBlock, head, chain: node }: PlannedDay & PlanChain,
): Promise<VaultReadPlan> {
  const { tenantId, chain, vault } = vaultRef
  const { block } = end
  const history = await context.store.roots.history(tenantId, vaultRef)
  const set = history.filter((event) => event.block <= block.number).map(({ root }) => root)
  const roots = [...new Set(set)].filter((root) => BigInt(root) !== 0n) as readonly Hex[]
  const vaultSubjects = await context.subjects({ tenantId, vault, deployment, roots })
  const { subjects, drones, missingTrees, approvals } = vaultSubjects
  const approved = await context.approvals({
    vaultRef,
    chain: node,
    owners: [vault, ...drones],
    tokens: [...new Set(approvals.map(({ token }) => token))].sort(),
    sinceBlock: since.block,
    head,
    upTo: block.number,
  })
  return {
    chain,
    vault,
    day,
    block: { number: String(block.number), hash: block.hash, atUnix: String(block.timestamp) },
    fromBlock: String(fromBlock),
    accountant: deployment.accountant === zeroAddress ? null : deployment.accountant,
    drones,
    roots,
    missingTrees,
    subjects,
    tokens: tokensOf(chain, subjects),
    prices: chainPricesOf(context.prices, chain),
    trust: trustOf(context.prices, chain),
    allowances: allowanceScopeOf([...approvals, ...approved.pairs], approved.note),
    ...(context.settings.provesDays && {
      proof: { manager: deployment.manager, roots: rootsAt(history, block.number) },
    }),
  }
}

/** The root of each strategist that its last event at or before a block set. */
function rootsAt(
  history: readonly {
    readonly strategist: Address
    readonly root: Hex
    readonly block: bigint
  }[],
  block: bigint,
): ExpectedRoots['roots'] {
  const last = new Map<string, ExpectedRoots['roots'][number]>()
  for (const { strategist, root, block: setAt } of history) {
    if (setAt <= block) last.set(strategist.toLowerCase(), { strategist, root })
  }
  return [...last.values()]
}

/** Lists prices that hold by what the contracts are: a wrapped coin is worth the coin. */
export function canonicalQuotesOf({ chain, block }: VaultReadPlan): readonly Quote[] {
  const wrapped = wrappedNativeOf(chainOf(chain)?.id ?? 0)
  if (wrapped === null) return []
  const pair = { asset: nativeAsset, per: wrapped, price: '1', kind: 'rate' } as const
  return [{ ...pair, source: 'wrapped coin', atUnix: block.atUnix, confidence: null }]
}

/** Registered tokens that subjects name; the coin goes by its symbol. */
function tokensOf(slug: string, subjects: VaultReadPlan['subjects']): readonly Asset[] {
  const chain = chainOf(slug)
  if (chain === null) return []
  const texts = subjects.flatMap(({ values }) => Object.values(values))
  const named = new Set(texts.flatMap((text) => text.match(/\b0x[0-9a-fA-F]{40}\b/g) ?? []))
  const namedAssets = [...named].flatMap((name): readonly Asset[] => {
    const token = tokenOf(chain.id, name)
    if (token === null) return []
    return [{ address: token.address, symbol: token.symbol, decimals: token.decimals }]
  })
  return [...namedAssets, { address: nativeAsset, symbol: chain.nativeSymbol, decimals: 18 }]
}
