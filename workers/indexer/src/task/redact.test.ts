import fc from 'fast-check'
import { expect, test } from 'vitest'
import { redact } from './redact.ts'

const runs = { numRuns: Number(process.env.FUZZ_RUNS ?? 200) }

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

test('behavior: no password, path or query of any address is told', () => {
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
