import { type Address, type Hex, isSameAddress } from '@vaultwright/base'
import type { Chain } from '@vaultwright/chain'
import { encodeCall, parseSignature } from '@vaultwright/manager'
import {
  ForeignOrderError,
  findPlacedOrders,
  firstBlockSince,
  readSettlement,
} from '@vaultwright/operations'
import type { BlockRef } from '@vaultwright/outcome'
import { parseOrderUid } from '@vaultwright/protocols'
import { maxBookSeconds, type OrderState, type SwapMarket } from '@vaultwright/swap'
import { type FollowedOrder, followedOf, readStates } from './order-state.ts'
import type { StrategistSwap } from './strategist-swap.ts'

/** A chain at one block. */
export type PinnedChain = { readonly chain: Chain; readonly block: BlockRef }

/** Orders of a vault, by the store and by the chain. */
export type FollowedOrders = {
  /** Each at the block. */
  readonly states: readonly OrderState[]
  /** Signed without their terms: nothing tells what they still sell. */
  readonly unread: readonly Hex[]
}

/** Reads every order of a vault that may still be filled, whoever placed it and with whatever strategist. */
export async function readVaultOrders(
  place: StrategistSwap,
  { chain, block }: PinnedChain,
  settlement: Address,
): Promise<FollowedOrders> {
  const { context, tenantId, at: strategistRef, rules } = place
  const stored = await context.store.swapOrders.unfinished(tenantId, strategistRef)
  const followed = stored.map(followedOf)
  const contracts = await readSettlement(chain, settlement, block)
  const life = rules.policy === null ? maxBookSeconds : BigInt(rules.policy.maxOrderSeconds)
  const since = block.timestamp > life ? block.timestamp - life : 0n
  const fromBlock = await firstBlockSince(chain, since)
  const range = { owner: strategistRef.vault, fromBlock, toBlock: block }
  const placed = await findPlacedOrders(chain, contracts, range)
  const storedUids = new Set(followed.map(({ uid }) => uid.toLowerCase()))
  const chainOrders = placed.flatMap(({ uid, terms, blockNumber }): readonly FollowedOrder[] =>
    terms === null || storedUids.has(uid.toLowerCase())
      ? []
      : [{ uid, terms, settlement, fromBlock: blockNumber, stored: null }],
  )
  return {
    states: await readStates(chain, [...followed, ...chainOrders], block),
    unread: placed.flatMap(({ uid, terms }) => (terms === null ? [uid] : [])),
  }
}

/**
 * Finds an order of the vault: what is stored of it, else what the transaction that signed it says.
 *
 * @throws {ForeignOrderError} where neither the store nor the chain has it.
 */
export async function findOrder(
  place: StrategistSwap,
  uid: Hex,
  { point, market }: { readonly point: PinnedChain; readonly market: SwapMarket },
): Promise<FollowedOrder> {
  const { context, tenantId, at: strategistRef } = place
  const stored = await context.store.swapOrders.find(tenantId, { ...strategistRef, uid })
  if (stored !== null) return followedOf(stored)
  const { owner, validTo } = parseOrderUid(uid)
  const missing = new ForeignOrderError(uid, strategistRef.vault)
  if (!isSameAddress(owner, strategistRef.vault)) throw missing
  const { chain, block } = point
  const since = validTo > maxBookSeconds ? validTo - maxBookSeconds : 0n
  if (since > block.timestamp) throw missing
  const fromBlock = await firstBlockSince(chain, since)
  for (const settlement of settlementsOf(market)) {
    const contracts = await readSettlement(chain, settlement, block)
    const range = { owner: strategistRef.vault, fromBlock, toBlock: block }
    const placed = await findPlacedOrders(chain, contracts, range)
    const match = placed.find((one) => one.uid.toLowerCase() === uid.toLowerCase())
    if (match === undefined || match.terms === null) continue
    const { terms, blockNumber } = match
    return { uid: match.uid, terms, settlement, fromBlock: blockNumber, stored: null }
  }
  throw missing
}

/** Lists the settlements that a tree signs orders for. */
export function settlementsOf({ permissions }: SwapMarket): readonly Address[] {
  const bound = permissions
    .filter(({ action }) => action.route.startsWith('cow/'))
    .map(({ binding }) => String(binding.settlement) as Address)
  return [...new Set(bound)]
}

const approve = parseSignature('approve(address spender, uint256 amount)')

/** The call that takes an allowance to a relayer back; null where the tree does not permit it. */
export function zeroingCallOf(
  { permissions }: SwapMarket,
  { token, relayer }: { readonly token: Address; readonly relayer: Address },
): { readonly target: Address; readonly data: Hex; readonly value: bigint } | null {
  const isPermitted = permissions.some(
    ({ action, binding }) =>
      action.route === 'erc_20/approve' &&
      isSameAddress(String(binding.token), token) &&
      isSameAddress(String(binding.spender), relayer),
  )
  return isPermitted ? { target: token, data: encodeCall(approve, [relayer, 0n]), value: 0n } : null
}
