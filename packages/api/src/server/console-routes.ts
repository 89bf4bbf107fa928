import { type ConsoleOperationName, consoleOperations, operations } from '@vaultwright/wire'
import type { FastifyInstance } from 'fastify'
import { addOperation } from '../answer/operation-route.ts'
import type { ApiContext } from '../service/context.ts'
import type { ConsoleHandler } from '../session/console-call.ts'
import { answerUnknown } from './failure-handler.ts'
import {
  acceptInvite,
  addPasskey,
  beginPasskey,
  listPasskeys,
  openInvite,
  removePasskey,
} from './routes/console/passkey.ts'
import {
  addReview,
  beginReview,
  getReview,
  getReviewRule,
  setReviewRule,
  setVaultReviewRule,
} from './routes/console/review.ts'
import {
  beginProof,
  beginSignIn,
  endOtherSessions,
  endSession,
  getSession,
  getSignInWays,
  listSessions,
  proveSession,
  signIn,
  signOut,
} from './routes/console/session.ts'
import {
  activateUser,
  createOwnKey,
  inviteUser,
  listOwnKeys,
  listUserAccess,
  revokeOwnKey,
  setUserRole,
} from './routes/console/settings.ts'
import { routes } from './routes.ts'

/** The routes of the console's operations. One without a route does not compile. */
const consoleRoutes: { readonly [Name in ConsoleOperationName]: ConsoleHandler<Name> } = {
  getSignInWays,
  beginSignIn,
  signIn,
  getSession,
  signOut,
  beginProof,
  proveSession,
  openInvite,
  acceptInvite,
  listSessions,
  endOtherSessions,
  endSession,
  listPasskeys,
  beginPasskey,
  addPasskey,
  removePasskey,
  listOwnKeys,
  createOwnKey,
  revokeOwnKey,
  listUserAccess,
  inviteUser,
  setUserRole,
  activateUser,
  getReview,
  beginReview,
  addReview,
  getReviewRule,
  setReviewRule,
  setVaultReviewRule,
}

/** Adds what the console asks: its own operations, and those of the interface under `/console/v1`. */
export function addConsoleOperations(app: FastifyInstance, context: ApiContext): void {
  for (const { name, answer } of Object.values(consoleRoutes)) {
    const operation = consoleOperations[name]
    const access = operation.role === null ? 'open' : 'session'
    addOperation(app, { name, operation, access, answer }, context)
  }
  for (const { name, answer } of routes) {
    const served = { name, operation: operations[name], access: 'session', answer } as const
    addOperation(app, served, context)
  }
  // An address of the interface is never a page of the console.
  for (const path of ['/console/v1', '/console/v1/*']) app.all(path, answerUnknown)
}
