import Type from 'typebox'
import { repairRequest, repairResponse } from '../data/index-status.ts'
import { invalidRequest, noParams, type Operation, vaultMissing } from '../field/operation.ts'
import { cursor, pageSize } from '../field/page.ts'
import {
  apiKeyDraft,
  apiKeyMadeResponse,
  apiKeyResponse,
  apiKeysResponse,
  auditResponse,
  userDraft,
  userResponse,
  usersResponse,
  vaultDraft,
  vaultPutResponse,
} from './admin.ts'

const base = { area: 'data', role: 'admin', query: null, body: null } as const
const exact = (...examples: readonly string[]) =>
  Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'Exactly this text', examples }),
  )
const noUser = { status: 404, code: 'user_not_found', when: 'The tenant has no such user' } as const

/** Administration of a tenant, by those of its users who are `admin`. */
export const adminOperations = {
  listUsers: {
    ...base,
    method: 'GET',
    path: '/v1/admin/users',
    summary: 'List users',
    description: 'All users of the tenant, by name.',
    params: noParams,
    response: usersResponse,
    failures: [],
  },
  createUser: {
    ...base,
    method: 'POST',
    path: '/v1/admin/users',
    summary: 'Create a user',
    description: 'A user has a role, which the keys of the user inherit.',
    params: noParams,
    body: userDraft,
    response: userResponse,
    failures: [
      { status: 409, code: 'user_exists', when: 'The tenant has a user of this name' },
      invalidRequest,
    ],
  },
  deactivateUser: {
    ...base,
    method: 'POST',
    path: '/v1/admin/users/{user_id}/deactivate',
    summary: 'Deactivate a user',
    description: 'The keys of the user stop authenticating at once.',
    params: Type.Object({ user_id: Type.String({ maxLength: 64 }) }),
    response: userResponse,
    failures: [
      noUser,
      {
        status: 409,
        code: 'last_admin',
        when: 'No active admin of the tenant would hold an active key, the caller included',
      },
    ],
  },
  listKeys: {
    ...base,
    method: 'GET',
    path: '/v1/admin/keys',
    summary: 'List API keys',
    description: 'All keys of the tenant, also revoked ones, newest first; never their text.',
    params: noParams,
    response: apiKeysResponse,
    failures: [],
  },
  createKey: {
    ...base,
    method: 'POST',
    path: '/v1/admin/keys',
    summary: 'Create an API key',
    description: 'The text of the key is in this answer and nowhere else.',
    params: noParams,
    body: apiKeyDraft,
    response: apiKeyMadeResponse,
    failures: [
      noUser,
      { status: 409, code: 'too_many_keys', when: 'The user holds 10 active keys already' },
      { status: 409, code: 'user_inactive', when: 'The user is deactivated' },
      invalidRequest,
    ],
  },
  revokeKey: {
    ...base,
    method: 'POST',
    path: '/v1/admin/keys/{key_id}/revoke',
    summary: 'Revoke an API key',
    description: 'The key stops authenticating at once.',
    params: Type.Object({ key_id: Type.String({ maxLength: 64 }) }),
    response: apiKeyResponse,
    failures: [
      { status: 404, code: 'key_not_found', when: 'The tenant has no such key' },
      {
        status: 409,
        code: 'last_admin',
        when: 'It is the last active key of an active admin of the tenant',
      },
    ],
  },
  putVault: {
    ...base,
    method: 'PUT',
    path: '/v1/admin/vaults',
    summary: 'Add or change a vault',
    description: 'The vault as its definition says it; trees, roots and history stay.',
    params: noParams,
    body: vaultDraft,
    response: vaultPutResponse,
    failures: [
      { status: 422, code: 'definition_invalid', when: 'The definition or its lock is not valid' },
      {
        status: 409,
        code: 'deployment_in_use',
        when: 'The definition leaves out a chain that has roots or history',
      },
      invalidRequest,
    ],
  },
  repairIndex: {
    ...base,
    method: 'POST',
    path: '/v1/admin/index/repair',
    summary: 'Try failed work of the index again',
    description:
      'Forgets failures of a vault, parked ones too, so that the index tries their work again with its next pass. `from` and `to` choose days.',
    params: noParams,
    body: repairRequest,
    response: repairResponse,
    failures: [vaultMissing, invalidRequest],
  },
  listAudit: {
    ...base,
    method: 'GET',
    path: '/v1/admin/audit',
    summary: 'Audit log',
    description: 'Administrative acts in the tenant, newest first.',
    params: noParams,
    query: Type.Object(
      {
        actor: exact('key:key_3Hs8'),
        act: exact('key.create'),
        subject: exact(),
        cursor,
        page_size: pageSize,
      },
      { additionalProperties: false },
    ),
    response: auditResponse,
    failures: [invalidRequest],
  },
} as const satisfies Readonly<Record<string, Operation>>
