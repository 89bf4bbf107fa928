import { roles } from '@vaultwright/store'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bearerOf, mayAct } from './gate.ts'

test('default: the scheme is read in any case, the token as it is', () => {
  for (const scheme of ['Bearer', 'bearer', 'BEARER', 'bEaReR'])
    for (const name of ['authorization', 'Authorization', 'AUTHORIZATION'])
      expect(bearerOf(['host', 'x', name, `${scheme} vw_live_aB1`])).toBe('vw_live_aB1')
})

test('behavior: whatever is sent, a token is one word of the alphabet or there is none', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'binary', maxLength: 12 }), { maxLength: 4 }),
      (parts) => {
        const token = bearerOf(['authorization', parts.join(' ')])
        expect(token === null || /^[\w\-.~+/]+=*$/.test(token)).toBe(true)
      },
    ),
  )
})

test('behavior: no header, two headers, no token, two tokens and other schemes are none', () => {
  const header = ['authorization', 'Bearer a']
  for (const raw of [
    [],
    [...header, ...header],
    ['authorization', 'Bearer'],
    ['authorization', 'Bearer a b'],
  ])
    expect(bearerOf(raw)).toBe(null)
  for (const value of ['a', 'Basic a', 'Bearer\ta', 'Bearer a,b', 'Bearer "a"', 'Bearerr a'])
    expect(bearerOf(['authorization', value])).toBe(null)
  expect(bearerOf(['x-authorization', 'Bearer a'])).toBe(null)
})

test('behavior: a role may what those before it may', () => {
  for (const [index, role] of roles.entries())
    for (const [needed, minimum] of roles.entries())
      expect(mayAct(role, minimum)).toBe(index >= needed)
})
