import type { Address } from '@vaultwright/base'
import type { LeafTree } from '@vaultwright/manager'
import { orderDomainOf } from '@vaultwright/protocols'
import { namedOrderOf } from '@vaultwright/swap'
import { type OrderTermsData, termsOfOrder } from '@vaultwright/wire'

/** Lists the accounts that may settle orders by a tree. */
export function settlementsIn({ leaves }: LeafTree): readonly Address[] {
  const targets = leaves.flatMap(({ signature, target }) =>
    signature === 'setPreSignature(bytes,bool)' ? [target] : [],
  )
  return [...new Set(targets)]
}

/** The place of orders: their uids are computed from it. */
export type OrderContext = {
  readonly chainId: number | null
  readonly vault: Address
  readonly settlements: readonly Address[]
}

/** Tells whether the uid of a listed order follows from its terms, at a settlement that the tree names. */
export function isUidOf(uid: string, order: OrderTermsData, place: OrderContext): boolean {
  const { chainId, vault, settlements } = place
  const terms = termsOfOrder(order)
  return settlements.some((settlement) => {
    const domainSeparator = orderDomainOf(chainId ?? 0, settlement)
    return namedOrderOf(terms, { owner: vault, domainSeparator }).uid === uid
  })
}
