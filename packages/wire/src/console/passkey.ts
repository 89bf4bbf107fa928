import Type, { type Static } from 'typebox'
import { id } from '../admin/admin.ts'
import { time } from '../field/field.ts'
import { dataOf } from '../field/page.ts'
import { challengeAnswer } from './session.ts'

/** A passkey of the user. */
export const passkey = Type.Object(
  {
    id,
    name: Type.String(),
    is_synced: Type.Boolean({ description: 'Whether a provider copies it to other devices' }),
    created_at: time,
    last_used_at: Type.Union([time, Type.Null()]),
  },
  { title: 'Passkey', additionalProperties: false },
)

/** A passkey that the browser has made. */
export const passkeyDraft = Type.Object(
  {
    ...challengeAnswer.properties,
    name: Type.String({ minLength: 1, maxLength: 200, description: 'To tell passkeys apart' }),
  },
  { title: 'PasskeyDraft', additionalProperties: false },
)

export const passkeyResponse = dataOf(passkey, 'PasskeyResponse')
export const passkeysResponse = Type.Object(
  { data: Type.Array(passkey) },
  { title: 'PasskeyList', additionalProperties: false },
)

/** A passkey of the user. */
export type PasskeyData = Static<typeof passkey>
