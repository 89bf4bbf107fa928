import type { Address, Hex } from '@vaultwright/base'
import { safeServiceName } from '@vaultwright/registry'

/**
 * Makes the link to a Safe's queue, or to one transaction in it, in the Safe web app.
 *
 * @param hash - `safeTxHash`; null for the whole queue.
 * @returns null on a chain that the web app does not serve.
 */
export function safeLinkOf(
  { safe, chainId }: { readonly safe: Address; readonly chainId: number },
  hash: Hex | null,
): string | null {
  const name = safeServiceName(chainId)
  if (name === null) return null
  const path = hash === null ? 'queue' : 'tx'
  const id = hash === null ? '' : `&id=multisig_${safe}_${hash}`
  return `https://app.safe.global/transactions/${path}?safe=${name}:${safe}${id}`
}
