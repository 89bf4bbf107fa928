import type { Hex } from '@vaultwright/base'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readBuiltCode } from './build-artifact.ts'
import { compareCode } from './code-comparison.ts'

const zeros = '00'.repeat(32)
/** Code with two places of one immutable, one of another, and a library. */
const parts = ['6001', `7f${zeros}`, '50', `7f${zeros}`, '5b', `7f${zeros}`, '6005', '73']
const head = parts.join('')
const placeholder = `__$${'ab'.repeat(17)}$__`
const tail = '5b00fe'
const placesOf = (...starts: readonly number[]) =>
  starts.map((start) => ({ start: start, length: 32 }))
const immutableReferences = { 7: placesOf(3, 37), 9: placesOf(71) }
const library = { 'src/L.sol': { L: [{ start: head.length / 2, length: 20 }] } }
const withoutLibrary = `${head.slice(0, -2)}${tail}`
const bare = readBuiltCode(
  { deployedBytecode: { object: `0x${withoutLibrary}`, immutableReferences, linkReferences: {} } },
  null,
)
const linked = readBuiltCode(
  {
    deployedBytecode: {
      object: `0x${head}${placeholder}${tail}`,
      immutableReferences,
      linkReferences: library,
    },
  },
  null,
)
const metadata = (hash: string, version = '000822') =>
  `a264697066735822${'1220'}${hash.repeat(32)}64736f6c6343${version}0033`
const fill = (code: string, one: string, other: string) =>
  `0x${code.slice(0, 6)}${one}${code.slice(70, 74)}${one}${code.slice(138, 142)}${other}${code.slice(206)}` as Hex
const word = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => Buffer.from(bytes).toString('hex'))
const plain = fill(withoutLibrary, '11'.repeat(32), '22'.repeat(32))

test('law: whatever the immutables are, the code is equal, and each value is named', () => {
  fc.assert(
    fc.property(word, word, (one, other) => {
      const comparison = compareCode(fill(withoutLibrary, one, other), bare)
      expect(comparison).toMatchObject({ verdict: 'equal', byte: null, reasons: [] })
      expect(comparison.immutables).toEqual([
        { name: '7', value: `0x${one}`, places: 2 },
        { name: '9', value: `0x${other}`, places: 1 },
      ])
    }),
  )
})

test('law: one byte that is another one, anywhere but in an immutable, is the byte that differs', () => {
  const open = [...Array(32).keys()].flatMap((at) => [3 + at, 37 + at, 71 + at])
  const size = plain.length / 2 - 1
  fc.assert(
    fc.property(fc.nat({ max: size - 1 }), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const bytes = Buffer.from(plain.slice(2), 'hex')
      bytes[at] = bytes[at]! ^ change
      const comparison = compareCode(`0x${bytes.toString('hex')}`, bare)
      if (!open.includes(at)) expect(comparison).toMatchObject({ verdict: 'differs', byte: at })
      // One of two places of the first immutable, or the only one of the second.
      else expect(comparison.verdict).toBe(at >= 71 ? 'equal' : 'differs')
    }),
  )
  expect(compareCode(`${plain}00`, bare)).toMatchObject({ verdict: 'differs', byte: size })
  expect(compareCode(plain.slice(0, -2) as Hex, bare)).toMatchObject({ byte: size - 1 })
})

test('golden: other metadata is another source text, and no other code', () => {
  const build = { ...bare, code: `0x${withoutLibrary}${metadata('aa')}` as Hex }
  const deployed = `${plain}${metadata('bb', '00081c')}` as Hex
  expect(compareCode(deployed, build)).toMatchObject({
    verdict: 'equal_but_metadata',
    deployed: { metadata: { entries: [`ipfs 0x1220${'bb'.repeat(32)}`, 'solc 0.8.28'] } },
    built: { metadata: { entries: [`ipfs 0x1220${'aa'.repeat(32)}`, 'solc 0.8.34'] } },
  })
  expect(compareCode(`${plain}${metadata('aa')}`, build).verdict).toBe('equal')
  expect(compareCode(plain, build).verdict).toBe('equal_but_metadata')
  expect(compareCode(`${plain}${metadata('aa')}`, bare).verdict).toBe('equal_but_metadata')
})

