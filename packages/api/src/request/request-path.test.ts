import fc from 'fast-check'
import { expect, test } from 'vitest'
import { requestPathOf } from './request-path.ts'

test('law: however a path is spelled, it is the same path', () => {
  const plain = fc.stringMatching(/^\/[\w\-./]{0,40}$/)
  const spelling = fc.infiniteStream(fc.constantFrom('as it is', 'encoded', 'ENCODED'))
  fc.assert(
    fc.property(
      plain,
      spelling,
      fc.constantFrom('', 'http://host', 'HTTPS://a:1'),
      (path, how, at) => {
        const spelled = [...path.slice(1)].map((one) => {
          const hex = one.charCodeAt(0).toString(16).padStart(2, '0')
          const form = how.next().value
          if (form === 'as it is' || one === '/') return one
          return form === 'encoded' ? `%${hex}` : `%${hex.toUpperCase()}`
        })
        for (const end of ['', '?', '?a=/v2', '#', '#/x'])
          expect(requestPathOf(`${at}/${spelled.join('')}${end}`)).toBe(path)
      },
    ),
  )
})

test('behavior: what is not an encoding, and what would end the path, stays', () => {
  for (const path of [
    '/v1/%zz',
    '/v1/a%2fb',
    '/v1/a%3Fb',
    '/v1/a%23',
    '/v1/%2576',
    '/é',
    '/%ff',
    '/%',
  ])
    expect(requestPathOf(path)).toBe(path)
})

test('behavior: the router takes any first character for the slash', () => {
  expect(requestPathOf('*v1/vaults')).toBe('/v1/vaults')
  expect(requestPathOf('*')).toBe('/')
  expect(requestPathOf('http://host')).toBe('/')
})
