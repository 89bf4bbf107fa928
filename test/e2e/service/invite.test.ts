import { join } from 'node:path'
import { expect, test } from 'vitest'
import { run, scratch } from '../program.ts'

test('default: the first admin is invited by one command, and another user is not made by a slip', () => {
  const env = { DATABASE_URL: `sqlite:${join(scratch(), 'invite.sqlite')}`, PORT: '8090' }
  const ask = (...words: readonly string[]) => {
    const { code, out } = run([...words, '--json'], { env })
    return { code, report: JSON.parse(out) }
  }
  ask('db', 'migrate')
  ask('tenant', 'create', 'acme')
  const { code, report } = ask('user', 'invite', 'alice', '--role', 'admin', '--hours', '2')
  expect([code, report]).toMatchObject([0, { user: 'alice', role: 'admin', tenant: 'acme' }])
  expect(report.link).toMatch(/^http:\/\/localhost:8090\/console\/invite#\w{44}$/)
  expect(ask('user', 'invite', 'alice').report.link).not.toBe(report.link)
  expect(ask('user', 'invite', 'alcie').report.error.code).toBe('user_not_found')
  expect(run(['user', 'invite', 'alice', '--role', 'viewer'], { env }).err).toContain(
    'admin already',
  )
  expect(run(['user', 'invite', 'alice', '--hours', '0'], { env }).code).not.toBe(0)
})
