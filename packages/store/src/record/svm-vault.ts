import type { SvmAddress } from '@vaultwright/svm'
import type { Actor } from '../access/audit.ts'
import type { Page, PageQuery } from '../value/page.ts'
import type { Vault, VaultOverview } from './vault.ts'

/** The reference of a Solana vault; its chain is always `solana`. */
export type SvmVaultRef = {
  /** Address of its state account, base58: case matters. */
  readonly vault: SvmAddress
}

/** A Solana vault of a tenant. */
export type SvmVault = {
  readonly id: string
  readonly tenantId: string
  /** Address of its state account, base58. */
  readonly address: SvmAddress
  readonly name: string
  readonly status: Vault['status']
  /** The program that has it. */
  readonly program: SvmAddress
  /** Its number under the program, 0 to 2^64 - 1. */
  readonly vaultId: bigint
  /** Its definition as it was given, YAML or JSON. */
  readonly definition: string
  readonly createdAtUnix: bigint
}

/** A Solana vault that is to be added, or to be changed to this. */
export type NewSvmVault = Omit<SvmVault, 'id' | 'tenantId' | 'createdAtUnix'>

/** Solana vaults in the store. */
export type SvmVaultStore = {
  /**
   * Adds a vault, or changes it to what is given; its readings stay.
   * @throws {InvalidNameError} {InvalidTextError} {TenantNotFoundError}
   * @throws {InvalidSvmAddressError} when an address is not base58 of 32 bytes.
   */
  readonly put: (tenantId: string, draft: NewSvmVault, by: Actor) => Promise<SvmVault>
  /** @returns the vault when the tenant has it; null otherwise, as in another letter case. */
  readonly find: (tenantId: string, vaultRef: SvmVaultRef) => Promise<SvmVault | null>
  /** @returns every Solana vault of every tenant, by tenant and address. */
  readonly everywhere: () => Promise<readonly SvmVault[]>
  /** @returns the tenant's by address; a place is the address of the last. */
  readonly page: (tenantId: string, query: PageQuery<SvmAddress>) => Promise<Page<SvmVault>>
}

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
