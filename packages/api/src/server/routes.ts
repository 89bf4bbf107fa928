import type { FastifyInstance } from 'fastify'
import { joinFamilies, type RouteFamilies } from '../answer/family.ts'
import { registerDocument } from '../document/register.ts'
import { addConsole } from '../page/console-route.ts'
import { addSimulationPage } from '../page/simulation.ts'
import { addSimulationProof } from '../page/simulation-proof.ts'
import type { ApiContext } from '../service/context.ts'
import { addProvider } from '../session/provider-route.ts'
import { getSvmPermissionHistory, getSvmPermissions } from '../solana/permission.ts'
import { solanaRoutes } from '../solana/route-list.ts'
import { listAccountNames, putAccountName, removeAccountName } from './routes/account-name.ts'
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
  simulate,
} from './routes/builder.ts'
import { getReviewRecord } from './routes/console/review.ts'
import {
  checkControl,
  getControl,
  getControlAct,
  getControlWitness,
  listControlChanges,
} from './routes/control.ts'
import { listExecutions } from './routes/execution.ts'
import { getFinality } from './routes/finality.ts'
import {
  getLatestSnapshot,
  getPerformance,
  listDailyData,
  listSnapshots,
} from './routes/history.ts'
import { getIndexStatus, listRevisions, repairIndex } from './routes/indexing.ts'
import { getRootProof, listPendingRoots, listRootChanges, listRoots } from './routes/root.ts'
import {
  confirmSafeTransaction,
  getSafeAccount,
  getSafeExecution,
  getSafeQueue,
  getSafeTransaction,
  listSafeDelegates,
  listVaultSafes,
  proposeSafeTransaction,
  sendSafeTransaction,
  withdrawSafeProposal,
} from './routes/safe.ts'
import {
  buildLimitOrder,
  buildMarketSwap,
  buildOrderCancellation,
  createSwapQuote,
  getSwapOrder,
  getSwapQuote,
  listOrders,
  listSwapOrders,
  listSwapPairs,
} from './routes/swap.ts'
import { getPendingTree, getTree, pushTree } from './routes/tree.ts'
import { getTreeDiff, getTreeRisk } from './routes/tree-review.ts'
import { getVault, listVaultSummaries, listVaults } from './routes/vault.ts'
import { getWithdrawQueues, listWithdrawRequests } from './routes/withdraw-queue.ts'

/** The routes of the interface's operations, by family of chains. One without a route does not compile. */
const families: RouteFamilies = {
  solana: solanaRoutes,
  evm: {
    getHealth,
    listActions,
    listConstraints,
    execute,
    executeMultiple,
    simulate,
    listVaults,
    getVault,
    listVaultSummaries,
    getLatestSnapshot,
    listSnapshots,
    listRoots,
    listPendingRoots,
    listRootChanges,
    listExecutions,
    getRootProof,
    listRevisions,
    getIndexStatus,
    listDailyData,
    getPerformance,
    getFinality,
    getControl,
    getControlAct,
    listControlChanges,
    getControlWitness,
    checkControl,
    getWithdrawQueues,
    listWithdrawRequests,
    getSvmPermissions,
    getSvmPermissionHistory,
    getTree,
    getPendingTree,
    pushTree,
    getTreeRisk,
    getTreeDiff,
    listSwapPairs,
    createSwapQuote,
    getSwapQuote,
    buildMarketSwap,
    buildLimitOrder,
    listSwapOrders,
    listOrders,
    getSwapOrder,
    buildOrderCancellation,
    getSafeQueue,
    getSafeTransaction,
    getSafeAccount,
    listSafeDelegates,
    listVaultSafes,
    getSafeExecution,
    sendSafeTransaction,
    confirmSafeTransaction,
    getReviewRecord,
    listAccountNames,
    putAccountName,
    removeAccountName,
    proposeSafeTransaction,
    withdrawSafeProposal,
    listUsers,
    createUser,
    deactivateUser,
    listKeys,
    createKey,
    revokeKey,
    putVault,
    repairIndex,
    listAudit,
  },
}

/** The routes that are served. */
export const routes = joinFamilies(families)

/** Adds paths outside of `/v1`, without authentication: documents, pages. */
export type PageRegistration = (app: FastifyInstance, context: ApiContext) => void | Promise<void>

/** Everything outside of `/v1` but health and metrics. */
export const pages: readonly PageRegistration[] = [
  registerDocument,
  addProvider,
  addConsole,
  addSimulationPage,
  addSimulationProof,
]
