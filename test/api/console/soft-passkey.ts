import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** A passkey in memory, which answers as an authenticator does and lies where a test asks it to. */
export type SoftPasskey = {
  readonly id: string
  /** The answer to the options of a registration. */
  readonly create: (options: unknown, lies?: PasskeyLies) => Record<string, unknown>
  /** The answer to the options of a sign-in. */
  readonly get: (options: unknown, lies?: PasskeyLies) => Record<string, unknown>
}

/** The lies of an answer. */
export type PasskeyLies = {
  readonly origin?: string
  readonly rpId?: string
  /** Flags of the authenticator's data: 1 user present, 4 user verified. */
  readonly flags?: number
  readonly challenge?: string
}

type Options = {
  readonly challenge: string
  readonly rpId?: string
  readonly rp?: { readonly id: string }
}

/** Makes a passkey whose counter is as given: 0 for one that does not count. */
export function makeSoftPasskey(origin: string, counter: () => number = () => 0): SoftPasskey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(16)
  const id = credentialId.toString('base64url')
  const answer = (type: string, options: unknown, lies: PasskeyLies) => {
    const { challenge, rpId, rp } = options as Options
    const client = {
      type,
      challenge: lies.challenge ?? challenge,
      origin: lies.origin ?? origin,
      crossOrigin: false,
    }
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter())
    const flags = (lies.flags ?? 5) | (type === 'webauthn.create' ? 0x40 : 0)
    const data = [hashOf(lies.rpId ?? rpId ?? rp?.id ?? ''), Buffer.from([flags]), count]
    return { clientData: Buffer.from(JSON.stringify(client)), data: Buffer.concat(data) }
  }
  return {
    id,
    create: (options, lies = {}) => {
      const { clientData, data } = answer('webauthn.create', options, lies)
      const length = Buffer.from([0, credentialId.length])
      const attested = [data, Buffer.alloc(16), length, credentialId, coseOf(publicKey)]
      const authData = Buffer.concat(attested)
      const attestationObject = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([authData.length]),
        authData,
      ])
      return credentialOf(id, { clientDataJSON: clientData, attestationObject })
    },
    get: (options, lies = {}) => {
      const { clientData, data } = answer('webauthn.get', options, lies)
      const signed = Buffer.concat([data, hashOf(clientData)])
      const signature = sign('sha256', signed, privateKey)
      return credentialOf(id, { clientDataJSON: clientData, authenticatorData: data, signature })
    },
  }
}

function credentialOf(id: string, response: Readonly<Record<string, Buffer>>) {
  const parts = Object.entries(response).map(([name, bytes]) => [name, bytes.toString('base64url')])
  return {
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    response: Object.fromEntries(parts),
  }
}

function coseOf(publicKey: ReturnType<typeof generateKeyPairSync>['publicKey']): Buffer {
  const jwk = publicKey.export({ format: 'jwk' }) as { readonly x: string; readonly y: string }
  const x = Buffer.from(jwk.x, 'base64url')
  const y = Buffer.from(jwk.y, 'base64url')
  const head = Buffer.from('a5010203262001215820', 'hex')
  return Buffer.concat([head, x, Buffer.from('225820', 'hex'), y])
}

function hashOf(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest()
}
