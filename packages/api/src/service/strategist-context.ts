import { type Address, BaseError, type Hex, isSameAddress } from '@vaultwright/base'
import { fetchFacts, type TreeContext } from '@vaultwright/builder'
import { unpackSteps } from '@vaultwright/formats'
import type { LeafTree } from '@vaultwright/manager'
import type { KnownFacts } from '@vaultwright/protocols'
import { chainOf } from '@vaultwright/registry'
import {
  type ActiveRoot,
  TreeDamagedError,
  type VaultRef,
  type VaultRules,
} from '@vaultwright/store'
import { computeOnceAsync, lruCachePerOwner } from '../cache/lru-cache.ts'
import { lazyReads } from '../node/lazy-read.ts'
import { withinShare } from '../node/node-share.ts'
import { FactsTooLargeError, factsOfVault } from '../worker/facts-task.ts'
import { BodyTooComplexError, WorkTimeoutError } from '../worker/worker-pool.ts'
import type { ApiContext } from './context.ts'
import { numberOf } from './known-rules.ts'
import { rememberFacts } from './remembered-facts.ts'
import type { VaultContext } from './vault-context.ts'

/** The context of a strategist with a vault on a chain, ready to build with. */
export type StrategistContext = {
  readonly tenantId: string
  readonly vaultName: string
  readonly strategist: Address
  readonly root: Hex
  /** Proves what runs inside flash loans; null while the Manager has no tree that is stored. */
  readonly managerTree: () => Promise<LeafTree | null>
  readonly deployment: VaultRules['deployment']
  /** The tree and all that is known, with what the chain says of its accounts: one object while that stays. */
  readonly readTreeContext: () => Promise<Omit<TreeContext, 'reads'>>
  /** As `readTreeContext`, at once: with what the chain said so far. */
  readonly cachedTreeContext: () => Omit<TreeContext, 'reads'>
}

/** A prepared tree of 1,024 leaves takes a few megabytes. */
const strategistContextsOf = lruCachePerOwner({
  maxEntries: 100,
  maxBytes: Number.POSITIVE_INFINITY,
})

/** By their root, under which they do not change; as many as there are contexts of strategists. */
const treesOf = lruCachePerOwner({ maxEntries: 100, maxBytes: Number.POSITIVE_INFINITY })

/** A node that did not answer is asked for facts again after so many seconds. */
const factPauseSeconds = 30n

/**
 * Finds what a strategist may do with a vault.
 *
 * Trees do not change under their root, nor knowledge under its text: what is worked out of them is
 * kept whatever else is written, while whose root is active is asked of the store each time.
 *
 * @throws {ActiveTreeMissingError} when it has no active root, or the root's tree is not stored.
 */
export async function strategistContextOf(
  context: ApiContext,
  vaultContext: VaultContext,
  strategist: Address,
): Promise<StrategistContext> {
  const { vault, active } = vaultContext
  const { deployment } = vault
  const root = rootOf(active, strategist)
  if (root === null) throw new ActiveTreeMissingError(strategist, vaultRefOf(vaultContext), null)
  const managers = rootOf(active, deployment.manager)
  const key = [numberOf(vault), strategist, root, managers ?? ''].join(' ')
  return strategistContextsOf(context.store).of(key, () =>
    prepare(context, vaultContext, { strategist, strategistRoot: root, managerRoot: managers }),
  )
}

type StrategistRoots = {
  readonly strategist: Address
  readonly strategistRoot: Hex
  readonly managerRoot: Hex | null
}

async function prepare(
  context: ApiContext,
  vaultContext: VaultContext,
  { strategist, strategistRoot, managerRoot: managers }: StrategistRoots,
): Promise<StrategistContext> {
  const { tenantId, vault } = vaultContext
  const { deployment } = vault
  const tree = await treeOf(context, tenantId, strategistRoot)
  if (tree === null)
    throw new ActiveTreeMissingError(strategist, vaultRefOf(vaultContext), strategistRoot)
  const chainId = chainOf(deployment.chain)?.id ?? 0
  const baseContext = {
    tree,
    vault: vault.address,
    manager: deployment.manager,
    chainId,
    knownFacts: await knownFactsAt(context, vaultContext, chainId),
    drones: deployment.drones,
    pause: () => context.turns.pause(tenantId),
  }
  return {
    tenantId,
    vaultName: vault.name,
    strategist,
    root: strategistRoot,
    deployment,
    managerTree: openTree(async () => {
      if (managers === null || managers === strategistRoot) return managers && tree
      return treeOf(context, tenantId, managers)
    }),
    ...openTreeContext(context, deployment.chain, baseContext),
  }
}

