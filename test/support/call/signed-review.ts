import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { printHex } from '@vaultwright/base'
import { printBase64Url, reviewChallengeOf, reviewHeadOf } from '@vaultwright/check'
import type { ReviewEntryData, ReviewRecordData } from '@vaultwright/wire'

export type Algorithm = 'ES256' | 'EdDSA' | 'RS256'

/** A user with a passkey in memory, whose signatures Node makes: nothing of the code that verifies them. */
export type Reviewer = {
  readonly id: string
  readonly name: string
  readonly publicKey: Uint8Array
  readonly sign: (message: Uint8Array) => Uint8Array
}

const origin = 'https://vaults.example.com'

export function makeReviewer(id: string, name: string, algorithm: Algorithm): Reviewer {
  const { publicKey, privateKey } = pairOf(algorithm)
  const hash = algorithm === 'EdDSA' ? null : 'sha256'
  return {
    id,
    name,
    publicKey: coseOf(publicKey, algorithm),
    sign: (message) => sign(hash, message, privateKey),
  }
}

type Step = readonly [reviewer: Reviewer, act: ReviewEntryData['act'], comment: string]

/** Makes a record of which each entry is signed, a minute after the other. */
export function signEntries(steps: readonly Step[]): ReviewRecordData {
  const subject = { kind: 'packet', hash: `0x${'c'.repeat(64)}` } as const
  let record: ReviewRecordData = { format: 'vaultwright-review-1', subject, entries: [] }
  for (const [index, [reviewer, act, comment]] of steps.entries()) {
    const draft = {
      number: index + 1,
      previous: reviewHeadOf(record),
      act,
      comment,
      version: '1.0.0',
      at: `2026-11-20T12:${String(index).padStart(2, '0')}:00Z`,
      author: { id: reviewer.id, name: reviewer.name },
    }
    const assertion = assertionOf(reviewer, reviewChallengeOf(subject, draft))
    const entry = { ...draft, public_key: printHex(reviewer.publicKey), assertion }
    record = { ...record, entries: [...record.entries, entry] }
  }
  return record
}

function assertionOf(reviewer: Reviewer, challenge: Uint8Array): ReviewEntryData['assertion'] {
  const client = { type: 'webauthn.get', challenge: printBase64Url(challenge), origin }
  const clientData = Buffer.from(JSON.stringify({ ...client, crossOrigin: false }))
  const data = Buffer.concat([hashOf('example.com'), Buffer.from([5, 0, 0, 0, 0])])
  const signature = reviewer.sign(Buffer.concat([data, hashOf(clientData)]))
  const [authenticator_data, client_data_json] = [data, clientData].map(printBase64Url)
  return {
    authenticator_data: authenticator_data!,
    client_data_json: client_data_json!,
    signature: printBase64Url(signature),
  }
}

function pairOf(algorithm: Algorithm) {
  if (algorithm === 'ES256') return generateKeyPairSync('ec', { namedCurve: 'P-256' })
  if (algorithm === 'EdDSA') return generateKeyPairSync('ed25519')
  return generateKeyPairSync('rsa', { modulusLength: 2048 })
}

/** Writes a public key as authenticators do. Source: RFC 9053. */
function coseOf(key: KeyObject, algorithm: Algorithm): Uint8Array {
  const jwk = key.export({ format: 'jwk' })
  const part = (text: string | undefined) => Buffer.from(text ?? '', 'base64url')
  const hex = (text: string) => Buffer.from(text, 'hex')
  if (algorithm === 'ES256') {
    return Buffer.concat([hex('a5010203262001215820'), part(jwk.x), hex('225820'), part(jwk.y)])
  }
  if (algorithm === 'EdDSA') return Buffer.concat([hex('a4010103272006215820'), part(jwk.x)])
  return Buffer.concat([hex('a401030339010020590100'), part(jwk.n), hex('2143'), part(jwk.e)])
}

function hashOf(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest()
}
