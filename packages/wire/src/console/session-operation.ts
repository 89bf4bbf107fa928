import Type from 'typebox'
import { invalidRequest, noParams } from '../field/operation.ts'
import { type ConsoleOperation, challengeRefused, proofNeeded } from './console-operation.ts'
import { inviteAnswer, inviteResponse, inviteSecret } from './invite.ts'
import { passkeyDraft, passkeyResponse, passkeysResponse } from './passkey.ts'
import {
  challengeAnswer,
  challengeResponse,
  endedResponse,
  sessionOrNullResponse,
  sessionResponse,
  sessionsResponse,
  signInWaysResponse,
} from './session.ts'

const base = {
  area: 'data',
  params: noParams,
  query: null,
  body: null,
  needsProof: false,
  failures: [],
} as const
const open = { ...base, role: null } as const
const ownSession = { ...base, role: 'viewer' } as const
const noInvite = [
  { status: 404, code: 'invite_not_found', when: 'The link is not one of this service' },
  { status: 409, code: 'invite_used', when: 'The link was used' },
  { status: 409, code: 'invite_expired', when: 'The link is too old' },
] as const
const noDomain = {
  status: 409,
  code: 'passkey_domain',
  when: 'The console is open at an address that can have no passkeys, as 127.0.0.1',
} as const

/** Signing in and out, and what is one's own: sessions and passkeys. */
export const sessionOperations = {
  getSignInWays: {
    ...open,
    method: 'GET',
    path: '/console/session/ways',
    summary: 'How to sign in',
    description: 'Which ways to sign in there are at the address that the browser asked.',
    response: signInWaysResponse,
  },
  beginSignIn: {
    ...open,
    method: 'POST',
    path: '/console/session/passkey/challenge',
    summary: 'Begin to sign in',
    description: 'A challenge for any passkey that the browser has for this console.',
    response: challengeResponse,
    failures: [noDomain],
  },
  signIn: {
    ...open,
    method: 'POST',
    path: '/console/session',
    summary: 'Sign in with a passkey',
    description: 'The session is in a cookie that no script can read.',
    body: challengeAnswer,
    response: sessionResponse,
    failures: [challengeRefused, invalidRequest],
  },
  getSession: {
    ...open,
    method: 'GET',
    path: '/console/session',
    summary: 'Who is signed in',
    description: 'User, role, tenant, and how long the session lasts; null without a session.',
    response: sessionOrNullResponse,
  },
  signOut: {
    ...ownSession,
    method: 'DELETE',
    path: '/console/session',
    summary: 'Sign out',
    description: 'The session ends at once.',
    response: endedResponse,
  },
  beginProof: {
    ...ownSession,
    method: 'POST',
    path: '/console/session/proof/challenge',
    summary: 'Begin to prove the session',
    description: "A challenge for the user's passkeys.",
    response: challengeResponse,
    failures: [
      noDomain,
      { status: 409, code: 'no_passkey', when: 'The user has no passkey: sign in anew' },
    ],
  },
  proveSession: {
    ...ownSession,
    method: 'POST',
    path: '/console/session/proof',
    summary: 'Prove the session',
    description: 'For 5 minutes the session may do what asks for a proof.',
    body: challengeAnswer,
    response: sessionResponse,
    failures: [challengeRefused, invalidRequest],
  },
  openInvite: {
    ...open,
    method: 'POST',
    path: '/console/invite/open',
    summary: 'Open an invitation',
    description: 'For whom it is, and the challenge for the passkey that accepts it.',
    body: inviteSecret,
    response: inviteResponse,
    failures: [...noInvite, noDomain, invalidRequest],
  },
  acceptInvite: {
    ...open,
    method: 'POST',
    path: '/console/invite/accept',
    summary: 'Accept an invitation',
    description: "The new passkey replaces the user's others, and the user is signed in with it.",
    body: inviteAnswer,
    response: sessionResponse,
    failures: [...noInvite, challengeRefused, invalidRequest],
  },
  listSessions: {
    ...ownSession,
    method: 'GET',
    path: '/console/sessions',
    summary: "List one's sessions",
    description: 'Those that have not ended, the last seen first.',
    response: sessionsResponse,
  },
  endOtherSessions: {
    ...ownSession,
    method: 'DELETE',
    path: '/console/sessions',
    summary: "End one's other sessions",
    description: 'All but the one that asks end at once.',
    response: endedResponse,
  },
  endSession: {
    ...ownSession,
    method: 'DELETE',
    path: '/console/sessions/{session_id}',
    summary: "End one of one's sessions",
    description: 'It ends at once.',
    params: Type.Object({ session_id: Type.String({ maxLength: 64 }) }),
    response: endedResponse,
    failures: [{ status: 404, code: 'session_not_found', when: 'The user has no such session' }],
  },
  listPasskeys: {
    ...ownSession,
    method: 'GET',
    path: '/console/passkeys',
    summary: "List one's passkeys",
    description: 'The oldest first.',
    response: passkeysResponse,
  },
  beginPasskey: {
    ...ownSession,
    method: 'POST',
    path: '/console/passkeys/challenge',
    summary: 'Begin to add a passkey',
    description: 'A challenge for a passkey that the user does not have yet.',
    needsProof: true,
    response: challengeResponse,
    failures: [proofNeeded, noDomain],
  },
  addPasskey: {
    ...ownSession,
    method: 'POST',
    path: '/console/passkeys',
    summary: 'Add a passkey',
    description: 'Another passkey to sign in with; 20 at most.',
    needsProof: true,
    body: passkeyDraft,
    response: passkeyResponse,
    failures: [
      proofNeeded,
      challengeRefused,
      { status: 409, code: 'too_many_passkeys', when: 'The user has 20 passkeys already' },
      invalidRequest,
    ],
  },
  removePasskey: {
    ...ownSession,
    method: 'DELETE',
    path: '/console/passkeys/{passkey_id}',
    summary: 'Remove a passkey',
    description: 'You can no longer sign in with it. Sessions that it began go on.',
    needsProof: true,
    params: Type.Object({ passkey_id: Type.String({ maxLength: 64 }) }),
    response: passkeyResponse,
    failures: [
      proofNeeded,
      { status: 404, code: 'passkey_not_found', when: 'The user has no such passkey' },
      { status: 409, code: 'last_passkey', when: 'It is the last one of the user' },
    ],
  },
} as const satisfies Readonly<Record<string, ConsoleOperation>>
