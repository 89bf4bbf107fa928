import { expect, test } from 'vitest'
import { parseSignInSearch } from './sign-in-search.ts'

test('refuses: an address to return to that is not a path of this console', () => {
  for (const to of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'x',
    '',
    '/sign-in?to=%2Fvaults',
    '/console/sign-in',
    1,
    null,
  ]) {
    expect(parseSignInSearch({ to })).toEqual({})
  }
  expect(parseSignInSearch({ to: '/vaults/local/0x1?a=b#c' })).toEqual({
    to: '/vaults/local/0x1?a=b#c',
  })
})
