import type { Address } from '@vaultwright/base'
import { actionOf, longestList } from '@vaultwright/protocols'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readFact } from './fetch-facts.ts'

const pool = '0x1111111111111111111111111111111111111111'
const coins = actionOf('curve/exchange')!.parameters.coins!
const addressOf = (at: number): Address => `0x${String(at + 1).padStart(40, '0')}`
const readWith = (length: number) =>
  readFact(coins, { pool }, async ({ arguments: [at] }) =>
    Number(at) < length ? addressOf(Number(at)) : null,
  )

test('default: a list is read up to its end, and one that does not end is not known', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(2 * longestList), async (length) => {
      const whole = Array.from({ length }, (_, at) => addressOf(at))
      const isKnown = length > 0 && length < longestList
      expect(await readWith(length)).toEqual(isKnown ? whole : null)
    }),
  )
})

test('behavior: without a chain no fact is found', async () => {
  expect(await readFact(coins, { pool }, null)).toBeNull()
  expect(await readFact(coins, {}, async () => pool)).toBeNull()
})
