import type { SolvedControl } from '@vaultwright/access-control'
import type { BlockRef } from '@vaultwright/outcome'
import type { TenantVaultRef } from '../task/task.ts'

/** The last reading of who controls a vault, and up to where nothing is known to have changed since. */
export type ControlWatch = {
  readonly vaultRef: TenantVaultRef
  readonly block: BlockRef
  readonly lookedTo: bigint
  readonly isComplete: boolean
  readonly solved: SolvedControl
}

/** Names a vault of a tenant. */
export function controlKeyOf({ tenantId, chain, vault }: TenantVaultRef): string {
  return [tenantId, chain, vault.toLowerCase()].join(' ')
}
