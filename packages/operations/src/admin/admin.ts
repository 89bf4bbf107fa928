import type { Address } from '@vaultwright/base'
import type { Definition } from '@vaultwright/definition'
import type { TreeFile } from '@vaultwright/formats'
import type {
  ApiKey,
  AuditEntry,
  Deployment,
  Pushed,
  SvmVault,
  User,
  Vault,
} from '@vaultwright/store'
import type { SvmDefinition } from '@vaultwright/svm-builder'

/** A value as JSON holds it. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue }

/** A user of the tenant. */
export type AdminUser = Omit<User, 'tenantId'>

/** A key without its text, which is shown once, when the key is made. */
export type AdminKey = Omit<ApiKey, 'tenantId'>

/** A key that is to be made. */
export type NewKey = {
  /** Id or name of the user whose role the key has. */
  readonly user: string
  readonly description: string
  readonly ratePerMinute: number | null
}

/** A vault in a list. */
export type AdminVault = Pick<Vault, 'address' | 'name' | 'status' | 'deployedAtUnix'> & {
  /** Slugs of its chains. */
  readonly chains: readonly string[]
}

/** A vault with what it has on each chain. */
export type AdminVaultDetail = AdminVault & {
  readonly deployments: readonly Pick<
    Deployment,
    'chain' | 'manager' | 'accountant' | 'teller' | 'strategists'
  >[]
}

/** A vault that is to be added, or changed to what its definition says. */
export type VaultDraft = {
  readonly definition: Definition
  /** The definition as it was written, and its lock file; null without one. */
  readonly text: string
  readonly lockText: string | null
}

/** A Solana vault in a list. */
export type AdminSvmVault = Pick<SvmVault, 'address' | 'name' | 'status' | 'program' | 'vaultId'>

/** A Solana vault that is to be added, or changed to what its definition says. */
export type SvmVaultDraft = {
  readonly definition: SvmDefinition
  /** The definition as it was written. */
  readonly text: string
}

/** A tree that is to become pending. */
export type TreeDraft = {
  readonly chain: string
  readonly vault: Address
  readonly strategist: Address
  readonly file: TreeFile
  /** Reads the tree file as it was written; an API takes text alone. */
  readonly text: () => string
}

/** An entry of the audit log. */
export type AdminAct = Pick<AuditEntry, 'atUnix' | 'actor' | 'act' | 'subject'> & {
  readonly id: string
  /** The details as JSON holds them. */
  readonly details: JsonValue
}

/**
 * Administration of one tenant: by its database, or by an API with the key of an `admin`. Both do and
 * refuse the same; but an API numbers no entries of the log, and names a tenant where the log has its id.
 */
export type Admin = {
  readonly createUser: (user: Pick<User, 'name' | 'role'>) => Promise<AdminUser>
  /** @returns all, by name. */
  readonly listUsers: () => Promise<readonly AdminUser[]>
  /** @param user - id or name. */
  readonly deactivateUser: (user: string) => Promise<AdminUser>
  /** @returns the key and its text, which is not stored. */
  readonly createKey: (
    request: NewKey,
  ) => Promise<{ readonly key: AdminKey; readonly text: string }>
  /** @returns all, also revoked ones, newest first. */
  readonly listKeys: () => Promise<readonly AdminKey[]>
  readonly revokeKey: (id: string) => Promise<AdminKey>
  readonly putVault: (request: VaultDraft) => Promise<AdminVaultDetail>
  readonly putSvmVault: (request: SvmVaultDraft) => Promise<AdminSvmVault>
  /** @returns all of Solana, by address. */
  readonly listSvmVaults: () => Promise<readonly AdminSvmVault[]>
  /** @returns all of other chains, by address. */
  readonly listVaults: () => Promise<readonly AdminVault[]>
  /** @returns the vault; it was in the list. */
  readonly readVault: (place: {
    readonly chain: string
    readonly vault: Address
  }) => Promise<AdminVaultDetail>
  readonly pushTree: (request: TreeDraft) => Promise<Pushed>
  /** @returns so many entries at most, newest first. */
  readonly listAudit: (limit: number) => Promise<readonly AdminAct[]>
  readonly close: () => Promise<void>
}
