import type { Job } from './job.ts'
import { gapsScan } from './jobs/gaps-scan.ts'
import { retention } from './jobs/retention.ts'
import { rootsSync } from './jobs/roots-sync.ts'
import { vaultDaily } from './jobs/vault-daily.ts'
import { vaultPerformance } from './jobs/vault-performance.ts'
import { vaultSnapshot } from './jobs/vault-snapshot.ts'
import type { TaskKind } from './task.ts'

/** Every kind of work, by its name. */
export const jobs: { readonly [Kind in TaskKind]: Job<Kind> } = {
  'roots.sync': rootsSync,
  'vault.snapshot': vaultSnapshot,
  'vault.daily': vaultDaily,
  'vault.performance': vaultPerformance,
  'gaps.scan': gapsScan,
  retention,
}
