import { type AlertCase, after, missing, passing, rising } from './alert-series.ts'

const indexer = 'job="vaultwright-indexer",instance="i:9464"'
const vaultLabels = 'tenant="t1",chain="mainnet",vault="0xv"'
const ofVault = { tenant: 't1', chain: 'mainnet', vault: '0xv' } as const
const safeLabels = 'tenant="t1",chain="mainnet",safe="0xs"'
const ofSafe = { tenant: 't1', chain: 'mainnet', safe: '0xs' } as const

/** A change of who controls a vault, of one kind. */
const controlCase = (kind: string): AlertCase => ({
  series: {
    [`vaultwright_control_change_total{${indexer},${vaultLabels},kind="${kind}"}`]:
      '0+0x10 1+0x200',
  },
  labels: { ...ofVault, kind },
  quiet: 9,
  fires: 15,
  clears: 40,
})

const queueLabels = `${vaultLabels},queue="0xq"`
const ofQueue = { ...ofVault, queue: '0xq' } as const
const owed = { labels: `${queueLabels},asset="0xa"`, of: { ...ofQueue, asset: '0xa' } } as const

/** Every alert of deploy/prometheus/indexer-alerts.yaml. */
export const indexerCases: Readonly<Record<string, AlertCase>> = {
  WithdrawCheck: {
    series: { [`vaultwright_withdraw_check{${indexer},${queueLabels}}`]: missing },
    labels: ofQueue,
    ...after(5),
  },
  WithdrawShortfall: {
    series: { [`vaultwright_withdraw_shortfall_assets{${indexer},${owed.labels}}`]: passing },
    labels: owed.of,
    ...after(10),
  },
  WithdrawLate: {
    series: { [`vaultwright_withdraw_deadline_used_ratio{${indexer},${owed.labels}}`]: passing },
    labels: owed.of,
    ...after(0),
  },
  WithdrawNoSolver: {
    series: { [`vaultwright_withdraw_solvers{${indexer},${queueLabels}}`]: missing },
    labels: ofQueue,
    ...after(10),
  },
  IndexerAway: {
    series: { [`up{${indexer}}`]: missing },
    labels: { job: 'vaultwright-indexer', instance: 'i:9464' },
    ...after(5),
  },
  IndexerNotReady: {
    series: { [`vaultwright_readiness{${indexer},status="not_ready"}`]: passing },
    labels: { instance: 'i:9464' },
    ...after(5),
  },
  IndexerNodeWrong: {
    series: {
      [`vaultwright_part_problems{${indexer},part="nodes",code="wrong_genesis",chain="solana"}`]:
        passing,
    },
    labels: { chain: 'solana', code: 'wrong_genesis' },
    ...after(0),
  },
  IndexerDegraded: {
    series: { [`vaultwright_part_ready{${indexer},part="nodes"}`]: missing },
    labels: { part: 'nodes' },
    ...after(15),
  },
  IndexerSourceAway: {
    series: { [`vaultwright_index_source_up{${indexer},source="store"}`]: missing },
    labels: { job: 'vaultwright-indexer', instance: 'i:9464', source: 'store' },
    ...after(5),
  },
  // Times are seconds since the start of the test.
  IndexerScanStopped: {
    series: {
      [`vaultwright_index_scan_timestamp_seconds{${indexer},chain="mainnet"}`]:
        '0+60x9 600+0x29 2400+60x60',
    },
    labels: { chain: 'mainnet' },
    quiet: 20,
    fires: 35,
    clears: 41,
  },
  IndexerHeadStuck: {
    series: {
      [`vaultwright_index_head_timestamp_seconds{${indexer},chain="mainnet"}`]:
        '0+60x9 600+0x169 10800+60x60',
    },
    labels: { chain: 'mainnet' },
    quiet: 120,
    fires: 160,
    clears: 181,
  },
  VaultBehind: {
    series: {
      [`vaultwright_index_lag_seconds{${indexer},${vaultLabels}}`]:
        '86400+0x9 129601+0x59 3600+0x60',
    },
    labels: ofVault,
    quiet: 30,
    fires: 45,
    clears: 71,
  },
  VaultUnseen: {
    series: { [`vaultwright_index_unseen{${indexer},${vaultLabels}}`]: '0+0x9 1+0x89 0+0x60' },
    labels: ofVault,
    quiet: 60,
    fires: 75,
    clears: 101,
  },
  VaultIncomplete: {
    series: {
      [`vaultwright_index_missing_days{${indexer},${vaultLabels}}`]: '0+0x9 3+0x1600 0+0x60',
    },
    labels: ofVault,
    quiet: 1400,
    fires: 1530,
    clears: 1625,
  },
  DayLost: {
    series: {
      [`vaultwright_index_lost_days{${indexer},${vaultLabels}}`]: '0+0x1500 1+0x3000',
    },
    labels: ofVault,
    quiet: 1490,
    fires: 1510,
    clears: 2960,
  },
  VaultParked: {
    series: { [`vaultwright_index_parked{${indexer},${vaultLabels}}`]: passing },
    labels: ofVault,
    ...after(0),
  },
  VaultUnknownRoot: {
    series: { [`vaultwright_index_unknown_active_roots{${indexer},${vaultLabels}}`]: passing },
    labels: ofVault,
    ...after(0),
  },
  NavGap: {
    series: {
      [`vaultwright_index_nav_gap_ratio{${indexer},${vaultLabels}}`]:
        '-0.004+0x9 -0.008+0x120 -0.004+0x60',
      [`vaultwright_index_nav_gap_bound_ratio{${indexer}}`]: '0.005+0x200',
    },
    labels: ofVault,
    quiet: 60,
    fires: 75,
    clears: 135,
  },
  NavOpen: {
    series: { [`vaultwright_nav_open_places{${indexer},${vaultLabels}}`]: '0+0x9 2+0x120 0+0x60' },
    labels: ofVault,
    quiet: 60,
    fires: 75,
    clears: 135,
  },
  RateHeadroom: {
    series: {
      [`vaultwright_nav_headroom_ratio{${indexer},${vaultLabels},side="lower"}`]:
        '0.2+0x9 -0.3+0x120 1+0x60',
      [`vaultwright_nav_headroom_ratio{${indexer},${vaultLabels},side="upper"}`]: '2+0x200',
    },
    labels: { ...ofVault, side: 'lower' },
    quiet: 60,
    fires: 75,
    clears: 135,
  },
  AllowanceUnlimited: {
    series: { [`vaultwright_index_unlimited_allowances{${indexer},${vaultLabels}}`]: passing },
    labels: ofVault,
    ...after(10),
  },
  DigestForeign: {
    series: { [`vaultwright_index_foreign_digests{${indexer},${vaultLabels}}`]: passing },
    labels: ofVault,
    ...after(10),
  },
  SafeEntryNo: {
    series: {
      [`vaultwright_safe_entries{${indexer},${safeLabels},state="awaiting",answer="no"}`]: passing,
      // What can no longer run is no alert.
      [`vaultwright_safe_entries{${indexer},${safeLabels},state="dead",answer="no"}`]: '1+0x200',
    },
    labels: ofSafe,
    ...after(0),
  },
  SafeReadyUnproven: {
    series: {
      [`vaultwright_safe_entries{${indexer},${safeLabels},state="ready",answer="conditional"}`]:
        passing,
      [`vaultwright_safe_entries{${indexer},${safeLabels},state="ready",answer="yes"}`]: '1+0x200',
    },
    labels: ofSafe,
    ...after(0),
  },
  SafeHashDiffers: {
    series: {
      [`vaultwright_safe_entries{${indexer},${safeLabels},state="unverifiable",answer="incomplete"}`]:
        passing,
    },
    labels: ofSafe,
    ...after(0),
  },
  SafeEntryHidden: {
    series: {
      [`vaultwright_safe_finding_total{${indexer},${safeLabels},code="hidden"}`]: '0+0x10 1+0x200',
    },
    labels: { ...ofSafe, code: 'hidden' },
    quiet: 9,
    fires: 15,
    clears: 40,
  },
  SafeChanged: {
    series: {
      [`vaultwright_safe_finding_total{${indexer},${safeLabels},code="owners_changed"}`]:
        '0+0x10 1+0x200',
    },
    labels: { ...ofSafe, code: 'owners_changed' },
    quiet: 9,
    fires: 15,
    clears: 40,
  },
  // The first count of a process may come without a zero before it.
  SafeExecutedOtherwise: {
    series: {
      [`vaultwright_safe_follow_total{${indexer},${safeLabels},outcome="executed_otherwise"}`]:
        '_x10 1+0x200',
    },
    labels: { ...ofSafe, outcome: 'executed_otherwise' },
    quiet: 9,
    fires: 15,
    clears: 40,
  },
  SafeModuleActed: {
    series: {
      [`vaultwright_execution_unstated_total{${indexer},${vaultLabels},origin="module"}`]:
        '_x10 1+0x200',
      [`vaultwright_execution_unstated_total{${indexer},${vaultLabels},origin="account"}`]:
        '0+1x200',
    },
    labels: { ...ofVault, origin: 'module' },
    quiet: 9,
    fires: 15,
    clears: 40,
  },
  ExecutionUnstated: {
    series: {
      [`vaultwright_execution_unstated_total{${indexer},${vaultLabels},origin="safe"}`]:
        '0+0x10 1+0x200',
      [`vaultwright_execution_unstated_total{${indexer},${vaultLabels},origin="account"}`]:
        '0+1x200',
    },
    labels: { ...ofVault, origin: 'safe' },
    quiet: 9,
    fires: 15,
    clears: 40,
  },
  SafeConflict: {
    series: { [`vaultwright_safe_conflicts{${indexer},${safeLabels}}`]: '0+0x9 1+0x89 0+0x60' },
    labels: ofSafe,
    quiet: 60,
    fires: 75,
    clears: 101,
  },
  SafeServiceUnread: {
    series: {
      [`vaultwright_safe_service_age_seconds{${indexer},${safeLabels},service="queue"}`]:
        '0+60x40 0+0x60',
    },
    labels: { ...ofSafe, service: 'queue' },
    quiet: 14,
    fires: 20,
    clears: 42,
  },
  SafeQuotaLow: {
    series: {
      [`vaultwright_safe_quota_remaining{${indexer},chain="mainnet",service="queue"}`]:
        '1000+0x9 999+0x29 5000+0x60',
      [`vaultwright_safe_quota_limit{${indexer},chain="mainnet",service="queue"}`]: '5000+0x200',
    },
    labels: { chain: 'mainnet', service: 'queue' },
    ...after(0),
  },
  ControlFewerKeys: controlCase('fewer_keys'),
  ControlLessDelay: controlCase('less_delay'),
  ControlNewHolder: controlCase('new_holder'),
  ControlOperationWaiting: controlCase('operation_waiting'),
  ControlDelegatedKey: controlCase('delegated_key'),
  ControlUnknownCode: controlCase('unknown_code'),
  ControlNotComplete: controlCase('not_complete'),
  ControlUnread: {
    series: {
      [`vaultwright_control_read_timestamp_seconds{${indexer},${vaultLabels}}`]:
        '-172200+0x30 1800+0x60',
    },
    labels: ofVault,
    quiet: 9,
    fires: 15,
    clears: 40,
  },
  ValuesRevised: {
    series: {
      [`vaultwright_index_revisions_total{${indexer},chain="mainnet"}`]: '0+0x10 3+0x200',
    },
    labels: { chain: 'mainnet' },
    quiet: 9,
    fires: 15,
    clears: 80,
  },
  BackupOld: {
    series: { [`vaultwright_backup_timestamp_seconds{${indexer}}`]: '0+0x1600 96000+0x200' },
    labels: {},
    quiet: 1_559,
    fires: 1_575,
    clears: 1_602,
  },
  TasksFail: {
    series: {
      [`vaultwright_index_tasks_total{${indexer},kind="vault.daily",outcome="done"}`]: '0+1x300',
      [`vaultwright_index_tasks_total{${indexer},kind="vault.daily",outcome="failed"}`]:
        '0+0x9 0+20x89 1780+0x200',
    },
    labels: { kind: 'vault.daily' },
    quiet: 15,
    fires: 80,
    clears: 140,
  },
  PricesFail: {
    series: {
      [`vaultwright_price_failures_total{${indexer},chain="mainnet",source="feed"}`]:
        '0+0x9 0+1x89 89+0x600',
    },
    labels: { chain: 'mainnet', source: 'feed' },
    quiet: 30,
    fires: 90,
    clears: 480,
  },
  NodeFails: {
    series: {
      [`vaultwright_rpc_round_trips_total{${indexer},chain="mainnet"}`]: '0+10x200',
      [`vaultwright_rpc_failures_total{${indexer},chain="mainnet"}`]: rising(5),
    },
    labels: { chain: 'mainnet' },
    quiet: 9,
    fires: 35,
    clears: 55,
  },
  BudgetSpent: {
    series: {
      [`vaultwright_rpc_budget{${indexer},chain="mainnet"}`]: '600+0x300',
      [`vaultwright_rpc_budget_left{${indexer},chain="mainnet"}`]: '500+0x9 0+0x109 500+0x100',
    },
    labels: { chain: 'mainnet' },
    quiet: 30,
    fires: 100,
    clears: 130,
  },
  QueueGrows: {
    series: {
      [`vaultwright_queue_tasks{${indexer},state="waiting"}`]: '0+20x300 6000-200x60',
    },
    labels: {},
    quiet: 60,
    fires: 280,
    clears: 350,
  },
}
