import { expect, test } from 'vitest'
import { strategistOf } from './strategist.ts'

const [main, second] = [
  { name: 'main', address: `0x${'aB'.repeat(20)}` },
  { name: 'second', address: null },
] as const

test('default: the only one, or the one that is named', () => {
  expect(strategistOf([main], null)).toBe(main)
  expect(strategistOf([main, second], 'second')).toBe(second)
  expect(strategistOf([main, second], main.address.toLowerCase())).toBe(main)
})

test('error: AmbiguousStrategistError where several could be meant', () => {
  const ambiguous = expect.objectContaining({ code: 'ambiguous_strategist' })
  expect(() => strategistOf([main, second], null)).toThrow(ambiguous)
  expect(() => strategistOf([main, { ...second, name: 'main' }], 'main')).toThrow(ambiguous)
})

test('error: UnknownStrategistError where none is', () => {
  const unknown = expect.objectContaining({ code: 'unknown_strategist' })
  expect(() => strategistOf([main], 'other')).toThrow(unknown)
  expect(() => strategistOf([], null)).toThrow(unknown)
})
