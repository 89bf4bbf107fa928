import { type Address, type Hex, parseHex, printHex } from '@vaultwright/base'
import fc from 'fast-check'
import { encodePacked, getAddress, toFunctionSelector, keccak256 as viemKeccak } from 'viem'
import { expect, test } from 'vitest'
import { selectorOf } from '../abi/selector.ts'
import {
  buildLeaf,
  digestOf,
  digestsOf,
  InvalidLeafError,
  isSameLeaf,
  type Leaf,
  leafBytesOf,
  packedOf,
} from './leaf.ts'
import { isEmptySlot, isPadding, legacyPaddingLeaf, paddingLeaf } from './padding.ts'

const bytes = (size: number) => fc.uint8Array({ minLength: size, maxLength: size })
const address = bytes(20).map((account) => getAddress(printHex(account)))
const signature = fc.constantFrom(
  'deposit()',
  'approve(address,uint256)',
  'transfer(address,uint256)',
)
const leaf: fc.Arbitrary<Leaf> = fc
  .record({
    decoder: address,
    target: address,
    canSendValue: fc.boolean(),
    signature,
    arguments: fc.array(address, { maxLength: 8 }),
    description: fc.string(),
  })
  .map((parts) => ({ ...parts, selector: selectorOf(parts.signature) }))

test('default', () => {
  fc.assert(
    fc.property(leaf, (one) => {
      const oracle = encodePacked(
        ['address', 'address', 'bool', 'bytes4', 'bytes'],
        [one.decoder, one.target, one.canSendValue, one.selector, packedOf(one)],
      )
      expect(printHex(leafBytesOf(one))).toBe(oracle)
      expect(leafBytesOf(one).length).toBe(45 + 20 * one.arguments.length)
      expect(printHex(digestOf(one))).toBe(viemKeccak(oracle))
    }),
  )
})

test('behavior: a batch of digests is the digests one by one', () => {
  fc.assert(
    fc.property(fc.array(leaf, { maxLength: 20 }), (leaves) => {
      expect(printHex(digestsOf(leaves))).toBe(
        `0x${leaves.map((one) => printHex(digestOf(one)).slice(2)).join('')}`,
      )
    }),
  )
})

test('behavior: any change of a hashed field changes the digest, the description never does', () => {
  const outsider = getAddress(`0x${'5a'.repeat(20)}`)
  fc.assert(
    fc.property(leaf, fc.string(), (one, description) => {
      expect(isSameLeaf(one, { ...one, description })).toBe(true)
      expect(digestOf({ ...one, description })).toEqual(digestOf(one))
      const changed: Leaf[] = [
        { ...one, decoder: outsider },
        { ...one, target: outsider },
        { ...one, canSendValue: !one.canSendValue },
        { ...one, selector: '0x01020304' },
        { ...one, arguments: [...one.arguments, outsider] },
      ]
      for (const leaf of changed) {
        expect(isSameLeaf(one, leaf)).toBe(false)
        expect(digestOf(leaf)).not.toEqual(digestOf(one))
      }
    }),
  )
})

test('behavior: the padding leaf has the digest of the deployed trees', () => {
  expect(printHex(digestOf(paddingLeaf))).toBe(
    '0xa7a0fd846665d92e66be6155c6221b3acd7145ca7c4e4b67a594e4c516969400',
  )
  expect(selectorOf('')).toBe(paddingLeaf.selector)
  expect(isPadding(paddingLeaf)).toBe(true)
  expect(isEmptySlot(paddingLeaf)).toBe(true)
})

test('behavior: legacy padding hashes the decoder and is padding still', () => {
  const decoder = getAddress(`0x${'d0'.repeat(20)}`)
  const legacy = legacyPaddingLeaf(decoder)
  expect(isPadding(legacy)).toBe(true)
  expect(isEmptySlot(legacy)).toBe(false)
  expect(printHex(digestOf(legacy))).toBe(
    viemKeccak(`0x${'d0'.repeat(20)}${'00'.repeat(21)}c5d24601`),
  )
})

test('behavior: selectors are those of viem, remembered or not', () => {
  for (const text of ['approve(address,uint256)', 'deposit()', 'f((uint256,bytes)[],string)']) {
    expect(selectorOf(text)).toBe(toFunctionSelector(text))
    expect(selectorOf(text)).toBe(toFunctionSelector(text))
  }
})

test('behavior: a leaf is built from addresses in any spelling', () => {
  const built = buildLeaf({
    decoder: `0x${'d0'.repeat(20)}`,
    target: '0xC02AAA39B223FE8D0A0E5C4F27EAD9083C756CC2'.replace('0X', '0x'),
    signature: 'approve(address,uint256)',
    arguments: ['0x87870bca3f3fd6335c3f4ce8392d69350b4fa4e2'],
  })
  expect(built).toEqual({
    decoder: getAddress(`0x${'d0'.repeat(20)}`),
    target: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
    canSendValue: false,
    signature: 'approve(address,uint256)',
    selector: '0x095ea7b3',
    arguments: ['0x87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2'],
    description: '',
  })
})

test('error: InvalidLeafError', () => {
  const fields: Partial<Leaf>[] = [
    { decoder: '0x12' },
    { target: `0x${'g'.repeat(40)}` as Address },
    { selector: '0x0102030' as Hex },
    { selector: '0x010203040' as Hex },
    { arguments: [`${'0'.repeat(42)}` as Hex] },
    { arguments: [`0x${'é'.repeat(40)}` as Hex] },
  ]
  for (const field of fields) {
    expect(() => digestOf({ ...paddingLeaf, ...field })).toThrow(InvalidLeafError)
  }
  expect(() => parseHex(packedOf(paddingLeaf))).not.toThrow()
})
