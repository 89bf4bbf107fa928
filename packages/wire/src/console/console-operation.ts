import type { Operation, OperationFailure } from '../field/operation.ts'

/** An operation of the web console beside the interface: sessions, passkeys, invitations, its user's keys. */
export type ConsoleOperation = Omit<Operation, 'method' | 'role' | 'failures'> & {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** The least role that may ask; null for those who have no session yet. */
  readonly role: Operation['role'] | null
  /** True if the session must have been proved within the last 5 minutes, by a passkey or the provider. */
  readonly needsProof: boolean
  /** Beside those that every operation has: 401 `session_needed`, 403 `role_needed` and `request_foreign`, 429, 500, 503. */
  readonly failures: readonly ConsoleFailure[]
}

/** A failure that an operation of the console documents. */
export type ConsoleFailure = {
  readonly status: OperationFailure['status'] | 401 | 403
  readonly code: string | null
  readonly when: string
}

/** The failure of an operation whose session was proved too long ago. */
export const proofNeeded: ConsoleFailure = {
  status: 403,
  code: 'proof_needed',
  when: 'The session was not proved within the last 5 minutes: prove it, and ask again',
}

/** The failure of an operation that takes the answer of a passkey. */
export const challengeRefused: ConsoleFailure = {
  status: 401,
  code: 'passkey_refused',
  when: 'The passkey is unknown, its answer is wrong, or the challenge is used or older than 5 minutes',
}
