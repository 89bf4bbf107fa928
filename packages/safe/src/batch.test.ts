import { BaseError, type Hex, printHex } from '@vaultwright/base'
import fc from 'fast-check'
import { getAddress } from 'viem'
import { expect, test } from 'vitest'
import { runsOf } from '../../../test/support/runs.ts'
import {
  buildSafeBatch,
  callsOfBatch,
  parseSafeBatch,
  printSafeBatch,
  SafeBatchChecksumError,
  type SafeBatchParts,
  UnencodedSafeCallError,
} from './batch.ts'
import { batchChecksumOf } from './batch-checksum.ts'
import { SafeBatchSchemaError } from './batch-schema.ts'
import { InvalidSafeCallError, type SafeCall } from './call.ts'

const bytes = (size: number) => fc.uint8Array({ minLength: size, maxLength: size }).map(printHex)
const address = bytes(20).map((account) => getAddress(account))
const uint = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
const call: fc.Arbitrary<SafeCall> = fc.record({
  to: address,
  value: uint,
  data: fc.uint8Array({ maxLength: 80 }).map(printHex),
})
const text = fc.string({ unit: 'grapheme', maxLength: 20 })
const parts: fc.Arbitrary<SafeBatchParts> = fc.record({
  chainId: fc.integer({ min: 1, max: 2 ** 31 }),
  safe: fc.option(address),
  name: text,
  description: text,
  createdAtMs: fc.integer({ min: 0, max: 2 ** 45 }),
  calls: fc.array(call, { maxLength: 4 }),
})

const [safe, timelock, manager] = [
  '0x1F98431c8aD98523631AE4a59f267346ea31F984',
  '0x87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2',
  '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
] as const
/** Written by hand; its checksum is that of the independent rule in `batch-checksum.test.ts`. */
const golden = `{
  "version": "1.0",
  "chainId": "1",
  "createdAt": 1750000000000,
  "meta": {
    "name": "Set two roots",
    "description": "strategist and the Manager itself, für heute",
    "txBuilderVersion": "1.18.2",
    "createdFromSafeAddress": "${safe}",
    "createdFromOwnerAddress": "",
    "checksum": "0xd25c3c46e000938a2f678a8907cbec44ae78a0054aaf576c04c3b76295432942"
  },
  "transactions": [
    {
      "to": "${timelock}",
      "value": "0",
      "data": "0x8456cb59",
      "contractMethod": null,
      "contractInputsValues": null
    },
    {
      "to": "${manager}",
      "value": "115792089237316195423570985008687907853269984665640564039457584007913129639935",
      "data": "0x",
      "contractMethod": null,
      "contractInputsValues": null
    }
  ]
}
`
const goldenParts: SafeBatchParts = {
  chainId: 1,
  safe,
  name: 'Set two roots',
  description: 'strategist and the Manager itself, für heute',
  createdAtMs: 1_750_000_000_000,
  calls: [
    { to: timelock, value: 0n, data: '0x8456cb59' },
    { to: manager, value: 2n ** 256n - 1n, data: '0x' },
  ],
}

test('default', () => {
  expect(printSafeBatch(buildSafeBatch(goldenParts))).toBe(golden)
  expect(callsOfBatch(parseSafeBatch(golden))).toEqual(goldenParts.calls)
})

test('law: what is printed is read back, with its calls', () => {
  fc.assert(
    fc.property(parts, (some) => {
      const batch = buildSafeBatch(some)
      expect(parseSafeBatch(printSafeBatch(batch))).toEqual(batch)
      expect(callsOfBatch(batch)).toEqual(some.calls)
    }),
  )
})

test('law: a changed character is refused, or changes nothing but the name', () => {
  const nameless = (file: string) => {
    const { meta, ...batchFields } = parseSafeBatch(file)
    return { ...batchFields, meta: { ...meta, name: '' } }
  }
  const character = fc.constantFrom(...'0123456789abcdefABCDEFx"{}[]:, \n\\')
  fc.assert(
    fc.property(parts, fc.nat(), character, (some, place, put) => {
      const file = printSafeBatch(buildSafeBatch(some))
      const index = place % file.length
      const changed = file.slice(0, index) + put + file.slice(index + 1)
      try {
        expect(nameless(changed)).toEqual(nameless(file))
      } catch (error) {
        expect(error).toBeInstanceOf(BaseError)
      }
    }),
    { numRuns: runsOf(10) },
  )
})

test('law: calls in another order are another batch', () => {
  fc.assert(
    fc.property(parts, call, call, (some, one, other) => {
      fc.pre(JSON.stringify([one.to, one.data]) !== JSON.stringify([other.to, other.data]))
      const batch = buildSafeBatch({ ...some, calls: [one, other] })
      const turned = { ...batch, transactions: batch.transactions.toReversed() }
      expect(() => parseSafeBatch(printSafeBatch(turned))).toThrow(SafeBatchChecksumError)
    }),
  )
})

test('behavior: a batch without a Safe names none', () => {
  const { meta } = buildSafeBatch({ ...goldenParts, safe: null })
  expect(meta.createdFromSafeAddress).toBe('')
})

