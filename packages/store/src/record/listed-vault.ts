import type { Page, PageQuery } from '../value/page.ts'
import type { SvmVault } from './svm-vault.ts'
import type { VaultOverview } from './vault.ts'

/** A vault of either kind, as it stands in the one list. */
export type ListedVault =
  | { readonly kind: 'evm'; readonly vault: VaultOverview }
  | { readonly kind: 'svm'; readonly vault: SvmVault }

/** One list over the vaults of all chains. */
export type ListedVaultStore = {
  /**
   * Lists the tenant's vaults by the text of their address: every 0x address, compared lowercase, before every
   * base58 one, which never begins with 0.
   * @returns a page; a place is the address of the last.
   */
  readonly page: (tenantId: string, query: PageQuery<string>) => Promise<Page<ListedVault>>
}
