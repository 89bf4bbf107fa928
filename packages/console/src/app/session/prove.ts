import { startAuthentication } from '@simplewebauthn/browser'
import { askConsole } from './console-api.ts'

type AuthenticationOptions = Parameters<typeof startAuthentication>[0]['optionsJSON']

/** Asks a passkey of this console; `beginSignIn` for any user's, `beginProof` for those of the session's user. */
export async function answerPasskey(begin: 'beginSignIn' | 'beginProof') {
  const { data } = await askConsole(begin, {})
  const optionsJSON = data.options as unknown as AuthenticationOptions
  const credential = await startAuthentication({ optionsJSON })
  return { challenge_id: data.challenge_id, credential: { ...credential } }
}

/**
 * Does what needs a recent proof. Where the service asks for one, the user shows a passkey, and the
 * work is done again.
 *
 * @param work - asks an operation, by `askConsole` or by the client of the session.
 * @throws what the work throws; what the browser throws when the user turns away.
 */
export async function withProof<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    if (!isProofNeeded(error)) throw error
    await askConsole('proveSession', await answerPasskey('beginProof'))
    return work()
  }
}

function isProofNeeded(error: unknown): boolean {
  const { code, reason } = Object(error) as { readonly code?: unknown; readonly reason?: unknown }
  return code === 'proof_needed' || reason === 'proof_needed'
}
