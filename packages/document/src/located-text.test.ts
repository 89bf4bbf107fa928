import { readLocatedText } from '@vaultwright/document'
import fc from 'fast-check'
import { expect, test } from 'vitest'

test('default: JSON is read as JSON.parse reads it', () => {
  let comparedCount = 0
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: true }), (value) => {
      const text = JSON.stringify(value)
      const parsed = JSON.parse(text, (_, one) =>
        typeof one === 'number' && Number.isInteger(one) && !Number.isSafeInteger(one) ? null : one,
      )
      if (JSON.stringify(parsed) !== text || text.includes('__proto__')) return
      comparedCount++
      const located = readLocatedText(text)
      expect(located.faults).toEqual([])
      expect(JSON.stringify(located.value)).toBe(text)
    }),
  )
  expect(comparedCount).toBeGreaterThan(0)
})

test('behavior: every part is found where it stands, a missing one where it should', () => {
  const text = 'name: Vault\nchains:\n  mainnet:\n    vault: 0x01\n    tokens: [WETH, USDC]\n'
  const { locationOf, value } = readLocatedText(text)
  expect(locationOf(['name'])).toEqual({ line: 1, column: 1 })
  expect(locationOf(['chains', 'mainnet', 'vault'])).toEqual({ line: 4, column: 5 })
  expect(locationOf(['chains', 'mainnet', 'tokens', 1])).toEqual({ line: 5, column: 20 })
  expect(locationOf(['chains', 'mainnet', 'manager'])).toEqual({ line: 3, column: 3 })
  expect(value).toMatchObject({ chains: { mainnet: { vault: '0x01' } } })
})

test('behavior: accounts without quotes and large numbers keep their digits', () => {
  const account = '0x5154E7D283ca50923e35Eb01D9c29ff049dc41B2'
  const { value } = readLocatedText(`a: ${account}\nb: 115792089237316195423570985\nc: 12`)
  expect(value).toEqual({ a: account, b: '115792089237316195423570985', c: 12 })
})

test('behavior: a hundred thousand keys are compared by looking each one up', () => {
  const lines = Array.from({ length: 100_000 }, (_, at) => `key${at}: 1`)
  const text = [...lines, 'key7: 2'].join('\n')
  const { faults } = readLocatedText(text)
  expect(faults).toEqual([{ line: 100_001, column: 1, message: 'Map keys must be unique' }])
})

test.each([
  ['a: [1, 2', 1],
  ['a: {b: 1, "b": 2}', 1],
  ['a:\n  - b: 1\n    b: 2', 3],
  ['a: 1\na: 2', 2],
  ['a: 1\n---\nb: 2', 2],
  [`a: ${'['.repeat(20_000)}`, 1],
  ['a: *b', 1],
  ['a:\n  1: x\n  "1": y', 3],
  ['true: 1\n"true": 2', 2],
  ['a: &key name\nname: 1\n*key : 2', 3],
  ['a: 1\n? {b: 2}\n: 3', 2],
  ['%YAML 1.1\n---\na: 010', 1],
])('error: %j is reported with its line', (text, line) => {
  const { faults, value } = readLocatedText(text)
  expect(value).toBeNull()
  expect(faults[0]?.line).toBe(line)
  expect(faults[0]?.message).not.toMatch(/call stack|parseAllDocuments|stringKeys/)
})
