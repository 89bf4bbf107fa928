import type { Generated } from 'kysely'
import type {
  AccountNameRow,
  AuditRow,
  ChallengeRow,
  IdentityRow,
  InviteRow,
  KeyRow,
  PasskeyRow,
  ReviewEntryRow,
  ReviewRuleRow,
  SessionRow,
  TenantRow,
  UserRow,
  VaultReviewRuleRow,
} from './access-table.ts'
import type { ControlChangeRow, ControlReadingRow } from './control-table.ts'
import type { ExecutionRow } from './execution-table.ts'
import type {
  SafeConfirmationRow,
  SafeEntryRow,
  SafeLeaseRow,
  SafeListingRow,
  SafeLookRow,
  SafeProposalRow,
  SafeStatementRow,
} from './safe-table.ts'
import type { SimulationRow, SimulationWitnessRow } from './simulation-table.ts'
import type { SvmReadingRow, SvmVaultRow } from './svm-table.ts'
import type { SwapOrderRow, SwapQuoteRow } from './swap-table.ts'
import type { WithdrawQueueRow, WithdrawReadingRow, WithdrawRequestRow } from './withdraw-table.ts'

/** The tables, as the query layer sees them: integers are bigint, decimals and hex are text, in both databases. */
export type DatabaseTables = {
  readonly tenant: TenantRow
  readonly tenant_user: UserRow
  readonly api_key: KeyRow
  readonly user_identity: IdentityRow
  readonly passkey: PasskeyRow
  readonly session: SessionRow
  readonly invite: InviteRow
  readonly challenge: ChallengeRow
  readonly account_name: AccountNameRow
  readonly review_entry: ReviewEntryRow
  readonly review_rule: ReviewRuleRow
  readonly vault: VaultRow
  readonly vault_review_rule: VaultReviewRuleRow
  readonly deployment: DeploymentRow
  readonly strategist: StrategistRow
  readonly tree: TreeRow
  readonly root: RootRow
  readonly root_event: RootEventRow
  readonly execution: ExecutionRow
  readonly snapshot: SnapshotRow
  readonly daily_point: DailyPointRow
  readonly performance: PerformanceRow
  readonly usd_price: UsdPriceRow
  readonly simulation: SimulationRow
  readonly simulation_witness: SimulationWitnessRow
  readonly reading: ReadingRow
  readonly revision: RevisionRow
  readonly state_pack: StatePackRow
  readonly failure: FailureRow
  readonly final_head: FinalHeadRow
  readonly swap_quote: SwapQuoteRow
  readonly swap_order: SwapOrderRow
  readonly safe_listing: SafeListingRow
  readonly safe_entry: SafeEntryRow
  readonly safe_confirmation: SafeConfirmationRow
  readonly safe_statement: SafeStatementRow
  readonly safe_proposal: SafeProposalRow
  readonly safe_look: SafeLookRow
  readonly safe_lease: SafeLeaseRow
  readonly control_reading: ControlReadingRow
  readonly control_change: ControlChangeRow
  readonly withdraw_queue: WithdrawQueueRow
  readonly withdraw_request: WithdrawRequestRow
  readonly withdraw_reading: WithdrawReadingRow
  readonly svm_vault: SvmVaultRow
  readonly svm_reading: SvmReadingRow
  readonly audit_entry: AuditRow
}

/** The deployment that a row refers to; the vault is lower case. */
export type VaultKeyColumns = {
  readonly tenant_id: string
  readonly vault: string
  readonly chain: string
}

/** A row of `vault`. */
export type VaultRow = {
  readonly tenant_id: string
  readonly address: string
  readonly id: string
  readonly name: string
  readonly status: string
  readonly deployed_at_unix: bigint | null
  readonly definition: string | null
  readonly lock: string | null
  readonly created_at_unix: bigint
}

/** A row of `deployment`; `queues` and `drones` are JSON. */
export type DeploymentRow = VaultKeyColumns & {
  readonly manager: string
  readonly accountant: string | null
  readonly teller: string | null
  readonly queues: string
  readonly drones: string
  readonly deployed_at_unix: bigint | null
  readonly deployed_block: bigint | null
  /** First block whose roots were not read yet. */
  readonly roots_next_block: bigint | null
  /** The first block whose executions were not read. */
  readonly executions_next_block: bigint | null
}

/** The columns of a value that may be computed from readings; `basis` is JSON. */
export type DerivedColumns = {
  readonly basis: string | null
  readonly since_unix: bigint | null
  /** The number of times it was revised. */
  readonly revision: Generated<bigint>
}

/** The further columns of a value with a receipt: the digest of the text, and the text compressed. */
export type ReceiptColumns = DerivedColumns & {
  readonly receipt_digest: string | null
  readonly receipt: Uint8Array | null
}

