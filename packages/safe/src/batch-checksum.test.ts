import fc from 'fast-check'
import { type Hex, keccak256, stringToBytes } from 'viem'
import { expect, test } from 'vitest'
import { parseSafeBatch } from './batch.ts'
import { batchChecksumOf } from './batch-checksum.ts'
import type { SafeBatch, SafeJson } from './batch-schema.ts'

/** Written by the transaction builder 1.18.2 itself, checksum and all. */
const written =
  '{"version":"1.0","chainId":"1","createdAt":1761326849944,"meta":{"name":"Transactions Batch","description":"","txBuilderVersion":"1.18.2","createdFromSafeAddress":"0xA77DE01e157f9f57C7c4A326eeE9C4874D0598b6","createdFromOwnerAddress":"","checksum":"0x8b5032f716845c8b08bab3d63dbd9ba92e056f3557793cd041e59b84e16aa989"},"transactions":[{"to":"0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48","value":"0","data":null,"contractMethod":{"inputs":[{"internalType":"address","name":"spender","type":"address"},{"internalType":"uint256","name":"value","type":"uint256"}],"name":"approve","payable":false},"contractInputsValues":{"spender":"0x474e5Ded6b5D078163BFB8F6dBa355C3aA5478C8","value":"100000000000"}}]}'

/** The rule once more, written apart: without recursion, and with another keccak. */
function independentChecksum(batch: SafeBatch): Hex {
  const copy = JSON.parse(JSON.stringify(batch))
  copy.meta.name = null
  delete copy.meta.checksum
  const work: ({ readonly text: string } | { readonly node: SafeJson })[] = [{ node: copy }]
  let out = ''
  for (let top = work.pop(); top !== undefined; top = work.pop()) {
    if ('text' in top) {
      out += top.text
      continue
    }
    const { node } = top
    if (node === null || typeof node !== 'object') {
      out += JSON.stringify(node)
    } else if (Array.isArray(node)) {
      const items = (node as readonly SafeJson[]).flatMap((item) => [{ text: ',' }, { node: item }])
      work.push({ text: ']' }, ...items.slice(1).reverse(), { text: '[' })
    } else {
      const fields = new Map(Object.entries(node as { readonly [key: string]: SafeJson }))
      const names = [...fields.keys()].toSorted()
      work.push({ text: '}' })
      for (const name of names.toReversed()) work.push({ text: ',' }, { node: fields.get(name)! })
      work.push({ text: `{${JSON.stringify(names)}` })
    }
  }
  return keccak256(stringToBytes(out))
}

const text = fc.string({ unit: 'grapheme', maxLength: 30 })
const json = fc
  .jsonValue({ maxDepth: 3 })
  .filter((value) => !JSON.stringify(value).includes('__proto__'))
const batches: fc.Arbitrary<SafeBatch> = fc.record({
  version: fc.constant('1.0'),
  chainId: fc.nat().map(String),
  createdAt: fc.nat(),
  meta: fc.record(
    { name: text, description: text, txBuilderVersion: text, checksum: text },
    { requiredKeys: ['name'] },
  ),
  transactions: fc.array(
    fc.record(
      {
        to: fc.constant('0x1111111111111111111111111111111111111111'),
        value: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }).map(String),
        data: fc.constantFrom(null, '0x', '0x8456cb59' as const),
        contractMethod: json as fc.Arbitrary<SafeJson>,
        contractInputsValues: fc.option(fc.dictionary(text, text, { noNullPrototype: true })),
      },
      { requiredKeys: ['to', 'value'] },
    ),
    { maxLength: 4 },
  ),
}) as fc.Arbitrary<SafeBatch>

test('default', () => {
  const batch = parseSafeBatch(written)
  expect(batchChecksumOf(batch)).toBe(batch.meta.checksum)
  expect(independentChecksum(batch)).toBe(batch.meta.checksum)
})

test('law: an independent writing of the rule computes the same', () => {
  fc.assert(
    fc.property(batches, (batch) => {
      expect(batchChecksumOf(batch)).toBe(independentChecksum(batch))
    }),
  )
})

test('behavior: neither name nor checksum counts, everything else does', () => {
  const batch = parseSafeBatch(written)
  const { checksum } = batch.meta
  const { name: _, ...metaFields } = batch.meta
  expect(batchChecksumOf({ ...batch, meta: { ...metaFields, name: 'Another' } })).toBe(checksum)
  expect(batchChecksumOf({ ...batch, meta: { ...batch.meta, checksum: '0x' } })).toBe(checksum)
  expect(batchChecksumOf({ ...batch, meta: { ...batch.meta, description: ' ' } })).not.toBe(
    checksum,
  )
  expect(batchChecksumOf({ ...batch, chainId: '10' })).not.toBe(checksum)
  expect(batchChecksumOf({ ...batch, createdAt: 0 })).not.toBe(checksum)
})

test('behavior: a field without a value counts as null, as in the file that is printed', () => {
  const batch = parseSafeBatch(written)
  const [first] = batch.transactions
  const absent = { ...batch, transactions: [{ ...first!, data: undefined }] }
  expect(batchChecksumOf(absent)).toBe(batch.meta.checksum)
})
