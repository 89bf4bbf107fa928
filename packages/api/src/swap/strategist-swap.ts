import { BaseError } from '@vaultwright/base'
import type { BuildContext } from '@vaultwright/builder'
import type { Chain } from '@vaultwright/chain'
import { chainOf } from '@vaultwright/registry'
import type { StrategistRef } from '@vaultwright/store'
import { type MarketInput, marketSteps, type SwapMarket } from '@vaultwright/swap'
import { computeOnceAsync } from '../cache/lru-cache.ts'
import type { ChainAccess } from '../node/chains.ts'
import { readStrategistRef } from '../request/builder-path.ts'
import type { StrategistParams } from '../request/vault-path.ts'
import type { ApiContext } from '../service/context.ts'
import { type StrategistContext, strategistContextOf } from '../service/strategist-context.ts'
import { type VaultContext, type VaultReader, vaultContextOf } from '../service/vault-context.ts'
import { FactsTooLargeError } from '../worker/facts-task.ts'
import type { SwapRules } from '../worker/swap-task.ts'
import { BodyTooComplexError, WorkTimeoutError } from '../worker/worker-pool.ts'

/** The owner of the swapping tree, and its rules. */
export type StrategistSwap = {
  readonly context: ApiContext
  readonly tenantId: string
  readonly at: StrategistRef
  readonly strategist: StrategistContext
  readonly chainId: number
  readonly rules: SwapRules
}

type StrategistSwapRequest = {
  readonly params: StrategistParams
  readonly caller: VaultReader
  readonly context: ApiContext
}

/**
 * Finds the strategist that a path names, with what the vault's definition says of swaps.
 *
 * @throws {ChainNotServedError} {RequestInvalidError} {VaultNotFoundError} {ActiveTreeMissingError}
 */
export async function strategistSwapOf({
  params,
  caller,
  context,
}: StrategistSwapRequest): Promise<StrategistSwap> {
  const { vaultRef, strategist } = readStrategistRef(params)
  const { tenantId } = caller
  await context.turns.next(tenantId)
  const vault = await vaultContextOf(context, caller, vaultRef)
  const chainId = chainOf(vaultRef.chain)?.id ?? 0
  return {
    context,
    tenantId,
    at: { ...vaultRef, strategist },
    strategist: await strategistContextOf(context, vault, strategist),
    chainId,
    rules: await swapRulesOf(context, vault, chainId),
  }
}

/** Reads what a tree swaps, once for what is known of it. */
export async function swapMarketOf(place: StrategistSwap): Promise<SwapMarket> {
  const { context, tenantId, strategist } = place
  const tree = await strategist.readTreeContext()
  const { swaps, turns } = context
  return computeOnceAsync(tree, 'swap market', () => {
    const offeredRoutes = new Set(
      swaps.aggregators.flatMap(({ routes, build }) => (build === null ? [] : routes)),
    )
    const input = { ...marketInputOf(place), leaves: tree.tree.leaves, offeredRoutes }
    return turns.run(tenantId, marketSteps(input))
  })
}

/** The owner of the tree, in the form for readers of leaves. */
export function marketInputOf({
  strategist,
}: Pick<StrategistSwap, 'strategist'>): Omit<MarketInput, 'leaves'> {
  const { vault, manager, drones = [], chainId, knownFacts } = strategist.cachedTreeContext()
  return { owner: { vault, manager, drones }, chainId, knownFacts }
}

/** A chain that answers. */
export type ReadyChain = { readonly access: ChainAccess; readonly chain: Chain }

/**
 * Opens the chain of a place.
 *
 * @throws {SwapNodeMissingError} where no node is configured for it; what opening it throws.
 */
export async function openSwapChain({
  context,
  at: strategistRef,
}: StrategistSwap): Promise<ReadyChain> {
  const access = context.chains.of(strategistRef.chain)
  if (access === null) throw new SwapNodeMissingError(strategistRef.chain)
  return { access, chain: await access.open() }
}

/** The context of built actions; `reads` is null where they are read elsewhere. */
export async function swapBuildContextOf(
  { context, at: strategistRef, strategist }: StrategistSwap,
  reads: BuildContext['reads'],
): Promise<BuildContext> {
  return {
    ...(await strategist.readTreeContext()),
    reads,
    managerTree: null,
    chainHint: `have a node configured for ${strategistRef.chain}`,
    now: context.now(),
  }
}

/**
 * Reads the slippage that the vault's definition takes at most, in basis points.
 *
 * @returns null where it says none, or cannot be read: then a form offers none.
 */
export async function policySlippageOf(
  context: ApiContext,
  vault: VaultContext,
  chainId: number,
): Promise<bigint | null> {
  try {
    const { policy } = await swapRulesOf(context, vault, chainId)
    return policy?.maxSlippageBps ?? null
  } catch (error) {
    if (error instanceof BaseError) return null
    throw error
  }
}

/** Texts are read in a thread, once for a version of the vault. */
export function swapRulesOf(
  { pool }: ApiContext,
  { tenantId, vault }: VaultContext,
  chainId: number,
): Promise<SwapRules> {
  const { definition, lock } = vault
  const bytes = (definition?.length ?? 0) + (lock?.length ?? 0)
  return computeOnceAsync(vault, `swap rules ${chainId}`, async () => {
    if (definition === null) return { policy: null, tokens: [] }
    try {
      return await pool.run('readSwapRules', { definition, lock, chainId }, { tenantId, bytes })
    } catch (error) {
      if (error instanceof BodyTooComplexError || error instanceof WorkTimeoutError) {
        throw new FactsTooLargeError()
      }
      throw error
    }
  })
}

/** A swap is measured on the chain, and no node of it is configured. */
export class SwapNodeMissingError extends BaseError {
  override readonly code = 'swap_node_missing'
  override readonly kind = 'unavailable'

  constructor(chain: string) {
    super({
      message: `No node is configured for ${chain}, and swaps are measured on it. Ask later.`,
      facts: { chain },
      retryable: true,
    })
  }
}
