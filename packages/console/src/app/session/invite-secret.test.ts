import { expect, test } from 'vitest'
import { hideInviteSecret, inviteSecretOf } from './invite-secret.ts'

test('law: the secret of an invitation is read, and leaves the address', () => {
  const location = { pathname: '/console/invite', search: '', hash: '#abc' }
  const shown: unknown[] = []
  const history = { state: 1, replaceState: (...given: unknown[]) => void shown.push(given) }
  const page = { location, history } as unknown as Window
  expect(inviteSecretOf(page.location)).toBe('abc')
  hideInviteSecret(page)
  expect(shown).toEqual([[1, '', '/console/invite']])
  const plain = { ...page, location: { ...page.location, hash: '' } }
  expect(inviteSecretOf(plain.location)).toBeNull()
  hideInviteSecret(plain)
  expect(shown).toHaveLength(1)
})