/** Reads a stored tree in turns of its tenant: it is rebuilt from its leaves, and compared with its root. */
function treeOf(
  { store, turns }: ApiContext,
  tenantId: string,
  root: Hex,
): Promise<LeafTree | null> {
  return treesOf(store).of(`${tenantId} ${root}`, async () => {
    const packed = await store.trees.findPacked(tenantId, root)
    if (packed === null) return null
    try {
      return (await turns.run(tenantId, unpackSteps(packed))).tree
    } catch (cause) {
      throw new TreeDamagedError(root, cause)
    }
  })
}

/** Reads a tree until it is there: it may be pushed after its root was set. */
function openTree(read: StrategistContext['managerTree']): StrategistContext['managerTree'] {
  let cached: LeafTree | null = null
  return async () => {
    cached ??= await read()
    return cached
  }
}

/**
 * Asks the chain for facts once. Without an answer, or without one in its share of the time, what is known
 * without it counts for a while; an answer that comes late counts from then on.
 */
function openTreeContext(
  context: ApiContext,
  chain: string,
  blind: Omit<TreeContext, 'reads'>,
): Pick<StrategistContext, 'readTreeContext' | 'cachedTreeContext'> {
  const reads = readsFor(context, chain)
  if (reads === null) return { readTreeContext: async () => blind, cachedTreeContext: () => blind }
  let learned: Omit<TreeContext, 'reads'> | null = null
  let learning: Promise<void> | null = null
  let pausedUntil = 0n
  const cachedTreeContext = () => learned ?? blind
  const pause = () => {
    pausedUntil = context.now() + factPauseSeconds
  }
  const learn = async (): Promise<void> => {
    try {
      const knownFacts = await fetchFacts({ ...blind, reads: readsFor(context, chain) })
      learned = knownFacts === blind.knownFacts ? blind : { ...blind, knownFacts }
    } catch (error) {
      if (!(error instanceof BaseError)) throw error
      pause()
    } finally {
      learning = null
    }
  }
  const readTreeContext = async () => {
    if (learned !== null || context.now() < pausedUntil) return cachedTreeContext()
    learning ??= learn()
    const isInTime = await withinShare(learning, context.config.nodeShareMs)
    if (isInTime === null) pause()
    return cachedTreeContext()
  }
  return { readTreeContext, cachedTreeContext }
}

/**
 * Gives what reads from a chain for one request.
 *
 * @returns the reader; null when no node is configured.
 */
export function readsFor({ chains }: ApiContext, chain: string): TreeContext['reads'] {
  const access = chains.of(chain)
  return access === null ? null : lazyReads(access)
}

/** Texts are read in a thread: what a definition's lists combine to follows from no length of its text. */
async function knownFactsAt(
  { pool }: ApiContext,
  { tenantId, vault }: VaultContext,
  chainId: number,
): Promise<KnownFacts> {
  const { definition, lock } = vault
  if (definition === null && lock === null) {
    return rememberFacts(factsOfVault({ defined: null, lock: null }, chainId))
  }
  const bytes = (definition?.length ?? 0) + (lock?.length ?? 0)
  const texts = { definition, lock, chainId }
  return computeOnceAsync(vault, `knowledge ${chainId}`, async () => {
    try {
      const facts = await pool.run('readVaultFacts', texts, { tenantId, bytes })
      return rememberFacts(factsOfVault(facts, chainId))
    } catch (error) {
      if (error instanceof BodyTooComplexError || error instanceof WorkTimeoutError) {
        throw new FactsTooLargeError()
      }
      throw error
    }
  })
}

function vaultRefOf({ vault }: VaultContext): VaultRef {
  return { chain: vault.deployment.chain, vault: vault.address }
}

/** The zero root takes all rights away: the store has no entry of it. */
function rootOf(active: readonly ActiveRoot[], strategist: Address): Hex | null {
  return active.find((one) => isSameAddress(one.strategist, strategist))?.root ?? null
}

/** The strategist has nothing to build with. */
export class ActiveTreeMissingError extends BaseError {
  override readonly code = 'active_tree_missing'
  override readonly kind = 'not_found'

  constructor(strategist: Address, { chain, vault }: VaultRef, root: Hex | null) {
    const reason =
      root === null
        ? 'has no active tree'
        : `has the active root ${root}, and no tree of that root is stored`
    const way =
      root === null
        ? 'Use the address of a strategist whose root is set on the Manager.'
        : 'Push the tree.'
    super({
      message: `${strategist} ${reason} for the vault ${vault} on ${chain}. ${way}`,
      facts: { strategist, chain, vault, root },
    })
  }
}
