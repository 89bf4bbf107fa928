import Type, { type Static } from 'typebox'
import { id, role } from '../admin/admin.ts'
import { anything, time } from '../field/field.ts'
import { dataOf } from '../field/page.ts'

/** Base58 or base64url, as the service makes them. */
const secret = Type.String({ minLength: 1, maxLength: 128 })

/** The signed-in user. */
export const session = Type.Object(
  {
    user: Type.Object(
      { id, name: Type.String(), role },
      { title: 'SessionUser', additionalProperties: false },
    ),
    tenant: Type.Object(
      { id, name: Type.String() },
      { title: 'SessionTenant', additionalProperties: false },
    ),
    proved_at: Type.String({
      ...time,
      description: 'When the user last proved to be there, by a passkey or the provider',
    }),
    expires_at: Type.String({
      ...time,
      description: 'The end of the session, unless it is used before; 7 days after sign-in at most',
    }),
  },
  { title: 'Session', additionalProperties: false },
)

/** A session in the list of the user's sessions. */
export const sessionEntry = Type.Object(
  {
    id,
    current: Type.Boolean({ description: 'Whether the request came with this session' }),
    user_agent: Type.String(),
    address: Type.String({ description: 'Where it began' }),
    created_at: time,
    last_seen_at: Type.String({ ...time, description: 'Written once a minute' }),
    expires_at: time,
  },
  { title: 'SessionEntry', additionalProperties: false },
)

/** The ways to sign in here. */
export const signInWays = Type.Object(
  {
    passkey: Type.Boolean({
      description: 'Whether this address can have passkeys: a domain or localhost, not 127.0.0.1',
    }),
    passkey_url: Type.String({ description: 'The console at the address that has passkeys' }),
    provider: Type.Union([Type.String(), Type.Null()], {
      description: 'Host of the OpenID Connect provider; null without one',
    }),
  },
  { title: 'SignInWays', additionalProperties: false },
)

/** A question to the browser's passkeys; `options` as the Web Authentication API reads them from JSON. */
export const challenge = Type.Object(
  { challenge_id: secret, options: Type.Record(Type.String(), anything) },
  { title: 'PasskeyChallenge', additionalProperties: false },
)

/** The answer of a passkey, as the Web Authentication API writes it to JSON. */
export const challengeAnswer = Type.Object(
  { challenge_id: secret, credential: Type.Record(Type.String(), anything) },
  { title: 'PasskeyAnswer', additionalProperties: false },
)

/** The number of ended entries. */
const ended = Type.Object(
  { ended: Type.Integer({ minimum: 0 }) },
  { title: 'Ended', additionalProperties: false },
)

export const sessionResponse = dataOf(session, 'SessionResponse')
export const sessionOrNullResponse = dataOf(Type.Union([session, Type.Null()]), 'SessionOrNull')
export const signInWaysResponse = dataOf(signInWays, 'SignInWaysResponse')
export const challengeResponse = dataOf(challenge, 'PasskeyChallengeResponse')
export const endedResponse = dataOf(ended, 'EndedResponse')
export const sessionsResponse = Type.Object(
  { data: Type.Array(sessionEntry) },
  { title: 'SessionList', additionalProperties: false },
)

/** The signed-in user. */
export type SessionData = Static<typeof session>
/** A session in the list of the user's sessions. */
export type SessionEntryData = Static<typeof sessionEntry>
