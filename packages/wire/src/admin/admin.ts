import Type, { type Static } from 'typebox'
import { vaultDetail } from '../data/vault.ts'
import { anything, time } from '../field/field.ts'
import { dataOf, pageOf } from '../field/page.ts'

/** The id of a thing of a tenant. */
export const id = Type.String({ minLength: 1, maxLength: 64 })
/** The role of a user. */
export const role = Type.Enum(['viewer', 'strategist', 'curator', 'admin'])

/** A user of the tenant. */
export const user = Type.Object(
  {
    id,
    name: Type.String(),
    role,
    active: Type.Boolean(),
    created_at: time,
    deactivated_at: Type.Union([time, Type.Null()], {
      description: 'Null while the user is active',
    }),
  },
  { title: 'User', additionalProperties: false },
)

/** A user that is to be made. */
export const userDraft = Type.Object(
  { name: Type.String({ minLength: 1, maxLength: 200 }), role },
  { title: 'UserDraft', additionalProperties: false },
)

const keyFields = {
  id,
  user_id: id,
  description: Type.String(),
  prefix: Type.String(),
  last_four: Type.String(),
  rate_per_minute: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Requests a minute; null where the key has no limit of its own',
  }),
  created_at: time,
  last_used_at: Type.Union([time, Type.Null()], {
    description: 'Written once a minute; null when it was never used',
  }),
  revoked_at: Type.Union([time, Type.Null()], { description: 'Null while the key holds' }),
}

/** The fields of an API key. */
export const apiKey = Type.Object(keyFields, { title: 'ApiKey', additionalProperties: false })

/** A key that is to be made. */
export const apiKeyDraft = Type.Object(
  {
    user_id: id,
    description: Type.Optional(Type.String({ maxLength: 200, default: '' })),
    rate_per_minute: Type.Optional(
      Type.Union([Type.Integer({ minimum: 1, maximum: 1_000_000 }), Type.Null()]),
    ),
  },
  { title: 'ApiKeyDraft', additionalProperties: false },
)

/** A key that was made: its text is shown this once. */
export const apiKeyMade = Type.Object(
  { ...keyFields, key: Type.String({ description: 'The key itself, shown this once' }) },
  { title: 'ApiKeyMade', additionalProperties: false },
)

/** A vault that is to be added or changed, as its definition says. */
export const vaultDraft = Type.Object(
  {
    definition: Type.String({ description: "The vault's definition as text, YAML or JSON" }),
    lock: Type.Optional(
      Type.Union([Type.String(), Type.Null()], { description: 'Its lock file as text' }),
    ),
  },
  { title: 'VaultDraft', additionalProperties: false },
)

/** One administrative act. */
export const auditEntry = Type.Object(
  {
    id: Type.String(),
    at: time,
    actor: Type.String(),
    act: Type.String(),
    subject: Type.String(),
    details: Type.Record(Type.String(), anything),
  },
  { title: 'AuditEntry', additionalProperties: false },
)

export const userResponse = dataOf(user, 'UserResponse')
export const usersResponse = Type.Object(
  { data: Type.Array(user) },
  { title: 'UserList', additionalProperties: false },
)
export const apiKeyResponse = dataOf(apiKey, 'ApiKeyResponse')
export const apiKeysResponse = Type.Object(
  { data: Type.Array(apiKey) },
  { title: 'ApiKeyList', additionalProperties: false },
)
export const apiKeyMadeResponse = dataOf(apiKeyMade, 'ApiKeyMadeResponse')
export const vaultPutResponse = dataOf(vaultDetail, 'VaultPutResponse')
export const auditResponse = pageOf(auditEntry, 'AuditPage')

/** A user of the tenant. */
export type UserData = Static<typeof user>
/** A user that is to be made. */
export type UserDraftRequest = Static<typeof userDraft>
/** The fields of an API key. */
export type ApiKeyData = Static<typeof apiKey>
/** A key that is to be made. */
export type ApiKeyDraftRequest = Static<typeof apiKeyDraft>
/** A key with its text. */
export type ApiKeyMade = Static<typeof apiKeyMade>
/** A vault that is to be added. */
export type VaultDraftRequest = Static<typeof vaultDraft>
/** One administrative act. */
export type AuditData = Static<typeof auditEntry>
