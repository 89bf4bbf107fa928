import type { TaskKind } from '../task/task.ts'
import { gapsScan } from './gaps-scan.ts'
import type { Job } from './job.ts'
import { retention } from './retention.ts'
import { rootsSync } from './roots-sync.ts'
import { vaultDaily } from './vault-daily.ts'
import { vaultPerformance } from './vault-performance.ts'
import { vaultSnapshot } from './vault-snapshot.ts'

/** Every kind of work, by its name. */
export const jobs: { readonly [Kind in TaskKind]: Job<Kind> } = {
  'roots.sync': rootsSync,
  'vault.snapshot': vaultSnapshot,
  'vault.daily': vaultDaily,
  'vault.performance': vaultPerformance,
  'gaps.scan': gapsScan,
  retention,
}