test('refuses: bytes behind the code that only look like metadata', () => {
  for (const behind of [
    `${metadata('aa').slice(0, -4)}0032`,
    `${'5b'.repeat(20)}0014`,
    `a1646970667358${'ff'}${'00'.repeat(20)}0033`,
    `a165${'616263'}${'00'.repeat(10)}0010`,
    `${metadata('aa')}00`,
  ]) {
    expect(compareCode(`${plain}${behind}` as Hex, bare).verdict, behind).toBe('differs')
  }
})

test('golden: a library that the build does not name leaves the answer open', () => {
  const ownAddress = '33'.repeat(20)
  const code = `${head}${ownAddress}${tail}`
  const deployed = fill(code, '11'.repeat(32), '22'.repeat(32))
  const comparison = compareCode(deployed, linked)
  expect(comparison).toMatchObject({
    verdict: 'open',
    byte: null,
    libraries: [{ name: 'src/L.sol:L', value: `0x${ownAddress}`, places: 1 }],
  })
  const changed = `${deployed.slice(0, -2)}ff` as Hex
  expect(compareCode(changed, linked)).toMatchObject({ verdict: 'differs' })
})

test('golden: an artifact without places of immutables is open where only pushed zeros differ', () => {
  const hardhat = readBuiltCode(
    { contractName: 'A', sourceName: 'src/A.sol', deployedBytecode: `0x${withoutLibrary}` },
    null,
  )
  expect(hardhat).toMatchObject({ name: 'src/A.sol:A', immutables: null })
  expect(compareCode(plain, hardhat)).toMatchObject({ verdict: 'open', byte: 3 })
  expect(compareCode(`0x${withoutLibrary}`, hardhat)).toMatchObject({ verdict: 'equal' })
  const changed = `${plain.slice(0, -2)}ff` as Hex
  expect(compareCode(changed, hardhat)).toMatchObject({ verdict: 'differs' })
})

test('golden: solc and a build info name the contract, Foundry and Hardhat hold one', () => {
  const evm = { deployedBytecode: { object: withoutLibrary, immutableReferences } }
  const contracts = {
    'src/A.sol': { A: { evm }, I: { evm: { deployedBytecode: { object: '' } } } },
    'src/B.sol': { B: { evm }, A: { evm } },
  }
  for (const value of [{ contracts }, { output: { contracts }, input: {} }]) {
    expect(readBuiltCode(value, 'src/A.sol:A')).toEqual({ ...bare, name: 'src/A.sol:A' })
    expect(readBuiltCode(value, 'B').name).toBe('src/B.sol:B')
    for (const name of ['A', null, 'C', 'I']) {
      expect(() => readBuiltCode(value, name), String(name)).toThrow(
        expect.objectContaining({ code: 'build_artifact' }),
      )
    }
  }
})

test.each([
  ['nothing', null],
  ['another document', { abi: [] }],
  ['an abstract contract', { deployedBytecode: { object: '0x' } }],
  ['code that is no hex', { deployedBytecode: { object: '0x6g' } }],
  ['half a byte', { deployedBytecode: { object: '0x600' } }],
  ['a placeholder that nothing names', { deployedBytecode: { object: `0x73${placeholder}` } }],
  [
    'an immutable that would cover code',
    {
      deployedBytecode: { object: `0x${withoutLibrary}`, immutableReferences: { 1: placesOf(4) } },
    },
  ],
  [
    'an immutable beyond the code',
    { deployedBytecode: { object: '0x6001', immutableReferences: { 1: placesOf(900) } } },
  ],
  [
    'a library that would cover code',
    {
      deployedBytecode: {
        object: '0x60016002',
        linkReferences: { a: { L: [{ start: 1, length: 1 }] } },
      },
    },
  ],
])('refuses: a build that is %s', (_, value) => {
  expect(() => readBuiltCode(value, null)).toThrow(
    expect.objectContaining({ code: 'build_artifact' }),
  )
})
