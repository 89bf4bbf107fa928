import type { ControlChangeKind } from '@vaultwright/access-control'
import type { Hex } from '@vaultwright/base'
import type { Followed, WatchEvent } from '@vaultwright/safe-service'
import type { SvmAddress } from '@vaultwright/svm'
import type { RetryDecision } from './queue.ts'
import type { Task, TenantSafeRef, TenantSvmVaultRef, TenantVaultRef } from './task.ts'

/** Something that happened, for logs, progress and metrics. JSON-safe, and without secrets. */
export type IndexEvent =
  /** A chain was looked over: how far it is final, and what was put into the queue. */
  | {
      readonly event: 'scanned'
      readonly chain: string
      readonly head: { readonly number: string; readonly hash: Hex; readonly atUnix: string }
      readonly vaults: number
      /** Days that are due and were not read. */
      readonly missing: number
      /** Days whose values are missing, or were not computed from what is there now. */
      readonly stale: number
      readonly flows: number
      readonly ms: number
    }
  /** A day was read and kept. */
  | {
      readonly event: 'day_indexed'
      readonly vaultRef: TenantVaultRef | TenantSvmVaultRef
      readonly day: string
      readonly ms: number
      /** Round trips, shared ones counted in full. */
      readonly rounds: number
      readonly calls: number
    }
  /** A day was there already, and stays. */
  | {
      readonly event: 'day_kept'
      readonly vaultRef: TenantVaultRef | TenantSvmVaultRef
      readonly day: string
    }
  /** A day of a Solana vault was not read in time: a node keeps no past state. */
  | { readonly event: 'day_lost'; readonly vaultRef: TenantSvmVaultRef; readonly day: string }
  | { readonly event: 'task_done'; readonly task: Task; readonly ms: number }
  | {
      readonly event: 'task_failed'
      readonly task: Task
      readonly error: { readonly code: string; readonly message: string }
      readonly attempt: number
      readonly decision: RetryDecision
    }
  | {
      readonly event: 'task_waits'
      readonly task: Task
      readonly seconds: number
      readonly reason: string
    }
  | {
      readonly event: 'roots_synced'
      readonly vaultRef: TenantVaultRef
      readonly added: number
      readonly removed: number
      readonly toBlock: string
    }
  /** Executions of a vault came, or went with a reorganisation. */
  | {
      readonly event: 'executions_synced'
      readonly vaultRef: TenantVaultRef
      readonly added: number
      readonly removed: number
      readonly toBlock: string
    }
  /** Something was executed for a vault in the last day, and no statement covers it. */
  | {
      readonly event: 'execution_unstated'
      readonly vaultRef: TenantVaultRef
      readonly origin: 'account' | 'safe' | 'module' | 'unknown'
      /** Null where it is not known. */
      readonly strategist: Hex | null
      readonly txHash: Hex
      readonly block: string
      readonly reason: string | null
    }
  /** A root is on the Manager, and its tree is not stored: its permissions are unknown. */
  | {
      readonly event: 'root_without_tree'
      readonly vaultRef: TenantVaultRef
      readonly root: Hex
      readonly strategist: Hex
      readonly isActive: boolean
    }
  /** Values or a reading were replaced or withdrawn; what was there is kept as revisions. */
  | {
      readonly event: 'revised'
      readonly vaultRef: TenantVaultRef
      readonly day: string
      readonly rows: number
      readonly reason: string
    }
  /** A source of prices gave none. */
  | {
      readonly event: 'price_failed'
      readonly chain: string
      readonly asset: Hex | SvmAddress
      readonly source: string
      readonly reason: string
    }
  /** A Safe and its queue were looked at. */
  | { readonly event: 'safe_looked'; readonly safeRef: TenantSafeRef; readonly block: string }
  /** Something changed in the queue of a Safe, or on the Safe itself. */
  | ({
      readonly event: 'safe_changed'
      readonly safeRef: TenantSafeRef
      readonly subject: WatchEvent['event']
      readonly nonce: string | null
    } & Omit<WatchEvent, 'event' | 'safe' | 'nonce'>)
  /** Several entries of a queue share a nonce for an hour. */
  | {
      readonly event: 'safe_conflict_lasts'
      readonly safeRef: TenantSafeRef
      readonly nonce: string
    }
  /** A service of queues could not be read: what it gave before stays. */
  | {
      readonly event: 'safe_unread'
      readonly safeRef: TenantSafeRef
      /** Null where nothing of any is kept. */
      readonly service: string | null
      readonly reason: string
    }
  /** Less than a fifth of a service's quota is left. */
  | {
      readonly event: 'safe_quota_low'
      readonly chain: string
      readonly service: string
      readonly remaining: number
      readonly limit: number
    }
  /** A proposal that was stated came to its end. */
  | {
      readonly event: 'safe_followed'
      readonly safeRef: TenantSafeRef
      readonly hash: Hex
      readonly nonce: string
      readonly outcome: Exclude<Followed['outcome'], 'pending'>
      readonly replacedBy: Hex | null
    }
  /** The control of a vault was read in full. */
  | {
      readonly event: 'control_read'
      readonly vaultRef: TenantVaultRef
      readonly block: string
      /** No holder can be hidden in a list that was read. */
      readonly isComplete: boolean
      /** False for the first reading, and where the one before cannot be computed by the rules of this version. */
      readonly isCompared: boolean
      readonly ms: number
    }
  /** Something changed of who controls a vault. */
  | {
      readonly event: 'control_changed'
      readonly vaultRef: TenantVaultRef
      readonly block: string
      readonly change: ControlChangeKind
      readonly sentence: string
    }
  /** A withdraw queue was read, and held against its contract. */
  | {
      readonly event: 'queue_read'
      readonly vaultRef: TenantVaultRef
      readonly queue: Hex
      readonly state: 'agrees' | 'differs' | 'not_checked'
    }
  /** Rows that are no longer needed were deleted. */
  | { readonly event: 'pruned'; readonly prices: number; readonly revisions: number }
