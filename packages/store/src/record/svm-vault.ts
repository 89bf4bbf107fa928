import type { SvmAddress } from '@vaultwright/svm'
import type { Actor } from '../access/audit.ts'
import type { Page, PageQuery } from '../value/page.ts'
import type { DayRange } from './daily-point.ts'
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

/** The reading of a Solana vault at the end of a day, as it was answered: all else is computed from it. */
export type SvmReading = SvmVaultRef & {
  /** `2026-11-20`, UTC. */
  readonly day: string
  /** Of the answer; finalised. */
  readonly slot: bigint
  /** Time of the slot, as its clock has it. */
  readonly atUnix: bigint
  /** JSON of the accounts as they were answered; kept compressed. */
  readonly body: string
}

/** A reading without its body. */
export type SvmReadingMark = Omit<SvmReading, 'body'> & {
  /** First 16 hex digits of SHA-256 of the body. */
  readonly digest: string
  readonly readAtUnix: bigint
}

/** A reading with what tells it from others. */
export type StoredSvmReading = SvmReadingMark & Pick<SvmReading, 'body'>

/** Readings of Solana vaults in the store, one a day and vault. What is finalised does not change, so neither do they. */
export type SvmReadingStore = {
  /**
   * Keeps a reading; the day's first stays.
   * @returns `added`; `kept` when the day was there, and nothing changed.
   * @throws {VaultNotFoundError} {InvalidDayError} {InvalidTextError}
   */
  readonly put: (tenantId: string, reading: SvmReading) => Promise<'added' | 'kept'>
  /** @returns days in the range, oldest first; a place is the day of the last. */
  readonly page: (
    tenantId: string,
    vaultRef: SvmVaultRef & DayRange,
    query: PageQuery<string>,
  ) => Promise<Page<StoredSvmReading>>
  /** @returns the newest day's; null when no day was read. */
  readonly latest: (tenantId: string, vaultRef: SvmVaultRef) => Promise<StoredSvmReading | null>
  /** @returns every day that was read, oldest first, without bodies. */
  readonly marks: (tenantId: string, vaultRef: SvmVaultRef) => Promise<readonly SvmReadingMark[]>
}
