import fc from 'fast-check'
import { encodeAbiParameters, encodeFunctionData, parseAbi, parseAbiParameters } from 'viem'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import { type AbiType, parseAbiTuple, parseSignature } from './abi-type.ts'
import type { AbiValue } from './abi-value.ts'
import { encodeCall, encodeTuple } from './call-encode.ts'

const numRuns = runsOf(2)
const words = ['address', 'bool', 'uint256', 'uint8', 'int24', 'int256', 'bytes32', 'bytes4']

/** Types without names, nested a little. */
const type: fc.Arbitrary<string> = fc.letrec<{ type: string }>((tie) => ({
  type: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(...words, 'bytes', 'string'),
    fc.tuple(tie('type'), fc.constantFrom('[]', '[2]')).map(([inner, tail]) => inner + tail),
    fc.array(tie('type'), { minLength: 1, maxLength: 3 }).map((types) => `(${types.join()})`),
  ),
})).type

const hexOf = (length: number) =>
  fc
    .uint8Array({ minLength: length, maxLength: length })
    .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}` as `0x${string}`)

function arbitraryOf(abi: AbiType): fc.Arbitrary<AbiValue> {
  switch (abi.kind) {
    case 'bytes':
      return abi.name === 'string' ? fc.string({ unit: 'binary' }) : fc.nat(70).chain(hexOf)
    case 'array':
      return fc.array(arbitraryOf(abi.element), {
        minLength: abi.length ?? 0,
        maxLength: abi.length ?? 3,
      })
    case 'tuple':
      return fc.tuple(...abi.fields.map((field) => arbitraryOf(field.type)))
    case 'word':
      return wordOf(abi.name)
  }
}

function wordOf(name: string): fc.Arbitrary<AbiValue> {
  if (name === 'address') return hexOf(20)
  if (name === 'bool') return fc.boolean()
  if (name.startsWith('bytes')) return hexOf(Number(name.slice(5)))
  const isSigned = name.startsWith('int')
  const size = BigInt(name.slice(isSigned ? 3 : 4))
  const half = 1n << (size - 1n)
  return isSigned
    ? fc.bigInt({ min: -half, max: half - 1n })
    : fc.bigInt({ min: 0n, max: 2n * half - 1n })
}

/** Viem takes fields without names as lists, and numbers of up to 48 bits as numbers. */
function forViem(abi: AbiType, value: AbiValue): unknown {
  if (abi.kind === 'array') return (value as AbiValue[]).map((item) => forViem(abi.element, item))
  if (abi.kind === 'tuple') {
    return abi.fields.map((field, index) => forViem(field.type, (value as AbiValue[])[index]!))
  }
  return abi.kind === 'word' && /^u?int(8|24)$/.test(abi.name) ? Number(value) : value
}

test('default: writes the bytes that viem writes', () => {
  const drawn = fc.array(type, { maxLength: 4 }).chain((types) => {
    const tuple = parseAbiTuple(`(${types.join()})`)
    return fc.record({
      types: fc.constant(types),
      tuple: fc.constant(tuple),
      values: arbitraryOf(tuple),
    })
  })
  fc.assert(
    fc.property(drawn, ({ types, tuple, values }) => {
      const expected =
        types.length === 0
          ? '0x'
          : encodeAbiParameters(
              parseAbiParameters(types.join()) as never,
              forViem(tuple, values) as never,
            )
      expect(encodeTuple(tuple, values as readonly AbiValue[])).toBe(expected)
    }),
    { numRuns },
  )
})

test('behavior: encodes a call with its selector', () => {
  const signature = 'supply(address asset, uint256 amount, address onBehalfOf, uint16 referralCode)'
  const account = '0x1111111111111111111111111111111111111111'
  expect(encodeCall(parseSignature(signature), [account, 5n, account, 0n])).toBe(
    encodeFunctionData({
      abi: parseAbi([`function ${signature}`] as never),
      args: [account, 5n, account, 0] as never,
    } as never),
  )
})

test.each([
  ['uint16', 65536n],
  ['uint256', -1n],
  ['int24', 8388608n],
  ['address', '0x11'],
  ['address', 5n],
  ['bytes4', '0x1111'],
  ['bytes', '0x1'],
  ['bool', 'true'],
  ['uint256[2]', [1n]],
  ['uint256[]', 1n],
  ['(uint256,uint256)', [1n]],
] as const)('error: UnencodableError for a %s of %s', (name, value) => {
  const call = () => encodeCall(parseSignature(`f(${name} amount)`), [value as AbiValue])
  expect(call).toThrowError(expect.objectContaining({ code: 'unencodable' }))
  expect(call).toThrowError(/f\.amount/)
})
