import { type Hex, parseHex, printHex } from '@vaultwright/base'
import { keccak256 } from '@vaultwright/merkle'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { oneEntryHeader } from '../../../../test/support/proven/one-entry.ts'
import {
  InvalidStateFileError,
  openStateFile,
  parseStateFile,
  printStateFile,
} from './state-file.ts'
import {
  InvalidWitnessError,
  isWitness,
  openWitness,
  parseWitness,
  printWitness,
} from './witness.ts'

const hexOf = (min: number, max: number): fc.Arbitrary<Hex> =>
  fc.uint8Array({ minLength: min, maxLength: max }).map(printHex)
const account = hexOf(20, 20)
const uint256 = fc.bigInt({ min: 0n, max: (1n << 256n) - 1n })
const pieces = fc.array(hexOf(0, 40), { maxLength: 4 })
const chainId = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
const parts = { chainId, blockHash: hexOf(32, 32), header: hexOf(0, 600), nodes: pieces }
const witnesses = fc.record({
  ...parts,
  hardfork: fc.stringMatching(/^[a-z0-9]{1,32}$/),
  ancestors: pieces,
  codes: pieces,
  request: fc.record({
    from: account,
    to: account,
    data: hexOf(0, 90),
    value: uint256,
    gas: uint256,
    timestamp: uint256,
    vault: fc.oneof(account, fc.constantFrom(null, undefined)),
    watch: fc.array(account, { maxLength: 3 }),
  }),
})

test('law: a witness and a state file come back from their text as they were', () => {
  fc.assert(
    fc.property(witnesses, fc.record(parts), (witness, file) => {
      expect(parseWitness(printWitness(witness))).toEqual(witness)
      expect(printWitness(parseWitness(printWitness(witness)))).toBe(printWitness(witness))
      expect(parseStateFile(printStateFile(file))).toEqual(file)
      expect(isWitness(JSON.parse(printWitness(witness)))).toBe(true)
      expect(isWitness(JSON.parse(printStateFile(file)))).toBe(false)
    }),
  )
})

const word = `0x${'ab'.repeat(32)}` as const
const self = `0x${'11'.repeat(20)}` as const
const file = { chainId: 1, blockHash: word, header: '0xc0', nodes: ['0x01'] } as const
const witness = {
  ...file,
  hardfork: 'prague',
  ancestors: ['0x02'],
  codes: ['0x6000'],
  request: {
    from: self,
    to: self,
    data: '0x',
    value: 0n,
    gas: 21_000n,
    timestamp: 7n,
    vault: self,
    watch: [self],
  },
} as const

/** The text of the witness above with a value at a path, or without what is there. */
function changed(text: string, path: string, value: unknown): string {
  const whole = JSON.parse(text)
  const keys = path.split('.')
  const last = keys.pop()!
  const place = keys.reduce((at, key) => at[key], whole)
  if (value === undefined) delete place[last]
  else place[last] = value
  return JSON.stringify(whole)
}

