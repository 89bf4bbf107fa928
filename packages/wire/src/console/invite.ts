import Type, { type Static } from 'typebox'
import { id, role, user } from '../admin/admin.ts'
import { time } from '../field/field.ts'
import { dataOf } from '../field/page.ts'
import { passkeyDraft } from './passkey.ts'
import { challenge } from './session.ts'

const secret = Type.String({
  minLength: 1,
  maxLength: 128,
  description: 'What stands in the link behind `#`',
})

/** The secret of an invitation. */
export const inviteSecret = Type.Object(
  { secret },
  { title: 'InviteSecret', additionalProperties: false },
)

/** An invitation that can be accepted, and the question to the browser's passkeys that does so. */
export const invite = Type.Object(
  {
    tenant: Type.String(),
    user: Type.String(),
    role,
    expires_at: time,
    replaces: Type.Integer({
      description: 'Passkeys of the user that this invitation removes; the sessions end, too',
    }),
    ...challenge.properties,
  },
  { title: 'Invite', additionalProperties: false },
)

/** The passkey with which an invitation is accepted. */
export const inviteAnswer = Type.Object(
  { secret, ...passkeyDraft.properties },
  { title: 'InviteAnswer', additionalProperties: false },
)

/** The draft of an invitation: how long it is to hold. */
export const inviteDraft = Type.Object(
  { hours: Type.Optional(Type.Integer({ minimum: 1, maximum: 168, default: 1 })) },
  { title: 'InviteDraft', additionalProperties: false },
)

/** An invitation that was made: its link is shown this once. */
export const inviteMade = Type.Object(
  {
    link: Type.String({ description: 'Good for one use; shown this once' }),
    user_id: id,
    expires_at: time,
  },
  { title: 'InviteMade', additionalProperties: false },
)

/** The role that a user is to have. */
export const roleDraft = Type.Object({ role }, { title: 'RoleDraft', additionalProperties: false })

/** A user, and by what the user gets in. */
export const userAccess = Type.Object(
  {
    ...user.properties,
    passkeys: Type.Integer(),
    sessions: Type.Integer({ description: 'That have not ended' }),
    active_keys: Type.Integer(),
    last_seen_at: Type.Union([time, Type.Null()], {
      description: 'Last use of a session that has not ended; null when there is none',
    }),
  },
  { title: 'UserAccess', additionalProperties: false },
)

export const inviteResponse = dataOf(invite, 'InviteResponse')
export const inviteMadeResponse = dataOf(inviteMade, 'InviteMadeResponse')
export const userAccessResponse = Type.Object(
  { data: Type.Array(userAccess) },
  { title: 'UserAccessList', additionalProperties: false },
)

/** An invitation that can be accepted. */
export type InviteData = Static<typeof invite>
/** A user, and by what the user gets in. */
export type UserAccessData = Static<typeof userAccess>
