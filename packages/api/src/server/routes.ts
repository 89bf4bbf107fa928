import type { OperationName } from '@vaultwright/wire'
import type { FastifyInstance } from 'fastify'
import type { RouteHandler } from '../answer/route.ts'
import { registerDocument } from '../document/register.ts'
import { addSimulationPage } from '../page/simulation.ts'
import type { ApiContext } from '../service/context.ts'
import {
  createKey,
  createUser,
  deactivateUser,
  listAudit,
  listKeys,
  listUsers,
  putVault,
  revokeKey,
} from './routes/admin.ts'
import {
  execute,
  executeMultiple,
  getHealth,
  listActions,
  listConstraints,
} from './routes/builder.ts'
import {
  getLatestSnapshot,
  getPerformance,
  listDailyData,
  listSnapshots,
} from './routes/history.ts'
import { getPendingTree, getTree, listRoots, pushTree } from './routes/tree.ts'
import { getTreeDiff, getTreeRisk } from './routes/tree-review.ts'
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
  getTreeRisk,
  getTreeDiff,
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
