import { BaseError } from '@vaultwright/base'
import type { Actor } from './audit.ts'

/** An organisation; everything else belongs to one. */
export type Tenant = {
  readonly id: string
  /** Lowercase letters, digits and dashes, 2 to 40; unique. The interface shows it. */
  readonly name: string
  readonly createdAtUnix: bigint
}

/** Tenants in the store. */
export type TenantStore = {
  /**
   * Makes a tenant.
   * @throws {InvalidNameError} {TenantExistsError}
   */
  readonly create: (tenant: Pick<Tenant, 'name'>, by: Actor) => Promise<Tenant>
  /** @returns the tenant with this name; null when there is none. */
  readonly find: (name: string) => Promise<Tenant | null>
  /** @returns all, by name. */
  readonly list: () => Promise<readonly Tenant[]>
}

/** The tenant is there already. */
export class TenantExistsError extends BaseError {
  override readonly code = 'tenant_exists'
  override readonly kind = 'conflict'

  constructor(name: string) {
    super({
      message: `There is a tenant ${name} already. Choose another name, or go on with that one.`,
      facts: { name },
    })
  }
}

/** No tenant has the name. */
export class TenantNotFoundError extends BaseError {
  override readonly code = 'tenant_not_found'
  override readonly kind = 'not_found'

  constructor(name: string) {
    super({
      message: `There is no tenant ${JSON.stringify(name)}. List the tenants, or create it.`,
      facts: { name },
    })
  }
}
