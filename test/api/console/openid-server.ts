import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An OpenID Connect provider of a test's own, which says of its user what the test says. */
export type OpenIdServer = {
  readonly issuer: string
  /** Signs in: what the browser would be sent back with. */
  readonly visit: (url: string, claims: Readonly<Record<string, unknown>>) => string
  readonly close: () => Promise<void>
}

/** Starts a provider with one client, `console`, whose secret is `secret`. */
export async function startOpenIdServer(): Promise<OpenIdServer> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const codes = new Map<string, { readonly challenge: string; readonly token: string }>()
  const server = createServer((request, response) => {
    const answer = (value: unknown, status = 200) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(value))
    }
    if (request.url === '/.well-known/openid-configuration') {
      return answer({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        id_token_signing_alg_values_supported: ['RS256'],
      })
    }
    if (request.url === '/jwks') {
      return answer({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: '1', alg: 'RS256' }] })
    }
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    return request.on('end', () => {
      const form = new URLSearchParams(body)
      const code = codes.get(form.get('code') ?? '')
      codes.delete(form.get('code') ?? '')
      const verifier = createHash('sha256').update(form.get('code_verifier') ?? '')
      if (code === undefined || verifier.digest('base64url') !== code.challenge) {
        return answer({ error: 'invalid_grant' }, 400)
      }
      return answer({ access_token: 'x', token_type: 'Bearer', id_token: code.token })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    issuer,
    visit: (url, claims) => {
      const params = new URL(url).searchParams
      const now = Math.floor(Date.now() / 1000)
      const payload = {
        iss: issuer,
        aud: 'console',
        iat: now,
        exp: now + 60,
        auth_time: now,
        nonce: params.get('nonce'),
        ...claims,
      }
      const parts = [{ alg: 'RS256', kid: '1' }, payload].map((part) =>
        Buffer.from(JSON.stringify(part)).toString('base64url'),
      )
      const text = parts.join('.')
      const signature = sign('sha256', Buffer.from(text), privateKey).toString('base64url')
      const code = randomBytes(16).toString('hex')
      codes.set(code, {
        challenge: params.get('code_challenge') ?? '',
        token: `${text}.${signature}`,
      })
      return new URLSearchParams({ code, state: params.get('state') ?? '' }).toString()
    },
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
