import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import { redact, redactDatabaseUrl, redactSecrets } from './redact.ts'

const runs = { numRuns: runsOf(2) }

test('default: of an address only scheme and host stay', () => {
  expect(redact('at https://node.example/v3/k3y failed')).toBe('at https://node.example/… failed')
  expect(redact('postgres://me:pw@db:5432/vaults?sslkey=k3y')).toBe('postgres://db:5432/…')
  expect(redact('connect ECONNREFUSED 127.0.0.1:6379')).toBe('connect ECONNREFUSED 127.0.0.1:6379')
  expect(redact('(http://127.0.0.1:8545)')).toBe('(http://127.0.0.1:8545)')
})

test('behavior: where a password ends that cannot be told, nothing stays', () => {
  for (const url of [
    'redis://:p@ss/w0rd@redis:6379',
    'redis://:p?w0rd@redis:6379',
    'redis://:w0rd',
    'https://node.example/v3/k3y@w0rd',
  ]) {
    expect(redact(url)).not.toMatch(/w0rd|p@|k3y/)
  }
})

test('behavior: shows no password, path or query of any address', () => {
  const secret = fc.stringMatching(/^[A-Za-z0-9@/?#:%!$&*+=~.-]{6,30}$/).map((text) => `Zx9${text}`)
  const url = fc.oneof(
    secret.map((text) => `redis://:${text}@redis.example:6379/0`),
    secret.map((text) => `postgres://me:${text}@db.example/vaults`),
    secret.map((text) => `https://node.example/v3/${text}`),
    secret.map((text) => `wss://node.example?key=${text}`),
  )
  fc.assert(
    fc.property(url, (one) => {
      expect(redact(`connect to ${one} failed`)).not.toContain('Zx9')
    }),
    runs,
  )
})

test('behavior: of an API key only the prefix stays', () => {
  expect(redact('Bearer vw_live_9aB3 at http://api.example:8080/x')).toBe(
    'Bearer vw_live_… at http://api.example:8080/…',
  )
})

test('law: no known secret stays, whatever the text and the secrets hold', () => {
  const piece = fc.string({ minLength: 1, maxLength: 12, unit: 'binary' })
  fc.assert(
    fc.property(fc.array(fc.tuple(piece, piece)), (pairs) => {
      // The mark itself is no secret.
      const secrets = pairs.map(([, secret]) => `${secret}Zx9`)
      secrets.sort((one, other) => other.length - one.length)
      const text = pairs.map(([before], index) => before + secrets[index]).join('')
      const redacted = redactSecrets(text, secrets)
      for (const secret of secrets) expect(redacted).not.toContain(secret)
    }),
    runs,
  )
})

test('behavior: an empty secret strikes nothing out', () => {
  expect(redactSecrets('text', [''])).toBe('text')
  expect(redactSecrets('key a1b2', ['a1b2'], '[API key]')).toBe('key [API key]')
})

test('law: a database is shown without user and password, with host and name', () => {
  const secret = fc.stringMatching(/^[A-Za-z0-9/?#:%!$*+=~.-]{6,30}$/).map((text) => `Zx9${text}`)
  fc.assert(
    fc.property(secret, (password) => {
      for (const url of [
        `postgres://me:${password}@db.example/vaults`,
        `postgres://${password}@db.example/vaults`,
        `postgres://db.example/vaults?password=${encodeURIComponent(password)}`,
      ]) {
        const shown = redactDatabaseUrl(url)
        expect(shown).not.toContain('Zx9')
        expect(shown).toContain('db.example/vaults')
      }
    }),
    runs,
  )
  expect(redactDatabaseUrl('sqlite:/a@b/c.sqlite')).toBe('sqlite:/a@b/c.sqlite')
})
