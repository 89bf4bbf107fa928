import type { ApiKeyData } from '@vaultwright/wire'
import { expect, test } from 'vitest'
import { activeKeysOf, curlOf, keyText, needsLastFour, timeOr } from './key-text.ts'

const key: ApiKeyData = {
  id: 'k1',
  user_id: 'u1',
  description: 'ci',
  prefix: 'vw_live_ab12',
  last_four: 'wxyz',
  rate_per_minute: null,
  created_at: '2026-01-01T00:00:00Z',
  last_used_at: '2026-01-02T00:00:00Z',
  revoked_at: null,
}

test('default: a key that was used within a day asks for its end before it is revoked', () => {
  const used = Date.parse('2026-01-02T00:00:00Z')
  expect(needsLastFour(key, used + 86_399_000)).toBe(true)
  expect(needsLastFour(key, used + 86_400_000)).toBe(false)
  expect(needsLastFour({ ...key, last_used_at: null }, used)).toBe(false)
})

test('golden: what is shown of keys', () => {
  expect(keyText(key)).toBe('vw_live_ab12…wxyz')
  expect(activeKeysOf([key, { ...key, revoked_at: '2026-01-03T00:00:00Z' }])).toBe(1)
  expect(curlOf('vw_live_1', 'https://api.example')).toBe(
    "curl -s -H 'Authorization: Bearer vw_live_1' 'https://api.example/v1/vaults'",
  )
  expect(timeOr(key.last_used_at, 'never')).toBe('2 Jan 2026 00:00 UTC')
  expect(timeOr(null, 'never')).toBe('never')
})
