import { redactDatabaseUrl } from '@vaultwright/base'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import { configOf } from '../terminal/env.ts'
import { databaseUrlOf } from './option.ts'

const numRuns = runsOf(2)
const terminal = { isTerminal: false, columns: null }
const placeOf = (database: string | undefined, env: Record<string, string>) =>
  databaseUrlOf({ database }, configOf({ stdout: terminal, stderr: terminal }, env))

test('default: the option, then DATABASE_URL, then the folder, then the home of the person', () => {
  const env = { DATABASE_URL: 'postgres://b', VAULTWRIGHT_DATA_DIR: '/data' }
  expect(placeOf('sqlite:a', env)).toBe('sqlite:a')
  expect(placeOf(undefined, env)).toBe('postgres://b')
  expect(placeOf(undefined, { ...env, DATABASE_URL: '' })).toBe('sqlite:/data/vaultwright.sqlite')
  expect(placeOf(undefined, {})).toMatch(
    /^sqlite:.*\/\.local\/share\/vaultwright\/vaultwright\.sqlite$/,
  )
})

test('behavior: a password is never shown', () => {
  const secret = fc.stringMatching(/^[A-Za-z0-9!$%:@/._~-]{12,30}$/).map((text) => `pw${text}`)
  const form = fc.constantFrom<(password: string) => string>(
    (password) => `postgres://user:${password}@host:5432/base`,
    (password) => `postgres://${password}@host/base?sslmode=require`,
    (password) => `postgresql://host/base?user=x&password=${encodeURIComponent(password)}`,
  )
  fc.assert(
    fc.property(secret, form, (password, build) => {
      const shown = redactDatabaseUrl(build(password))
      expect(shown).not.toContain(password)
      expect(shown).not.toContain(encodeURIComponent(password))
      expect(shown).toContain('/base')
    }),
    { numRuns },
  )
  expect(redactDatabaseUrl('sqlite:/a@b/c.sqlite')).toBe('sqlite:/a@b/c.sqlite')
})
