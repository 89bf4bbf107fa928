import fc from 'fast-check'
import { expect, test } from 'vitest'
import { joinFamilies, type RouteFamilies } from './family.ts'

const routeOf = (name: string, family: string) => ({ name, answer: async () => family })
const families = {
  evm: {
    getHealth: routeOf('getHealth', 'evm'),
    listRoots: routeOf('listRoots', 'evm'),
    simulate: routeOf('simulate', 'evm'),
  },
  solana: { listRoots: routeOf('listRoots', 'solana') },
} as unknown as RouteFamilies
const routes = new Map(joinFamilies(families).map(({ name, answer }) => [name as string, answer]))
const ask = (name: string, request: object) => routes.get(name)!(request as never)

test('law: the family of the chain in the path answers, and no other spelling is Solana', async () => {
  const chains = fc.oneof(
    fc.constantFrom('solana', 'Solana', 'SOLANA', 'solana-2', 'mainnet'),
    fc.string(),
  )
  await fc.assert(
    fc.asyncProperty(chains, async (chain) => {
      const family = await ask('listRoots', { params: { chain } })
      expect(family).toBe(chain === 'solana' ? 'solana' : 'evm')
    }),
  )
})

test('golden: an operation without an answer for Solana, or without a chain, has one answer', async () => {
  expect([...routes.keys()]).toEqual(['getHealth', 'listRoots', 'simulate'])
  expect(await ask('simulate', { params: { chain: 'solana' } })).toBe('evm')
  expect(await ask('getHealth', { params: {} })).toBe('evm')
})
