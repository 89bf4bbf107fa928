import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { labelsFor, shapeOf } from './rule-shape.ts'

const labels = (packs: string, count: number) => labelsFor(shapeOf({ packs }), count)

describe('labelsFor', () => {
  test('default', () => {
    expect(labels('asset, onBehalfOf', 2)).toEqual(['asset', 'onBehalfOf'])
    expect(labels('asset, onBehalfOf', 3)).toBeNull()
    expect(labels('', 0)).toEqual([])
    expect(labels('', 1)).toBeNull()
  })

  test('behavior: a list gives one label an item, a group one a round', () => {
    expect(labels('recipient, tokens[]', 3)).toEqual(['recipient', 'tokens[0]', 'tokens[1]'])
    expect(labels('recipient, tokens[]', 0)).toBeNull()
    expect(labels('claims[].(user, hi16(to))', 4)).toEqual([
      'claims[0].user',
      'hi16(claims[0].to)',
      'claims[1].user',
      'hi16(claims[1].to)',
    ])
    expect(labels('claims[].(user, token)', 3)).toBeNull()
    expect(labels('users[*i].(users[i], tokens[i])', 4)).toEqual([
      'users[0]',
      'tokens[0]',
      'users[1]',
      'tokens[1]',
    ])
  })

  test('behavior: two lists leave the middle without names', () => {
    expect(labels('user, sys[], yts[], owner', 4)).toEqual(['user', null, null, 'owner'])
  })

  test('behavior: a choice gives both ways, nested ones too', () => {
    const packs = 'receiver, a == 0 ? () : (b > 1 ? (router, yt) : router)'
    expect(labels(packs, 1)).toEqual(['receiver'])
    expect(labels(packs, 2)).toEqual(['receiver', 'router'])
    expect(labels(packs, 3)).toEqual(['receiver', 'router', 'yt'])
    expect(labels(packs, 4)).toBeNull()
    expect(labels('a == 0 ? to : revert Bad', 0)).toBeNull()
    expect(labels('a == 0 ? to : revert Bad', 1)).toEqual(['to'])
  })

  test('behavior: ways of equal length all have a say', () => {
    const packs = 'asset, receiver == 0 ? caller() : receiver'
    expect(labels(packs, 2)).toEqual(['asset', 'caller() or receiver'])
    expect(labels('a == 0 ? (to, x) : (y[], z[])', 2)).toEqual([null, null])
  })

  test('behavior: a name stands for its text, once', () => {
    const shape = shapeOf({ packs: 'inner, to', let: { inner: 'a == 0 ? () : (x, y)' } })
    expect(labelsFor(shape, 1)).toEqual(['to'])
    expect(labelsFor(shape, 3)).toEqual(['x', 'y', 'to'])
    expect(labelsFor(shapeOf({ packs: 'x', let: { x: 'x' } }), 1)).toEqual(['x'])
  })

  test('behavior: as many labels as entries, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'ab,()[]?: .*') }),
        fc.nat(6),
        (packs, count) => {
          const argumentLabels = labels(packs, count)
          expect(argumentLabels === null || argumentLabels.length === count).toBe(true)
        },
      ),
    )
  })

  test('behavior: choices beyond counting fit everything without names', () => {
    const packs = Array.from({ length: 40 }, (_, at) => `a == ${at} ? b : (c, d)`).join(', ')
    expect(labels(packs, 7)).toEqual(Array(7).fill(null))
  })
})
