import Type from 'typebox'
import { apiKeyMadeResponse, apiKeyResponse, userResponse } from '../admin/admin.ts'
import { invalidRequest, noParams } from '../field/operation.ts'
import { type ConsoleOperation, proofNeeded } from './console-operation.ts'
import { inviteDraft, inviteMadeResponse, roleDraft, userAccessResponse } from './invite.ts'
import { ownKeyDraft, ownKeysResponse } from './own-key.ts'

const base = {
  area: 'data',
  params: noParams,
  query: null,
  body: null,
  needsProof: false,
  failures: [],
} as const
const ownSettings = { ...base, role: 'viewer' } as const
const admin = {
  ...base,
  role: 'admin',
  needsProof: true,
  params: Type.Object({ user_id: Type.String({ maxLength: 64 }) }),
} as const
const noUser = { status: 404, code: 'user_not_found', when: 'The tenant has no such user' } as const
const inactive = { status: 409, code: 'user_inactive', when: 'The user is deactivated' } as const
const lastAdmin = {
  status: 409,
  code: 'last_admin',
  when: 'The tenant would have no active admin',
} as const

/** API keys of one's own, and what an admin does with users beside the interface. */
export const settingsOperations = {
  listOwnKeys: {
    ...ownSettings,
    method: 'GET',
    path: '/console/keys',
    summary: "List one's API keys",
    description: 'Also revoked ones, newest first; never their text.',
    response: ownKeysResponse,
  },
  createOwnKey: {
    ...ownSettings,
    method: 'POST',
    path: '/console/keys',
    summary: 'Create an API key',
    description: "It has its user's role. Its text is in this answer and nowhere else.",
    needsProof: true,
    body: ownKeyDraft,
    response: apiKeyMadeResponse,
    failures: [
      proofNeeded,
      { status: 409, code: 'too_many_keys', when: 'The user holds 10 active keys already' },
      { status: 403, code: 'role_needed', when: 'A rate is given, and the user is not an admin' },
      invalidRequest,
    ],
  },
  revokeOwnKey: {
    ...ownSettings,
    method: 'POST',
    path: '/console/keys/{key_id}/revoke',
    summary: "Revoke one of one's API keys",
    description: 'The key stops authenticating at once.',
    params: Type.Object({ key_id: Type.String({ maxLength: 64 }) }),
    response: apiKeyResponse,
    failures: [{ status: 404, code: 'key_not_found', when: 'The user has no such key' }],
  },
  listUserAccess: {
    ...admin,
    method: 'GET',
    path: '/console/users',
    summary: 'List users and their access',
    description: 'All users of the tenant, by name, with passkeys, sessions and keys.',
    needsProof: false,
    params: noParams,
    response: userAccessResponse,
  },
  inviteUser: {
    ...admin,
    method: 'POST',
    path: '/console/users/{user_id}/invite',
    summary: 'Invite a user',
    description: 'A link for one use. Links for the same user that were made before stop working.',
    body: inviteDraft,
    response: inviteMadeResponse,
    failures: [proofNeeded, noUser, inactive, invalidRequest],
  },
  setUserRole: {
    ...admin,
    method: 'POST',
    path: '/console/users/{user_id}/role',
    summary: "Change a user's role",
    description: 'It holds at once, for sessions and keys of the user.',
    body: roleDraft,
    response: userResponse,
    failures: [proofNeeded, noUser, lastAdmin, invalidRequest],
  },
  activateUser: {
    ...admin,
    method: 'POST',
    path: '/console/users/{user_id}/activate',
    summary: 'Activate a user',
    description: 'Passkeys and keys of the user authenticate again; sessions stay ended.',
    response: userResponse,
    failures: [proofNeeded, noUser],
  },
} as const satisfies Readonly<Record<string, ConsoleOperation>>

/** Operations of the interface that, asked by a session, need a proof as recent as those here. */
export const provedOperations: ReadonlySet<string> = new Set(['createKey', 'deactivateUser'])