test.each([
  ['format', 'other', 'format', 'is another one'],
  ['version', 2, 'version', 'is not 1'],
  ['nodes', undefined, 'the file', 'has no nodes'],
  ['more', 1, 'the file', 'has the unknown key "more"'],
  ['chainId', 0, 'chainId', 'is not the id of a chain'],
  ['chainId', '1', 'chainId', 'is not the id of a chain'],
  ['chainId', 1.5, 'chainId', 'is not the id of a chain'],
  ['hardfork', 'Prague', 'hardfork', 'is not the name of a hardfork'],
  ['hardfork', 7, 'hardfork', 'is not the name of a hardfork'],
  ['hardfork', 'a'.repeat(33), 'hardfork', 'is not the name of a hardfork'],
  ['blockHash', `${word}00`, 'blockHash', 'does not have 32 bytes'],
  ['header', '0xc', 'header', 'is not 0x and whole bytes of hex'],
  ['header', 7, 'header', 'is not 0x and whole bytes of hex'],
  ['ancestors', {}, 'ancestors', 'is not a list'],
  ['nodes.0', 'c0', 'nodes[0]', 'is not 0x and whole bytes of hex'],
  ['codes.0', null, 'codes[0]', 'is not 0x and whole bytes of hex'],
  ['request', [], 'request', 'is not an object'],
  ['request', null, 'request', 'is not an object'],
  ['request.watch', undefined, 'request', 'has no watch'],
  ['request.nonce', '1', 'request', 'has the unknown key "nonce"'],
  ['request.from', word, 'request.from', 'does not have 20 bytes'],
  ['request.to', '0x', 'request.to', 'does not have 20 bytes'],
  ['request.vault', word, 'request.vault', 'does not have 20 bytes'],
  ['request.watch.0', word, 'request.watch[0]', 'does not have 20 bytes'],
  ['request.data', 'x', 'request.data', 'is not 0x and whole bytes of hex'],
  ['request.value', 1, 'request.value', 'is not a whole number as text'],
  ['request.value', '-1', 'request.value', 'is not a whole number as text'],
  ['request.gas', '01', 'request.gas', 'is not a whole number as text'],
  ['request.timestamp', '1'.repeat(79), 'request.timestamp', 'is not a whole number as text'],
])('error: InvalidWitnessError for %s %j', (path, value, part, why) => {
  const text = printWitness(witness)
  expect(parseWitness(text)).toEqual(witness)
  const refusal = thrownBy(() => parseWitness(changed(text, path, value)))
  expect(refusal).toBeInstanceOf(InvalidWitnessError)
  expect(refusal).toMatchObject({ facts: { part, why } })
})

test.each([
  ['format', 'other', 'format', 'is not vaultwright-state'],
  ['version', '1', 'version', 'is not 1'],
  ['header', undefined, 'the file', 'has no header'],
  ['blockHash', '0x', 'blockHash', 'does not have 32 bytes'],
  ['nodes', 'x', 'nodes', 'is not a list'],
])('error: InvalidStateFileError for %s %j', (path, value, part, why) => {
  const text = changed(printStateFile(file), path, value)
  const refusal = thrownBy(() => parseStateFile(text))
  expect(refusal).toBeInstanceOf(InvalidStateFileError)
  expect(refusal).toMatchObject({ facts: { part, why } })
})

test('refuses: a text that is no JSON, and more pieces than a file may have', () => {
  expect(() => parseWitness('{')).toThrow('the file is not JSON')
  const most = Array.from({ length: 200_000 }, () => '0x')
  const text = printStateFile(file)
  expect(parseStateFile(changed(text, 'nodes', most)).nodes).toHaveLength(200_000)
  expect(() => parseStateFile(changed(text, 'nodes', [...most, '0x']))).toThrow(
    'nodes has 200001 entries, more than 200000',
  )
})

test('refuses: to open either with the hash of another block than its header has', () => {
  const encoded = oneEntryHeader(keccak256(new Uint8Array(1)))
  const header = printHex(encoded)
  const hash = printHex(keccak256(encoded))
  const headless = { ...witness, header, blockHash: word, ancestors: [] }
  expect(openWitness(headless, hash).header).toMatchObject({ hash, number: 7n, timestamp: 256n })
  expect(openWitness(headless, hash).code(printHex(keccak256(parseHex('0x6000'))))).toEqual(
    parseHex('0x6000'),
  )
  expect(openStateFile({ ...file, header }, hash).header.hash).toBe(hash)
  expect(() => openWitness(headless, word)).toThrow('the header hashes to')
  expect(() => openStateFile({ ...file, header }, word)).toThrow('the header hashes to')
  // What the file says of its hash is not looked at.
  expect(() => openWitness({ ...headless, ancestors: ['0xc0'] }, hash)).toThrow('header')
})

function thrownBy(run: () => unknown): unknown {
  try {
    return run()
  } catch (error) {
    return error
  }
}
