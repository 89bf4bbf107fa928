import type { OperationName } from '@vaultwright/wire'
import type { FastifyInstance } from 'fastify'
import type { RouteHandler } from '../answer/route.ts'
import { registerDocument } from '../document/register.ts'
import { addSimulationPage } from '../page/simulation-route.ts'
import type { ApiContext } from '../service/context.ts'
import { listAudit } from './routes/admin-audit.ts'
import { createKey, listKeys, revokeKey } from './routes/admin-key.ts'
import { createUser, deactivateUser, listUsers } from './routes/admin-user.ts'
import { putVault } from './routes/admin-vault.ts'
import { listActions } from './routes/builder-action.ts'
import { listConstraints } from './routes/builder-constraint.ts'
import { execute } from './routes/builder-execute.ts'
import { executeMultiple } from './routes/builder-execute-multiple.ts'
import { getHealth } from './routes/builder-health.ts'
import { listDailyData } from './routes/daily.ts'
import { getPerformance } from './routes/performance.ts'
import { listRoots } from './routes/root.ts'
import { getLatestSnapshot, listSnapshots } from './routes/snapshot.ts'
import { getPendingTree, getTree, pushTree } from './routes/tree.ts'
import { getVault, listVaults } from './routes/vault.ts'

/** What answers the operations of the interface. One without a route does not compile. */
export const routes: { readonly [Name in OperationName]: RouteHandler<Name> } = {
  getHealth,
  listActions,
  listConstraints,
  execute,
  executeMultiple,
  listVaults,
  getVault,
  getLatestSnapshot,
  listSnapshots,
  listRoots,
  listDailyData,
  getPerformance,
  getTree,
  getPendingTree,
  pushTree,
  listUsers,
  createUser,
  deactivateUser,
  listKeys,
  createKey,
  revokeKey,
  putVault,
  listAudit,
}

/** Adds paths outside of `/v1`, without authentication: documents, pages. */
export type PageRegistration = (app: FastifyInstance, context: ApiContext) => void | Promise<void>

/** Everything outside of `/v1` but health and metrics. */
export const pages: readonly PageRegistration[] = [registerDocument, addSimulationPage]
