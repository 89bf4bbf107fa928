import type { AdminKey, AdminUser } from '@vaultwright/operations'
import { expect, test } from 'vitest'
import { plain } from '../../terminal/style.ts'
import { printKeys } from './list.ts'

const user: AdminUser = {
  id: 'user_1',
  name: 'Ann',
  role: 'viewer',
  isActive: true,
  createdAtUnix: 0n,
  deactivatedAtUnix: null,
}
const key: AdminKey = {
  id: 'key_1',
  userId: 'user_1',
  description: '',
  prefix: 'vw_live_1234',
  lastFour: '6789',
  ratePerMinute: null,
  createdAtUnix: 0n,
  lastUsedAtUnix: null,
  revokedAtUnix: null,
}
const gone: AdminUser = { ...user, isActive: false, deactivatedAtUnix: 60n }

test('behavior: a key is active as long as its user is, and revoked in any case', () => {
  const lineOf = (one: AdminKey, whose: AdminUser) => [...printKeys([one], [whose], plain)].join('')
  expect(lineOf(key, user)).toContain('active')
  expect(lineOf(key, gone)).toContain('user deactivated')
  expect(lineOf({ ...key, revokedAtUnix: 60n }, gone)).toContain('revoked 1970-01-01T00:01:00Z')
})
