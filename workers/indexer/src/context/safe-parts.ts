import type { Chain } from '@vaultwright/chain'
import type {
  followExecution,
  NamedSafeServices,
  openSafeReader,
  SafeReader,
  StoredQueue,
} from '@vaultwright/safe-service'
import type { TenantSafeRef } from '../task/task.ts'

/** The parts that queues of Safes are watched with. */
export type SafeParts = NamedSafeServices & {
  /** The name of this process among those that take turns at a Safe. */
  readonly holder: string
  readonly openReader: (chain: Chain, options: Parameters<typeof openSafeReader>[1]) => SafeReader
  readonly follow: typeof followExecution
}

/** The memory of a process about a Safe that it watches. */
export type SafeWatch = TenantSafeRef & {
  /** When this process looked at it first. */
  readonly beganUnix: bigint
  /** After a service failed none is asked before this time. */
  readonly restUntilUnix: bigint
  /** The last look; null before the first. */
  readonly last: { readonly queue: StoredQueue; readonly atUnix: bigint } | null
  /** When each nonce that several entries share was seen so first, by nonce. */
  readonly conflicts: ReadonlyMap<bigint, bigint>
}

/** Names a Safe of a tenant. */
export function safeKeyOf({ tenantId, chain, safe }: TenantSafeRef): string {
  return [tenantId, chain, safe.toLowerCase()].join(' ')
}
