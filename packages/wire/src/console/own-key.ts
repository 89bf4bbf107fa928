import Type from 'typebox'
import { apiKey, apiKeyDraft } from '../admin/admin.ts'

/** An API key that a user makes; a rate only by an admin. */
export const ownKeyDraft = Type.Object(
  {
    description: Type.String({ minLength: 1, maxLength: 200 }),
    rate_per_minute: apiKeyDraft.properties.rate_per_minute,
  },
  { title: 'OwnKeyDraft', additionalProperties: false },
)

export const ownKeysResponse = Type.Object(
  {
    data: Type.Array(apiKey),
    most_active: Type.Integer({ description: 'Keys that may be active at once' }),
  },
  { title: 'OwnKeyList', additionalProperties: false },
)
