import type { Address } from '@vaultwright/base'

/** A vault of a tenant on one chain. */
export type TenantVaultRef = {
  readonly tenantId: string
  /** Slug. */
  readonly chain: string
  /** EIP-55. */
  readonly vault: Address
}

/** A unit of work as a value: it says what is to be done, and doing it twice is harmless. */
export type Task =
  | ({ readonly kind: 'roots.sync' } & TenantVaultRef)
  /** Reads a day, keeps the reading, and writes its snapshot. */
  | ({
      readonly kind: 'vault.snapshot'
      readonly day: string
      /** Why a day that is there is read again; null for a day that is missing. */
      readonly reason: string | null
    } & TenantVaultRef)
  | ({ readonly kind: 'vault.daily'; readonly day: string } & TenantVaultRef)
  | ({ readonly kind: 'vault.performance'; readonly day: string } & TenantVaultRef)
  /** Finds out what is missing on a chain, and puts it into the queue. */
  | { readonly kind: 'gaps.scan'; readonly chain: string }
  | { readonly kind: 'retention' }

/** Name of a kind of work. */
export type TaskKind = Task['kind']

/** Work in order: each task is done after the one before it succeeded. */
export type Flow = readonly [Task, ...Task[]]

/**
 * Makes all work on a day: the reading, and then the values that look at it.
 *
 * @param day - `2026-11-20`, UTC.
 * @param reason - why a day that is there is read again; null for a day that is missing.
 */
export function dayFlowOf(vaultRef: TenantVaultRef, day: string, reason: string | null): Flow {
  return [
    { kind: 'vault.snapshot', ...vaultRef, day, reason },
    { kind: 'vault.daily', ...vaultRef, day },
    { kind: 'vault.performance', ...vaultRef, day },
  ]
}

/**
 * Names a task, the same for the same work, so that it is in a queue once.
 *
 * @returns letters, digits, dots, dashes and `~`: what every queue takes as an id.
 */
export function taskIdOf(task: Task): string {
  if (task.kind === 'retention') return task.kind
  if (task.kind === 'gaps.scan') return `${task.kind}~${task.chain}`
  const place = `${task.kind}~${task.tenantId}~${task.chain}~${task.vault.toLowerCase()}`
  return task.kind === 'roots.sync' ? place : `${place}~${task.day}`
}
