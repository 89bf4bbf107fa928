import { expect, test } from 'vitest'
import { draftProblemOf, filterBook } from './book-text.ts'

const entry = {
  chain: 'mainnet',
  address: '0x1Ee8Dc89C0Ee0c80CB42b10E1dd3A7fE5b0B04F8',
  name: 'Treasury Safe',
  named_by: 'user:1',
  named_at: '2026-11-20T12:00:00Z',
}
const everywhere = { ...entry, chain: null, address: `0x${'1'.repeat(40)}`, name: 'Ada' }

test('golden: names are found by words of name, address and chain', () => {
  const namesFor = (text: string) => filterBook([entry, everywhere], text).map(({ name }) => name)
  expect(namesFor('')).toEqual(['Treasury Safe', 'Ada'])
  expect(namesFor('safe MAIN')).toEqual(['Treasury Safe'])
  expect(namesFor('every 0x11')).toEqual(['Ada'])
  expect(namesFor('safe every')).toEqual([])
})

test('refuses: a draft with a wrong address, a name that is none, and a twin of another account', () => {
  const problem = (address: string, name: string) =>
    draftProblemOf({ chain: '', address, name }, [entry])
  expect(problem('', '')).toBeNull()
  expect(problem(entry.address.toLowerCase(), 'treasury safe')).toBeNull()
  expect(problem('0x12', 'Ada')).toMatchObject({ field: 'address' })
  expect(problem(everywhere.address, 'USDC')).toMatchObject({ field: 'name' })
  expect(problem(everywhere.address, 'Trea5ury-Safe')?.message).toContain(entry.address)
})
