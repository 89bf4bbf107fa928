import type { Address } from '@vaultwright/base'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import { printAccount } from './account-name.ts'
import { bookNames, bookProblemOf, nameShapeOf } from './book-name.ts'
import { recordedNames } from './registry-name.ts'

const account: Address = '0x1Ee8Dc89C0Ee0c80CB42b10E1dd3A7fE5b0B04F8'
const letters = [...'abzABZ09 ._-\u202e\u200b<>"(é0аI1lΑ\n']
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...letters) }),
)

test('law: a name of a book shows itself and nothing else: no mark, no direction, no name of the record', () => {
  const shapes = new Set([...recordedNames()].map(nameShapeOf))
  fc.assert(
    fc.property(anyText, (text) => {
      const names = bookNames([{ chainId: 1, address: account, text }], 1)
      if (bookProblemOf(text) !== null) {
        expect(names(account)).toBeNull()
        return
      }
      expect(names(account)).toEqual({ text, source: 'address book' })
      expect(text).not.toMatch(/[<>&"`()[\]{}\p{C}\p{Zl}\p{Zp}]/u)
      expect(text).not.toMatch(/[^\p{Script=Latin}\p{Script=Common}]/u)
      expect(printAccount(account, names, { whole: true })).toBe(
        `${text} (address book) ${account}`,
      )
      expect(shapes.has(nameShapeOf(text))).toBe(false)
    }),
    { numRuns: runsOf(1) },
  )
})

test('refuses: every name of the record, in any letter case and with signs between', () => {
  for (const name of recordedNames()) {
    for (const text of [name, name.toUpperCase(), `${name}.`, name.replace('o', '0')]) {
      expect(bookProblemOf(text), text).not.toBeNull()
    }
  }
})

test.each([
  ['', /1 to 60 characters/],
  ['x'.repeat(61), /has 61/],
  [' Ops', /no space at its ends/],
  ['Ops  Safe', /two spaces/],
  ['<b>Ops</b>', /letters a to z/],
  ['Ops\u202eefas', /letters a to z/],
  ['Oрs', /letters a to z/],
  ['USDC', /published record/],
  ['U5DC', /published record/],
  ['WЕTH', /letters a to z/],
  ['Verified', /published record/],
  ['Address Book', /published record/],
  ['0x1Ee8', /begins like an address/],
  ['Ops (registry)', /letters a to z/],
])('refuses: %j is no name', (text, reason) => {
  expect(bookProblemOf(text)).toMatch(reason)
})

test('golden: names of teams', () => {
  for (const text of [
    'Treasury Safe',
    'Ada',
    'Zoë',
    "Ops' drone #2",
    'curator-1',
    'Risk Team Safe',
  ]) {
    expect([text, bookProblemOf(text)]).toEqual([text, null])
  }
})

test('golden: a name of the chain goes before one of every chain, and another chain has none of it', () => {
  const entries = [
    { chainId: 1, address: account, text: 'Treasury Safe' },
    { chainId: null, address: account, text: 'Ada' },
  ]
  const textOn = (chainId: number | null) => bookNames(entries, chainId)(account)?.text
  expect([1, 10, null].map(textOn)).toEqual(['Treasury Safe', 'Ada', 'Ada'])
})