test('behavior: what the file leaves out stays out, and keeps its checksum', () => {
  const plain =
    '{"version":"1.0","chainId":"1","createdAt":0,"meta":{"name":""},"transactions":[{"to":"0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2","value":"1"}]}'
  expect(printSafeBatch(parseSafeBatch(plain))).toBe(
    `${JSON.stringify(JSON.parse(plain), null, 2)}\n`,
  )
  expect(callsOfBatch(parseSafeBatch(plain))).toEqual([{ to: manager, value: 1n, data: '0x' }])
})

test('behavior: a field without a value is printed as null, as its checksum counts it', () => {
  const batch = buildSafeBatch(goldenParts)
  const [first] = batch.transactions
  const absent = { ...batch, transactions: [{ ...first!, contractMethod: undefined }] }
  const meta = { ...batch.meta, checksum: batchChecksumOf(absent) }
  const { transactions } = parseSafeBatch(printSafeBatch({ ...absent, meta }))
  expect(transactions).toEqual([first])
})

test('error: SafeBatchChecksumError names both checksums', () => {
  const changed = golden.replace('"value": "0"', '"value": "1"')
  const stated = JSON.parse(golden).meta.checksum
  expect(refusalOf(changed)).toMatchObject({ code: 'safe_batch_checksum', facts: { stated } })
  expect(refusalOf(golden.replace(/"0x[0-9a-f]{64}"/, '""')).code).toBe('safe_batch_checksum')
})

test.each([
  ['another version', '"1.0"', '"1.1"', 'version'],
  ['a hexadecimal value', '"value": "0"', '"value": "0x0"', 'transactions.0.value'],
  ['a value that is a number', '"value": "0"', '"value": 0', 'transactions.0.value'],
  ['a value with a leading zero', '"value": "0"', '"value": "00"', 'transactions.0.value'],
  ['a value of 257 bits', /"1157\d+"/, `"${2n ** 256n}"`, 'transactions.1.value'],
  ['half a byte', '"0x8456cb59"', '"0x8456cb5"', 'transactions.0.data'],
  ['a wrong letter case', timelock, timelock.replace('B', 'b'), 'transactions.0.to'],
  ['a field that is not known', '"value": "0"', '"value": "0", "operation": 1', 'transactions.0'],
  ['a chain that is a number', '"chainId": "1"', '"chainId": 1', 'chainId'],
  [
    'an input that is a number',
    '"contractInputsValues": null',
    '"contractInputsValues": {"a": 1}',
    'transactions.0.contractInputsValues.a',
  ],
])('error: SafeBatchSchemaError for %s', (_, from, to, path) => {
  const error = refusalOf(golden.replace(from, to))
  expect(error).toBeInstanceOf(SafeBatchSchemaError)
  expect(error).toMatchObject({ code: 'safe_batch_schema', facts: { places: [{ path }] } })
})

test('error: SafeBatchSchemaError for what is not JSON, and for parts that are not a batch', () => {
  expect(refusalOf('{').code).toBe('safe_batch_schema')
  expect(refusalOf('[]').code).toBe('safe_batch_schema')
  expect(() => buildSafeBatch({ ...goldenParts, chainId: 1.5 })).toThrow(SafeBatchSchemaError)
  expect(() => buildSafeBatch({ ...goldenParts, createdAtMs: -1 })).toThrow(SafeBatchSchemaError)
})

test('error: SafeBatchSchemaError for a method that nests without end', () => {
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
  const nested = golden.replace('"contractMethod": null', `"contractMethod": ${deep}`)
  expect(nested).not.toBe(golden)
  expect(() => parseSafeBatch(nested)).toThrow(SafeBatchSchemaError)
})

test('refuses: a file that names a key twice, for readers differ in which they take', () => {
  const file = printSafeBatch(buildSafeBatch(goldenParts))
  const twice = file.replace('"chainId":', '"chainId": "5", "chainId":')
  expect(twice).not.toBe(file)
  const refusal = refusalOf(twice)
  expect(refusal.code).toBe('safe_batch_schema')
  expect(refusal.shortMessage).toContain('"chainId" twice')
})

test('error: UnencodedSafeCallError when a method stands for the calldata', () => {
  const batch = buildSafeBatch(goldenParts)
  const [first] = batch.transactions
  const unencoded = { ...first!, data: null, contractMethod: { name: 'pause' } }
  expect(() => callsOfBatch({ ...batch, transactions: [first!, unencoded] })).toThrow(
    expect.objectContaining({ code: 'unencoded_safe_call', facts: { transaction: 1 } }),
  )
  expect(new UnencodedSafeCallError(1)).toBeInstanceOf(BaseError)
})

test.each([
  ['value', { value: -1n }],
  ['value', { value: 2n ** 256n }],
  ['data', { data: '0x1' as Hex }],
  ['to', { to: '0x11' as Hex }],
])('error: InvalidSafeCallError for a wrong %s', (_, wrong) => {
  const calls = [...goldenParts.calls, { ...goldenParts.calls[0]!, ...wrong }]
  const build = () => buildSafeBatch({ ...goldenParts, calls })
  expect(build).toThrow(InvalidSafeCallError)
  expect(build).toThrow(/^Call 2 cannot be made\. .* Give /)
  expect(build).toThrow(expect.objectContaining({ facts: expect.objectContaining({ call: 2 }) }))
})

function refusalOf(file: string): BaseError {
  try {
    parseSafeBatch(file)
  } catch (error) {
    if (error instanceof BaseError) return error
  }
  throw new Error('it was read')
}
