import fc from 'fast-check'
import { parseAbiItem, toFunctionSignature } from 'viem'
import { expect, test } from 'vitest'
import {
  AbiTypeError,
  canonicalSignatureOf,
  parseAbiTuple,
  parseSignature,
  printAbiType,
} from './abi-type.ts'

test('default', () => {
  const swap = parseSignature('swap((address to, uint24[2] fees, bytes path)[] steps, uint limit)')
  expect(swap.canonical).toBe('swap((address,uint24[2],bytes)[],uint256)')
  expect(swap.inputs.fields.map(({ name, offset }) => [name, offset])).toEqual([
    ['steps', 0],
    ['limit', 32],
  ])
  expect(swap.inputs.isDynamic).toBe(true)
})

test('behavior: heads are as wide as the static types in them', () => {
  const tuple = parseAbiTuple('(bytes32[32] proof, (uint8, address)[3] pairs, bytes data)')
  expect(tuple.headSize).toBe(32 * 32 + 3 * 64 + 32)
})

test('behavior: names, spaces and places of storage do not count', () => {
  expect(canonicalSignatureOf('fill( tuple(address YT , bytes)[ ] calldata orders,int)')).toBe(
    'fill((address,bytes)[],int256)',
  )
  expect(canonicalSignatureOf('mint()')).toBe('mint()')
})

const word = fc.constantFrom('address', 'bool', 'uint256', 'uint24', 'int128', 'bytes32', 'bytes4')
const type = fc.letrec<{ type: string }>((tie) => ({
  type: fc.oneof(
    { weight: 4, arbitrary: word },
    { weight: 1, arbitrary: fc.constantFrom('bytes', 'string') },
    {
      weight: 1,
      arbitrary: fc.tuple(tie('type'), fc.constantFrom('[]', '[3]')).map((parts) => parts.join('')),
    },
    {
      weight: 1,
      arbitrary: fc
        .array(tie('type'), { minLength: 1, maxLength: 3 })
        .map((parts) => `(${parts.map((part, at) => `${part} field${at}`).join(', ')})`),
    },
  ),
})).type

test('behavior: canonical signatures are those of viem', () => {
  fc.assert(
    fc.property(fc.array(type, { maxLength: 4 }), (types) => {
      const signature = `call(${types.map((one, at) => `${one} argument${at}`).join(', ')})`
      const item = parseAbiItem([`function ${signature}`] as readonly string[])
      expect(canonicalSignatureOf(signature)).toBe(toFunctionSignature(item as never))
      const { inputs } = parseSignature(signature)
      expect(parseAbiTuple(printAbiType(inputs)).headSize).toBe(inputs.headSize)
    }),
  )
})

test.each([
  '',
  'transfer',
  'transfer(',
  'transfer(address',
  'transfer(address to,)',
  'transfer(address to) view',
  '(address)',
  'transfer(adress)',
  'transfer(uint7)',
  'transfer(uint264)',
  'transfer(bytes33)',
  'transfer(bytes0)',
  'transfer(address[-1])',
  'transfer(address[)',
  'transfer(address one two)',
  `deep(${'('.repeat(60)}`,
  `deep(address${'[]'.repeat(9000)})`,
])('error: AbiTypeError %#', (text) => {
  expect(() => canonicalSignatureOf(text)).toThrow(AbiTypeError)
})

test('error: AbiTypeError for what is not a tuple', () => {
  expect(() => parseAbiTuple('address')).toThrow(AbiTypeError)
  expect(() => parseAbiTuple('call(address)')).toThrow(AbiTypeError)
})

test('error: AbiTypeError and never another, whatever the text', () => {
  let refusedCount = 0
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'()[],.a1 uint'.split('')) }), (text) => {
      try {
        canonicalSignatureOf(text)
      } catch (error) {
        refusedCount++
        expect(error).toBeInstanceOf(AbiTypeError)
      }
    }),
  )
  expect(refusedCount).toBeGreaterThan(0)
})
