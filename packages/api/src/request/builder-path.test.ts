import { parseAddress } from '@vaultwright/merkle'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import { readEvmVault, readStrategistRef, readTail } from './builder-path.ts'

const runs = runsOf(3)
const someone = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

test('default: both forms of a tail', () => {
  expect(readTail(`${someone}/aave_v3/supply`)).toEqual({
    strategist: someone,
    route: 'aave_v3/supply',
  })
  expect(readTail('aave_v3/supply')).toEqual({ strategist: null, route: 'aave_v3/supply' })
})

test('behavior: every address and every route come out as they went in', () => {
  const digits = fc.string({
    unit: fc.constantFrom(...'0123456789abcdef'),
    minLength: 40,
    maxLength: 40,
  })
  const route = fc
    .string({ minLength: 1 })
    .filter((text) => !/^(0x[^/]{40}|[^/]{32,44})(\/|$)/.test(text))
  fc.assert(
    fc.property(digits, route, (hex, text) => {
      expect(readTail(`0x${hex}/${text}`)).toEqual({
        strategist: parseAddress(`0x${hex}`),
        route: text,
      })
      expect(readTail(text)).toEqual({ strategist: null, route: text })
    }),
    { numRuns: runs },
  )
})

test('error: RequestInvalidError whatever the 42 characters are, where they are not an address', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 40, maxLength: 40 }), (text) => {
      fc.pre(text.length === 40 && !text.includes('/') && !/^[\da-fA-F]{40}$/.test(text))
      expect(() => readTail(`0x${text}/aave_v3/supply`)).toThrow('not as the schema says')
    }),
    { numRuns: runs },
  )
})

test('error: RequestInvalidError names each part of the path that is wrong', () => {
  const read = () => readEvmVault({ chain: 'ba se', vault_address: '0x12' })
  try {
    read()
    expect.unreachable()
  } catch (error) {
    expect(error).toMatchObject({
      code: 'request_invalid',
      entries: [{ loc: ['path', 'chain'] }, { loc: ['path', 'vault_address'], input: '0x12' }],
    })
  }
  expect(() => readTail('')).toThrow('not as the schema says')
})

test('error: ChainNotServedError whatever the address', () => {
  const path = { chain: 'solana', vault_address: 'So11', strategist_address: someone }
  expect(() => readStrategistRef(path)).toThrow('not served')
})
