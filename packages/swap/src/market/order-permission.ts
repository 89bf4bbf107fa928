import { type Address, printHex } from '@vaultwright/base'
import { buildLeaf, digestOf } from '@vaultwright/manager'
import type { Owner, Permission } from '@vaultwright/protocols'
import { contractsOf } from '@vaultwright/registry'
import type { ApprovalSlots } from './approval-index.ts'
import type { OrderPermission, PermittingLeaf } from './swap-pair.ts'

/** The orders that a tree permits, and whose it is. */
export type OrderInput = {
  readonly orders: OrderIndex
  readonly approvals: ApprovalSlots
  readonly input: { readonly owner: Owner; readonly chainId: number }
}

/** The orders of a vault, by pair. */
export type OrderIndex = {
  readonly byPair: ReadonlyMap<string, Permission>
  /** Any of them; null when there is none. */
  readonly first: Permission | null
}

/** Indexes the orders that leaves of a tree permit. */
export function orderIndexOf(permissions: readonly Permission[]): OrderIndex {
  const orders = permissions.filter(({ action }) => action.route === orderRoute)
  const byPair = new Map<string, Permission>()
  for (const order of orders) {
    const { binding, drone } = order
    const key = keyOf(String(binding.sell_token), String(binding.buy_token))
    if (drone === null && !byPair.has(key)) byPair.set(key, order)
  }
  return { byPair, first: orders[0] ?? null }
}

function keyOf(sellToken: string, buyToken: string): string {
  return `${sellToken}|${buyToken}`.toLowerCase()
}

/** Route of the action that pre-signs an order: an order book is named by it among venues. */
export const orderRoute = 'cow/place_order'
const orderSignature = 'setPreSignature(bytes,bool)'
/** Source: CoW Protocol, GPv2Settlement, the same on every chain. */
const canonicalSettlement: Address = '0x9008D19f58AAbD9eD0D60971565AA8510560ab41'

/** Tells whether a tree permits an order that sells one token for another. */
export function orderPermissionOf(
  order: OrderInput,
  sellToken: Address,
  buyToken: Address,
): OrderPermission {
  const { orders, approvals } = order
  const permission = orders.byPair.get(keyOf(sellToken, buyToken))
  if (permission === undefined) {
    return {
      state: 'not_permitted',
      why: 'The tree has no leaf that pre-signs this pair.',
      permittingLeaf: orderLeafOf(order, [sellToken, buyToken]),
    }
  }
  const { missing } = approvals.slotsOf(permission.action, permission.binding, null)
  const [lacking] = missing
  if (lacking !== undefined) {
    const reason = `The tree has no leaf that approves ${lacking.token} to ${lacking.spender}, which pulls what is sold.`
    return { state: 'approval_missing', why: reason }
  }
  if (permission.unknown.length > 0) {
    const reason = `It is not known who pulls what is sold: ${permission.unknown.join(', ')} of the settlement was never read.`
    return { state: 'approval_missing', why: reason }
  }
  return { state: 'ready', permission }
}

/** The decoder and the settlement of other orders, where the tree has one. */
function orderLeafOf(
  { input, orders }: OrderInput,
  tokens: readonly [Address, Address],
): PermittingLeaf {
  const { first: otherOrder } = orders
  const decoder = otherOrder?.plain?.decoder ?? null
  const bound = otherOrder?.binding.settlement
  const listed = contractsOf(input.chainId).find(
    ({ protocol, role }) => protocol === 'cow' && role === 'settlement',
  )
  const target = (bound as Address | undefined) ?? listed?.address ?? canonicalSettlement
  const entries = [...tokens, input.owner.vault]
  const digest =
    decoder === null
      ? null
      : printHex(
          digestOf(buildLeaf({ decoder, target, signature: orderSignature, arguments: entries })),
        )
  return {
    decoder,
    target,
    canSendValue: false,
    signature: orderSignature,
    arguments: entries,
    digest,
  }
}
