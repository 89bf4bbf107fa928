import { generateKeyPairSync, hash } from 'node:crypto'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { BaseError } from '@vaultwright/base'
import type { Passkey, PasskeyDraft, StoredChallenge } from '@vaultwright/store'
import type { ApiContext } from '../service/context.ts'
import { consoleOriginOf, passkeyHostOf } from './console-origin.ts'

/** Loaded when the first passkey is asked for: a service without a console never needs it. */
const webAuthn = () => import('@simplewebauthn/server')

/** Seconds until an answer comes too late. */
const challengeSeconds = 300n

type PasskeyContext = { readonly context: ApiContext; readonly host: string | undefined }

/** A challenge as the console gives it to a browser. */
type ChallengeForBrowser = {
  readonly challenge_id: string
  readonly options: Record<string, unknown>
}

/** The purpose and user of a challenge, and its content where the answer signs more than a random value. */
type ChallengeUse = Pick<StoredChallenge, 'purpose' | 'user'> & {
  readonly content?: {
    /** The bytes that are signed, base64url. */
    readonly challenge: string
    /** The text that is kept until the answer comes. */
    readonly body: string
  }
}

/** Asks for the answer of a passkey: of any for this console, or of some. @throws {PasskeyDomainError} */
export async function askPasskey(
  { context, host }: PasskeyContext,
  use: ChallengeUse,
  passkeys: readonly Passkey[] = [],
): Promise<ChallengeForBrowser> {
  const options = await (await webAuthn()).generateAuthenticationOptions({
    rpID: passkeyHostOf(context, host),
    userVerification: 'required',
    allowCredentials: passkeys.map(credentialRefOf),
    ...(use.content === undefined
      ? {}
      : { challenge: new Uint8Array(Buffer.from(use.content.challenge, 'base64url')) }),
  })
  return keepChallenge(context, use, { ...options })
}

/** For whom a passkey is to be made. */
type PasskeyHolder = {
  readonly userId: string
  readonly userName: string
  readonly tenantName: string
}

/** Asks for a new passkey that is none of some. @throws {PasskeyDomainError} */
export async function askNewPasskey(
  { context, host }: PasskeyContext,
  use: ChallengeUse,
  holder: PasskeyHolder & { readonly passkeys: readonly Passkey[] },
): Promise<ChallengeForBrowser> {
  const options = await (await webAuthn()).generateRegistrationOptions({
    rpName: 'Vaultwright',
    rpID: passkeyHostOf(context, host),
    userID: new Uint8Array(hash('sha256', `vaultwright user\n${holder.userId}`, 'buffer')),
    userName: holder.userName,
    userDisplayName: `${holder.userName} (${holder.tenantName})`,
    attestationType: 'none',
    excludeCredentials: holder.passkeys.map(credentialRefOf),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return keepChallenge(context, use, { ...options })
}

async function keepChallenge(
  { store }: ApiContext,
  use: ChallengeUse,
  options: Record<string, unknown>,
): Promise<ChallengeForBrowser> {
  const { purpose, user, content } = use
  const body = content?.body ?? String(options.challenge)
  const challenge_id = await store.challenges.create({ purpose, user, body }, challengeSeconds)
  return { challenge_id, options }
}

function credentialRefOf({ credentialId, transports }: Passkey) {
  return { id: credentialId, transports: [...transports] as never[] }
}

/** The answer of a passkey as a browser sent it: anything, until it is verified. */
type GivenAnswer = { readonly challenge_id: string; readonly credential: Record<string, unknown> }

/** An answer to a challenge that is kept, maybe inside of something else. */
type ChallengeAnswer = GivenAnswer & {
  /** Finds the challenge in what was kept, base64url; default: it is what was kept. */
  readonly challengeIn?: (body: string) => string
}

/**
 * Verifies what a passkey answered. An unknown one is verified against a key that signed nothing, so that
 * the refusal takes as long.
 *
 * @param passkey - the passkey that the answer names; null when it is unknown.
 * @returns the challenge that was answered, and the new counter.
 * @throws {PasskeyRefusedError}
 */
export async function verifyAnswer(
  context: ApiContext,
  { challenge_id, credential, challengeIn = (body) => body }: ChallengeAnswer,
  passkey: Passkey | null,
): Promise<{ readonly challenge: StoredChallenge; readonly counter: bigint }> {
  const challenge = await context.store.challenges.take(challenge_id)
  const { origin, passkeyHost } = consoleOriginOf(context)
  const checked = passkey ?? decoy()
  const verified = await (await webAuthn())
    .verifyAuthenticationResponse({
      response: credential as unknown as AuthenticationResponseJSON,
      // Without a challenge the signature is still checked, and nothing is ever signed for this one.
      expectedChallenge: challenge === null ? 'none' : challengeIn(challenge.body),
      expectedOrigin: origin,
      expectedRPID: passkeyHost ?? 'none',
      requireUserVerification: true,
      credential: {
        id: checked.credentialId,
        publicKey: new Uint8Array(checked.publicKey),
        counter: Number(checked.counter),
      },
    })
    .catch(() => null)
  if (challenge === null || passkey === null || verified?.verified !== true) {
    throw new PasskeyRefusedError()
  }
  return { challenge, counter: BigInt(verified.authenticationInfo.newCounter) }
}

/**
 * Verifies a passkey that a browser has made.
 *
 * @returns the challenge that was answered, and the passkey under a name.
 * @throws {PasskeyRefusedError}
 */
export async function verifyNewPasskey(
  context: ApiContext,
  { challenge_id, credential, name }: GivenAnswer & { readonly name: string },
): Promise<{ readonly challenge: StoredChallenge; readonly draft: PasskeyDraft }> {
  const challenge = await context.store.challenges.take(challenge_id)
  const { origin, passkeyHost } = consoleOriginOf(context)
  const verified = await (await webAuthn())
    .verifyRegistrationResponse({
      response: credential as unknown as RegistrationResponseJSON,
      expectedChallenge: challenge?.body ?? 'none',
      expectedOrigin: origin,
      expectedRPID: passkeyHost ?? 'none',
      requireUserVerification: true,
    })
    .catch(() => null)
  if (challenge === null || verified?.verified !== true) throw new PasskeyRefusedError()
  const { credential: newCredential, credentialBackedUp: isSynced } = verified.registrationInfo
  const { id: credentialId, publicKey, counter, transports = [] } = newCredential
  const draft = { credentialId, publicKey, counter: BigInt(counter), transports, isSynced, name }
  return { challenge, draft }
}

type Decoy = Pick<Passkey, 'credentialId' | 'publicKey' | 'counter'>

let decoyKey: Decoy | null = null

/** A key that signed nothing, in COSE: P-256, ES256. */
function decoy(): Decoy {
  if (decoyKey !== null) return decoyKey
  const jwk = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' })
  const [x, y] = [jwk.x, jwk.y].map((part) => Buffer.from(part ?? '', 'base64url'))
  const head = Buffer.from('a5010203262001215820', 'hex')
  const publicKey = Buffer.concat([head, x!, Buffer.from('225820', 'hex'), y!])
  decoyKey = { credentialId: 'decoy', publicKey, counter: 0n }
  return decoyKey
}

/** The answer of a passkey is not accepted; why is not told. */
export class PasskeyRefusedError extends BaseError {
  override readonly code = 'passkey_refused'
  override readonly kind = 'not_permitted'

  constructor() {
    super({
      message: 'The passkey was not accepted. Try again, or ask an admin for a new link.',
    })
  }
}
