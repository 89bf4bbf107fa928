import type { RouteFamilies } from '../answer/family.ts'
import { execute, executeMultiple } from './build.ts'
import {
  getLatestSnapshot,
  getPerformance,
  getVault,
  listDailyData,
  listSnapshots,
} from './history.ts'
import { listActions, listConstraints } from './manifest.ts'
import {
  getRootProof,
  listExecutions,
  listPendingRoots,
  listRevisions,
  listRootChanges,
  listRoots,
} from './root.ts'

/** The operations that a vault of Solana answers in its own way. */
export const solanaRoutes: RouteFamilies['solana'] = {
  listActions,
  listConstraints,
  execute,
  executeMultiple,
  getVault,
  getLatestSnapshot,
  listSnapshots,
  listRoots,
  listPendingRoots,
  listRootChanges,
  listExecutions,
  getRootProof,
  listRevisions,
  listDailyData,
  getPerformance,
}