/** A row of `strategist`; `position` keeps the order in which they were given. */
export type StrategistRow = VaultKeyColumns & {
  readonly name: string
  readonly address: string
  readonly position: bigint
}

/** A row of `tree`; `body` is the binary format. */
export type TreeRow = {
  readonly tenant_id: string
  readonly root: string
  readonly format: string
  readonly leaf_count: bigint
  readonly depth: bigint
  readonly body: Uint8Array
  readonly created_at_unix: bigint
}

/** A row of `root`: 0 or 1 in `is_pushed`, `is_onchain` and `is_active`; it was pushed, or an event names it, or both. */
export type RootRow = VaultKeyColumns & {
  readonly root: string
  readonly strategist: string
  readonly is_pushed: bigint
  readonly is_onchain: bigint
  readonly is_active: bigint
  readonly set_at_unix: bigint | null
  readonly set_block: bigint | null
  readonly set_tx_hash: string | null
}

/** A row of `root_event`. */
export type RootEventRow = VaultKeyColumns & {
  readonly strategist: string
  readonly root: string
  readonly at_unix: bigint | null
  readonly block: bigint
  readonly log_index: bigint
  readonly tx_hash: string | null
}

/** A row of `snapshot`; `positions` and `prices` are JSON, replaced and read whole. */
export type SnapshotRow = VaultKeyColumns &
  DerivedColumns & {
    readonly day: string
    readonly block_number: bigint
    readonly block_hash: string | null
    readonly at_unix: bigint
    readonly type: string
    readonly base_asset: string
    readonly share_price: string | null
    readonly total_assets: string | null
    readonly total_supply: string | null
    readonly positions: string
    readonly prices: string
    readonly vested_amount: string | null
    readonly vesting_seconds: bigint | null
    readonly fees_owed: string | null
    readonly net_assets: string | null
    readonly nav_gap: string | null
    readonly nav_gap_relative: string | null
    readonly nav_reason: string | null
    /** Null where none of them was computed. */
    readonly nav_left_out: bigint | null
    /** JSON; null where nothing was looked at. */
    readonly allowances: string | null
    /** JSON; null where they were not computed. */
    readonly worth_bounds: string | null
  }

/** A row of `daily_point`. */
export type DailyPointRow = VaultKeyColumns &
  ReceiptColumns & {
    readonly day: string
    readonly at_unix: bigint
    readonly block_number: bigint
    readonly daily_apy: string | null
    readonly price_usd: string | null
    readonly share_price: string | null
    readonly total_assets: string | null
    readonly tvl_usd: string | null
  }

/** A row of `performance`; `real_yields` and `maturity_yields` are JSON, replaced and read whole. */
export type PerformanceRow = VaultKeyColumns &
  ReceiptColumns & {
    readonly day: string
    readonly apy: string | null
    readonly fees: string | null
    readonly performance_fees: string | null
    readonly real_apy: string | null
    readonly maturity_apy: string | null
    readonly fee_drag: string | null
    readonly real_yields: string
    readonly maturity_yields: string
  }

/** A row of `usd_price`. */
export type UsdPriceRow = {
  readonly tenant_id: string
  readonly chain: string
  readonly asset: string
  readonly at_unix: bigint
  readonly usd: string
  readonly source: string
}

/** A row of `reading`; `body` is compressed, `digest` is of the text. */
export type ReadingRow = VaultKeyColumns & {
  readonly day: string
  readonly block_number: bigint
  readonly block_hash: string
  readonly at_unix: bigint
  readonly digest: string
  readonly revision: bigint
  readonly read_at_unix: bigint
  readonly body: Uint8Array
}

/** A row of `revision`; `body` and `receipt` are compressed. */
export type RevisionRow = VaultKeyColumns & {
  readonly day: string
  readonly kind: string
  readonly number: bigint
  readonly since_unix: bigint | null
  readonly until_unix: bigint
  readonly reason: string
  readonly body: Uint8Array
  readonly receipt: Uint8Array | null
}

/** A row of `state_pack`; `body` is compressed, `digest` is of all the rest. */
export type StatePackRow = VaultKeyColumns & {
  readonly period: bigint
  readonly fingerprint: string
  readonly digest: string
  readonly body: Uint8Array
}

/** A row of `failure`; `day` is empty for work that is not about a day. */
export type FailureRow = VaultKeyColumns & {
  readonly kind: string
  readonly day: string
  readonly attempts: bigint
  readonly code: string
  readonly message: string
  readonly first_at_unix: bigint
  readonly last_at_unix: bigint
  readonly retry_at_unix: bigint | null
}

/** A row of `final_head`. */
export type FinalHeadRow = {
  readonly chain: string
  readonly number: bigint
  readonly hash: string
  readonly at_unix: bigint
}
