import { type Address, BaseError } from '@vaultwright/base'
import type { Actor } from '../access/audit.ts'
import type { Page, PageQuery } from '../value/page.ts'

/** The reference of a vault on a chain. */
export type VaultRef = {
  /** Slug of the chain: given in any letter case, kept and given back in lower case. */
  readonly chain: string
  /** EIP-55. */
  readonly vault: Address
}

/** A strategist of a vault on one chain. */
export type VaultStrategist = {
  /** As the definition calls it; unique within the deployment. */
  readonly name: string
  readonly address: Address
}

/** A withdraw queue of a vault, and who pays its requests; null where the definition does not say. */
export type VaultQueue = {
  readonly queue: Address
  readonly solver: Address | null
  /** The account that calls the solver; its owner where it is null. */
  readonly sender: Address | null
}

/** A vault on one chain. */
export type Deployment = {
  readonly chain: string
  readonly manager: Address
  readonly accountant: Address | null
  readonly teller: Address | null
  readonly queues: readonly VaultQueue[]
  /** Drones of the vault. */
  readonly drones: readonly Address[]
  readonly deployedAtUnix: bigint | null
  readonly deployedBlock: bigint | null
  readonly strategists: readonly VaultStrategist[]
}

/** A vault of a tenant. */
export type Vault = {
  readonly id: string
  readonly tenantId: string
  /** The same on each of its chains. */
  readonly address: Address
  readonly name: string
  readonly status: 'active' | 'paused' | 'retired'
  /** Of its first deployment; null if not given. */
  readonly deployedAtUnix: bigint | null
  /** By chain, in the order of their slugs. */
  readonly deployments: readonly Deployment[]
  /** The vault's definition as it was given, YAML or JSON; null when it was added without one. */
  readonly definition: string | null
  /** The lock file that goes with the definition; null without one. */
  readonly lock: string | null
  readonly createdAtUnix: bigint
}

/** A vault without the texts that say what it permits: they are long. */
export type VaultDescription = Omit<Vault, 'definition' | 'lock'>

/** A vault as a list shows it, with the chains that it is on. */
export type VaultOverview = Omit<VaultDescription, 'deployments'> & {
  /** By chain, in the order of their slugs. */
  readonly deployments: readonly Pick<Deployment, 'chain'>[]
}

/** The rules of a vault, from which its permissions are made, on one of its chains. */
export type VaultRules = Pick<Vault, 'address' | 'name' | 'definition' | 'lock'> & {
  readonly deployment: Pick<Deployment, 'chain' | 'manager' | 'drones'>
}

/** A vault that is to be added, or to be changed to this. */
export type NewVault = Omit<Vault, 'id' | 'tenantId' | 'createdAtUnix'>

/** Vaults in the store. */
export type VaultStore = {
  /**
   * Adds a vault, or changes it to what is given: whole or not at all. Its trees, roots and history stay.
   * @throws {InvalidNameError} {TenantNotFoundError} {DeploymentInUseError} when a chain with history is left out.
   */
  readonly put: (tenantId: string, draft: NewVault, by: Actor) => Promise<Vault>
  /** @returns whether the tenant has the vault on the chain; cheaper than `find`. */
  readonly has: (tenantId: string, vaultRef: VaultRef) => Promise<boolean>
  /** @returns the vault when the tenant has it on the chain; null otherwise. */
  readonly find: (tenantId: string, vaultRef: VaultRef) => Promise<Vault | null>
  /** As `find`, without definition and lock file. */
  readonly describe: (tenantId: string, vaultRef: VaultRef) => Promise<VaultDescription | null>
  /** As `find`: the texts, and the one deployment, without the names of its strategists. */
  readonly rules: (tenantId: string, vaultRef: VaultRef) => Promise<VaultRules | null>
  /** As `page`, as much of each as a list shows. */
  readonly summaries: (tenantId: string, query: PageQuery<Address>) => Promise<Page<VaultOverview>>
  /**
   * Notes since when a vault is on a chain; the vault's own time is that of its first deployment. Safe to repeat.
   * @throws {VaultNotFoundError}
   */
  readonly setDeployed: (
    tenantId: string,
    vaultRef: VaultRef,
    since: { readonly block: bigint; readonly atUnix: bigint },
  ) => Promise<void>
  /** @returns every vault of a tenant, by address. */
  readonly described: (tenantId: string) => Promise<readonly VaultDescription[]>
  /** @returns every vault of every tenant, by tenant and address. */
  readonly everywhere: () => Promise<readonly Vault[]>
  /** @returns the tenant's vaults by address, compared lowercase; a place is the address of the last. */
  readonly page: (tenantId: string, query: PageQuery<Address>) => Promise<Page<Vault>>
}

/** @returns the status that a text is; `active` for any other. */
export function statusOfText(text: string): Vault['status'] {
  return text === 'paused' || text === 'retired' ? text : 'active'
}

/** The tenant has no such vault on the chain. */
export class VaultNotFoundError extends BaseError {
  override readonly code = 'vault_not_found'
  override readonly kind = 'not_found'

  constructor({ chain, vault }: { readonly chain: string; readonly vault: string }) {
    super({
      message: `The vault ${vault} on ${chain} is not in the store. Check the chain and the address, or add the vault.`,
      facts: { chain, vault },
    })
  }
}

/** A deployment that is to go has roots or history. */
export class DeploymentInUseError extends BaseError {
  override readonly code = 'deployment_in_use'
  override readonly kind = 'conflict'

  constructor({ chain, vault }: VaultRef) {
    super({
      message: `The vault ${vault} has roots or history on ${chain}, which the change would leave out. Keep that chain in the definition.`,
      facts: { chain, vault },
    })
  }
}
