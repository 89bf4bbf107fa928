import { type Address, type Hex, printHex } from '@vaultwright/base'
import { type Chain, readDeploymentBlock } from '@vaultwright/chain'
import type { LeafTree } from '@vaultwright/manager'
import { rootOf } from '@vaultwright/merkle'
import type { BlockRef } from '@vaultwright/outcome'
import {
  allowancePairsOf,
  claimsOf,
  knownFactsOf,
  type UnreadPlace,
  unreadPlacesOf,
  type VaultReadInputs,
} from '@vaultwright/protocols'
import { chainOf } from '@vaultwright/registry'
import type { Deployment } from '@vaultwright/store'
import { dayOf } from '@vaultwright/valuation'
import { openPriceAsker } from '../price/http-price.ts'
import { readFailureOf, readOutsidePrices } from '../price/outside-price.ts'
import type { PriceBook } from '../price/price-book.ts'
import { openApprovalMemory } from '../reading/approval-memory.ts'
import { readRootSets } from '../reading/root-event.ts'
import { openSubjectMemory } from '../reading/subject-memory.ts'
import { canonicalQuotesOf, planDay } from './vault-read-plan.ts'

/** A vault that is read without a store. */
export type LoneVault = {
  /** Slug. */
  readonly chain: string
  readonly vault: Address
  readonly deployment: Pick<Deployment, 'manager' | 'accountant' | 'drones'>
  /** Trees of roots that it has or had. */
  readonly trees: readonly { readonly tree: LeafTree }[]
  readonly prices: PriceBook
  /** A block before its first root; null for its deployment, which takes past state to find. */
  readonly fromBlock: bigint | null
  readonly fetch: typeof fetch
}

/** The plan of a reading, with all that is told beside the chain. */
export type LonePlan = Pick<VaultReadInputs, 'plan' | 'observed' | 'failures'> & {
  readonly unread: readonly UnreadPlace[]
  readonly spenders: readonly Address[]
}

/**
 * Plans the reading of a vault at a block: every root that its Manager's logs name up to it, the places and allowances
 * that their trees permit, and the prices.
 *
 * @throws what reading logs throws, {NoCodeError} where no vault is.
 */
export async function planReadingAt(
  chain: Chain,
  vault: LoneVault,
  block: BlockRef,
): Promise<LonePlan> {
  const { chain: slug, vault: address, trees, prices } = vault
  const since = vault.fromBlock ?? (await readDeploymentBlock(chain, address)).number
  const place = { tenantId: '', chain: slug, vault: address }
  const { manager } = vault.deployment
  const range = { fromBlock: since, toBlock: block }
  const history = await readRootSets(chain, { ...place, manager }, range)
  const files = new Map<string, LoneVault['trees'][number]>(
    trees.map((file) => [rootIn(file), file]),
  )
  const store = {
    roots: { history: async () => history },
    trees: {
      find: async (_: string, root: string) => {
        const file = files.get(root.toLowerCase())
        return file === undefined ? null : { file }
      },
    },
  }
  const context = {
    store,
    prices,
    subjects: openSubjectMemory(store),
    approvals: openApprovalMemory(),
    settings: { provesDays: true },
  }
  const deployment = { ...vault.deployment, chain: slug }
  const atUnix = block.timestamp
  const plan = await planDay(
    context,
    { vaultRef: place, deployment, since: { block: since } },
    { day: dayOf(atUnix), end: { block }, fromBlock: block.number, head: block, chain },
  )
  const outside = await readOutsidePrices(
    prices.prices,
    { chain: slug, atUnix, nowUnix: atUnix },
    openPriceAsker(vault.fetch),
  )
  const present = plan.roots.flatMap((root) => files.get(root.toLowerCase()) ?? [])
  const inForce = new Set<string>((plan.proof?.roots ?? []).map(({ root }) => root.toLowerCase()))
  return {
    plan,
    observed: [...outside.observed, ...canonicalQuotesOf(plan)],
    failures: outside.failed.map(readFailureOf),
    unread: unreadIn(present, vault),
    spenders: spendersIn(
      present.filter((file) => inForce.has(rootIn(file))),
      address,
    ),
  }
}

function unreadIn(
  trees: LoneVault['trees'],
  { chain, vault, deployment }: LoneVault,
): readonly UnreadPlace[] {
  const { manager, drones } = deployment
  const knownFacts = knownFactsOf(chainOf(chain)?.id ?? 0)
  const places = trees.flatMap(({ tree: { leaves } }) => {
    const claims = claimsOf(leaves, { owner: { vault, manager, drones }, knownFacts })
    return unreadPlacesOf(leaves, claims, vault)
  })
  return [...new Map(places.map((place) => [JSON.stringify(place), place])).values()]
}

function spendersIn(trees: LoneVault['trees'], vault: Address): readonly Address[] {
  const pairs = trees.flatMap(({ tree }) => allowancePairsOf(tree.leaves, vault))
  return [...new Set(pairs.map(({ spender }) => spender))].sort()
}

function rootIn({ tree }: LoneVault['trees'][number]): Hex {
  return printHex(rootOf(tree.tree))
}
