import { type Address, BaseError } from '@vaultwright/base'
import { isSvmAddress, type SvmAddress } from '@vaultwright/svm'
import { Type } from 'typebox'
import Compile from 'typebox/compile'

/** A vault of a tenant on one chain. */
export type TenantVaultRef = {
  readonly tenantId: string
  /** Slug. */
  readonly chain: string
  /** EIP-55. */
  readonly vault: Address
}

/** A Solana vault of a tenant. */
export type TenantSvmVaultRef = {
  readonly tenantId: string
  readonly chain: 'solana'
  /** Base58, as it is. */
  readonly vault: SvmAddress
}

/** A Safe of a tenant. */
export type TenantSafeRef = {
  readonly tenantId: string
  /** Slug. */
  readonly chain: string
  /** EIP-55. */
  readonly safe: Address
}

/** The days to compute again, and the reason. */
export type ReplayOrder = {
  /** First and last day; null for no bound. */
  readonly from: string | null
  readonly to: string | null
  /** `stale`: values that are missing, or of other readings or an older formula; `all`: every value. */
  readonly values: 'stale' | 'all'
  /** One sentence; it is kept with every value that changes. */
  readonly reason: string
}

/** A unit of work as a value: it says what is to be done, and doing it twice is harmless. */
export type Task =
  | ({ readonly kind: 'roots.sync' } & TenantVaultRef)
  /** Lists what was executed for a vault. */
  | ({ readonly kind: 'executions.sync' } & TenantVaultRef)
  /** Reads a day, keeps the reading, and writes its snapshot. */
  | ({
      readonly kind: 'vault.snapshot'
      readonly day: string
      /** Why a day that is there is read again; null for a day that is missing. */
      readonly reason: string | null
    } & TenantVaultRef)
  | ({ readonly kind: 'vault.daily'; readonly day: string } & TenantVaultRef)
  | ({ readonly kind: 'vault.performance'; readonly day: string } & TenantVaultRef)
  /** Computes values of a vault again from its kept readings; no chain is asked. */
  | ({ readonly kind: 'vault.replay' } & ReplayOrder & TenantVaultRef)
  /** Reads a Solana vault at the end of a day, and keeps the reading. */
  | ({ readonly kind: 'svm.reading'; readonly day: string } & TenantSvmVaultRef)
  /** Finds out what is missing on a chain, and puts it into the queue. */
  | { readonly kind: 'gaps.scan'; readonly chain: string }
  /** Looks at a Safe and its queue. */
  | ({ readonly kind: 'safe.queue' } & TenantSafeRef)
  /** Looks whether another account may control a vault. */
  | ({ readonly kind: 'control.reading' } & TenantVaultRef)
  /** Reads the withdraw queues of a vault, and what is paid of them. */
  | ({ readonly kind: 'withdraw.queue' } & TenantVaultRef)
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
  if (task.kind === 'safe.queue') {
    return `${task.kind}~${task.tenantId}~${task.chain}~${task.safe.toLowerCase()}`
  }
  if (task.kind === 'svm.reading') {
    // Case tells addresses of Solana apart.
    return `${task.kind}~${task.tenantId}~${task.vault}~${task.day}`
  }
  if (task.kind === 'vault.replay') {
    const { kind, tenantId, chain, vault, from, to, values } = task
    const range = `${from ?? 'first'}~${to ?? 'last'}~${values}`
    return `${kind}~${tenantId}~${chain}~${vault.toLowerCase()}~${range}`
  }
  const place = `${task.kind}~${task.tenantId}~${task.chain}~${task.vault.toLowerCase()}`
  return 'day' in task ? `${place}~${task.day}` : place
}

const vaultFields = {
  tenantId: Type.String({ minLength: 1, maxLength: 100 }),
  chain: Type.String({ minLength: 1, maxLength: 100 }),
  vault: Type.Unsafe<Address>(Type.String({ pattern: '^0x[0-9a-fA-F]{40}$' })),
}
const day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })

const schema = Compile(
  Type.Union([
    Type.Object({ kind: Type.Literal('roots.sync'), ...vaultFields }),
    Type.Object({ kind: Type.Literal('executions.sync'), ...vaultFields }),
    Type.Object({
      kind: Type.Literal('vault.snapshot'),
      ...vaultFields,
      day,
      reason: Type.Union([Type.String(), Type.Null()]),
    }),
    Type.Object({ kind: Type.Literal('vault.daily'), ...vaultFields, day }),
    Type.Object({ kind: Type.Literal('vault.performance'), ...vaultFields, day }),
    Type.Object({
      kind: Type.Literal('vault.replay'),
      ...vaultFields,
      from: Type.Union([day, Type.Null()]),
      to: Type.Union([day, Type.Null()]),
      values: Type.Union([Type.Literal('stale'), Type.Literal('all')]),
      reason: Type.String(),
    }),
    Type.Object({
      kind: Type.Literal('safe.queue'),
      tenantId: vaultFields.tenantId,
      chain: vaultFields.chain,
      safe: vaultFields.vault,
    }),
    Type.Object({
      kind: Type.Literal('svm.reading'),
      tenantId: vaultFields.tenantId,
      chain: Type.Literal('solana'),
      vault: Type.Unsafe<SvmAddress>(Type.String({ minLength: 32, maxLength: 44 })),
      day,
    }),
    Type.Object({ kind: Type.Literal('control.reading'), ...vaultFields }),
    Type.Object({ kind: Type.Literal('withdraw.queue'), ...vaultFields }),
    Type.Object({ kind: Type.Literal('gaps.scan'), chain: vaultFields.chain }),
    Type.Object({ kind: Type.Literal('retention') }),
  ]),
)

/**
 * Reads a task out of what a queue kept, which others may have written.
 *
 * @throws {TaskDataError} if it is not valid.
 */
export function parseTask(value: unknown): Task {
  if (!schema.Check(value)) throw new TaskDataError()
  if (value.kind === 'svm.reading' && !isSvmAddress(value.vault)) throw new TaskDataError()
  return value
}

/** A job in the queue is not a task. */
export class TaskDataError extends BaseError {
  override readonly code = 'task_data'
  override readonly kind = 'unsupported'

  constructor() {
    super({
      message:
        'What the queue keeps for this job is not a task of the indexer. Delete the job: the indexer queues missing work again.',
    })
  }
}
