import {
  BaseError,
  type Hex,
  InvalidHexError,
  parseHexBatch,
  parseHexRows,
  printHex,
} from '@vaultwright/base'
import { managerAbi } from '@vaultwright/registry'
import fc from 'fast-check'
import { decodeFunctionData, encodeFunctionData, getAddress } from 'viem'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../test/support/runs.ts'
import { UnencodableError } from '../abi/byte-writer.ts'
import {
  CalldataLengthError,
  CalldataOffsetError,
  DirtyCalldataError,
  TrailingCalldataError,
  TruncatedCalldataError,
} from '../abi/calldata-reader.ts'
import type { ManageCall } from '../call/call.ts'
import { CalldataSelectorError, decodeManage, UnevenBatchError } from './manage-decode.ts'
import { encodeManage } from './manage-encode.ts'

const functionName = 'manageVaultWithMerkleVerification'
const hexOf = (size: number) => fc.uint8Array({ minLength: size, maxLength: size }).map(printHex)
const call: fc.Arbitrary<ManageCall> = fc.record({
  proof: fc.array(hexOf(32), { maxLength: 5 }),
  decoder: hexOf(20).map((account) => getAddress(account)),
  target: hexOf(20).map((account) => getAddress(account)),
  // Short ones of any length, and around the length from which bytes are copied another way.
  data: fc
    .oneof(fc.uint8Array({ maxLength: 100 }), fc.uint8Array({ minLength: 500, maxLength: 524 }))
    .map(printHex),
  value: fc.oneof(
    fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
    fc.constantFrom(0n, 2n ** 256n - 1n),
  ),
})
const calls = fc.array(call, { maxLength: 6 })

const listsOf = (batch: readonly ManageCall[]) =>
  [
    batch.map((one) => one.proof),
    batch.map((one) => one.decoder),
    batch.map((one) => one.target),
    batch.map((one) => one.data),
    batch.map((one) => one.value),
  ] as const
const viemOf = (batch: readonly ManageCall[]) =>
  encodeFunctionData({ abi: managerAbi, functionName, args: listsOf(batch) })

const sample: ManageCall[] = [1, 2].map((number) => ({
  proof: [`0x${'aa'.repeat(32)}`, `0x${'bb'.repeat(32)}`],
  decoder: getAddress(`0x${'d0'.repeat(20)}`),
  target: getAddress(`0x${'70'.repeat(20)}`),
  data: '0x095ea7b301',
  value: BigInt(number),
}))

/** Replaces a word of calldata, counted from behind the selector. */
const withWord = (data: Hex, word: number, text: string): Hex =>
  `0x${data.slice(2, 10 + 64 * word)}${text.padStart(64, '0')}${data.slice(10 + 64 * (word + 1))}`

test('law: what was decoded stays what it is when other calldata is decoded, refused ones too', () => {
  // Of any size: memory is lent to small calldata only.
  const large = fc.integer({ min: 0, max: 70_000 }).map((size): ManageCall => {
    return { ...sample[0]!, data: `0x${'ab'.repeat(size)}` }
  })
  fc.assert(
    fc.property(calls, fc.oneof(calls, fc.array(large, { maxLength: 1 })), (first, second) => {
      const decoded = decodeManage(encodeManage(first))
      const reencoded = encodeManage(second)
      expect(decodeManage(reencoded)).toEqual(second)
      expect(() => decodeManage(`${reencoded}00`)).toThrow(TrailingCalldataError)
      expect(decoded).toEqual(first)
    }),
    { numRuns: runsOf(1 / 4) },
  )
})

test('default', () => {
  fc.assert(
    fc.property(calls, (batch) => {
      const data = encodeManage(batch)
      expect(data).toBe(viemOf(batch))
      expect(decodeManage(data)).toEqual(batch)
      const { args } = decodeFunctionData({ abi: managerAbi, data })
      expect(listsOf(decodeManage(data))).toEqual(args)
    }),
  )
})

test('behavior: an empty batch is a batch', () => {
  expect(decodeManage(encodeManage([]))).toEqual([])
  expect(encodeManage([])).toBe(viemOf([]))
})

test('behavior: calldata in upper case says the same', () => {
  const data = encodeManage(sample)
  expect(decodeManage(`0x${data.slice(2).toUpperCase()}`)).toEqual(sample)
})

test('behavior: whatever is decoded encodes to the same bytes, whatever is not is a typed error', () => {
  const mutation = fc.record({
    at: fc.nat({ max: 4000 }),
    byte: fc.integer({ min: 0, max: 255 }),
    kind: fc.constantFrom('set', 'flip', 'cut', 'insert', 'swap', 'huge'),
  })
  let accepted = 0
  let refused = 0
  fc.assert(
    fc.property(calls, fc.array(mutation, { minLength: 1, maxLength: 3 }), (batch, mutations) => {
      let bytes = [...Buffer.from(encodeManage(batch).slice(2), 'hex')]
      for (const { at: request, byte, kind } of mutations) {
        const index = request % Math.max(1, bytes.length)
        const word = 4 + 32 * Math.floor(Math.max(0, index - 4) / 32)
        if (kind === 'set') bytes[index] = byte
        else if (kind === 'flip') bytes[index] = bytes[index]! ^ (1 << (byte % 8))
        else if (kind === 'cut') bytes = bytes.slice(0, index)
        else if (kind === 'insert') bytes.splice(index, 0, byte)
        else if (kind === 'huge') for (let k = 0; k < 32; k++) bytes[word + k] = 255
        else {
          const offset = 4 + 32 * (byte % Math.max(1, Math.floor(bytes.length / 32) - 1))
          const moved = bytes.slice(offset, offset + 32)
          for (let k = 0; k < moved.length && word + k < bytes.length; k++)
            bytes[word + k] = moved[k]!
        }
      }
      const data = printHex(Uint8Array.from(bytes))
      try {
        const decoded = decodeManage(data)
        accepted++
        expect(encodeManage(decoded)).toBe(data)
      } catch (error) {
        if (!(error instanceof BaseError)) throw error
        refused++
        expect(error.code).toMatch(/_calldata$|^calldata_|^uneven_batch$/)
      }
    }),
    { numRuns: runsOf(5) },
  )
  expect(accepted).toBeGreaterThan(0)
  expect(refused).toBeGreaterThan(0)
})

test('behavior: the work of a hostile length is that of the bytes that are there', () => {
  const data = encodeManage([])
  for (const text of ['f'.repeat(64), `8${'0'.repeat(63)}`, 'ffffffff', `1${'0'.repeat(12)}`]) {
    expect(() => decodeManage(withWord(data, 5, text))).toThrow(BaseError)
  }
})

test('error: CalldataSelectorError', () => {
  const data: Hex = `0x21801a99${encodeManage(sample).slice(10)}`
  expect(() => decodeManage(data)).toThrow(CalldataSelectorError)
})

test('error: TruncatedCalldataError', () => {
  const data = encodeManage(sample)
  expect(() => decodeManage('0x')).toThrow(TruncatedCalldataError)
  expect(() => decodeManage(data.slice(0, 100) as Hex)).toThrow(
    expect.objectContaining({ facts: { field: 'arguments', offset: 4, needed: 160, end: 49 } }),
  )
})

test('error: CalldataOffsetError', () => {
  const data = encodeManage(sample)
  // The second head word points at the proofs again.
  expect(() => decodeManage(withWord(data, 1, 'a0'))).toThrow(CalldataOffsetError)
  expect(() => decodeManage(withWord(data, 1, 'a0'))).toThrow(
    expect.objectContaining({
      facts: {
        field: 'decodersAndSanitizers',
        offset: 36,
        expected: 160 + 32 * 9,
        found: `0x${'a0'.padStart(64, '0')}`,
      },
    }),
  )
  expect(() => decodeManage(withWord(data, 0, 'f'.repeat(64)))).toThrow(CalldataOffsetError)
})

test('error: CalldataLengthError', () => {
  const data = encodeManage(sample)
  expect(() => decodeManage(withWord(data, 5, 'f'.repeat(64)))).toThrow(
    expect.objectContaining({
      code: 'calldata_length',
      facts: {
        field: 'manageProofs',
        offset: 4 + 160,
        found: `0x${'f'.repeat(64)}`,
        left: (data.length - 2) / 2 - 4 - 160 - 32,
      },
    }),
  )
  expect(() => decodeManage(withWord(data, 8, 'f'.repeat(64)))).toThrow(CalldataLengthError)
})

test('error: DirtyCalldataError', () => {
  const data = encodeManage(sample)
  const decoders = (4 + 160 + 32 * 9 + 32) / 32
  const word = Math.floor(decoders)
  const decodeDirty = () => decodeManage(withWord(data, word, `1${'d0'.repeat(20)}`))
  expect(decodeDirty).toThrow(DirtyCalldataError)
  expect(decodeDirty).toThrow(
    expect.objectContaining({
      facts: { field: 'decodersAndSanitizers[0]', offset: 4 + 32 * word, what: 'address' },
    }),
  )
  const padding = data.indexOf('095ea7b301') + 10
  const dirty: Hex = `0x${data.slice(2, padding)}01${data.slice(padding + 2)}`
  expect(() => decodeManage(dirty)).toThrow(
    expect.objectContaining({
      facts: { field: 'targetData[0]', offset: padding / 2 - 1, what: 'padding' },
    }),
  )
})

test('error: TrailingCalldataError', () => {
  const data: Hex = `${encodeManage(sample)}00`
  expect(() => decodeManage(data)).toThrow(TrailingCalldataError)
  expect(() => decodeManage(data)).toThrow(
    expect.objectContaining({ facts: { offset: data.length / 2 - 2, extra: 1 } }),
  )
})

test('error: UnevenBatchError', () => {
  const [proofs, decoders, targets, data, values] = listsOf(sample)
  const args = [proofs, decoders, targets, data, [...values, 1n]] as const
  const uneven = encodeFunctionData({ abi: managerAbi, functionName, args })
  expect(() => decodeManage(uneven)).toThrow(UnevenBatchError)
  expect(() => decodeManage(uneven)).toThrow(
    expect.objectContaining({
      facts: { proofs: 2, decoders: 2, targets: 2, data: 2, values: 3 },
    }),
  )
})

test('law: a text that is damaged anywhere is refused as it is when read alone', () => {
  const damage = fc.record({
    call: fc.nat(),
    field: fc.constantFrom('proof', 'decoder', 'target', 'data', 'value'),
    at: fc.nat(),
    cut: fc.nat({ max: 3 }),
    put: fc.constantFrom('', '0', 'g', 'x', 'F', '\u00e9', '0x', ' '),
  })
  const damaged = (
    batch: readonly ManageCall[],
    hit: typeof damage extends fc.Arbitrary<infer Of> ? Of : never,
  ) => {
    const change = (text: Hex): Hex => {
      const index = hit.at % (text.length + 1)
      return `${text.slice(0, index)}${hit.put}${text.slice(index + hit.cut)}` as Hex
    }
    return batch.map((one, index) => {
      if (index !== hit.call % batch.length) return one
      if (hit.field === 'value') return { ...one, value: -1n }
      if (hit.field !== 'proof') return { ...one, [hit.field]: change(one[hit.field]) }
      const node = hit.at % Math.max(1, one.proof.length)
      return { ...one, proof: one.proof.map((text, at) => (at === node ? change(text) : text)) }
    })
  }
  /** Every text read for itself, in the order of the calldata, and then the values. */
  const readEach = (batch: readonly ManageCall[]): void => {
    parseHexRows(
      batch.flatMap((one) => one.proof),
      32,
    )
    parseHexRows([...batch.map((one) => one.decoder), ...batch.map((one) => one.target)], 20)
    parseHexBatch(batch.map((one) => one.data))
    for (const { value } of batch) if (value < 0n) throw new UnencodableError('uint256', `${value}`)
  }
  const errorOf = (work: () => unknown): unknown => {
    try {
      work()
    } catch (error) {
      return error
    }
    return null
  }
  const inLowerCase = (one: ManageCall): ManageCall => ({
    ...one,
    decoder: one.decoder.toLowerCase() as Hex,
    target: one.target.toLowerCase() as Hex,
    data: one.data.toLowerCase() as Hex,
    proof: one.proof.map((node) => node.toLowerCase() as Hex),
  })
  let refused = 0
  const batches = fc.array(call, { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(batches, fc.array(damage, { minLength: 1, maxLength: 2 }), (batch, hits) => {
      const wrong = hits.reduce(damaged, batch as ManageCall[])
      const expected = errorOf(() => readEach(wrong))
      if (expected !== null) refused++
      expect(errorOf(() => encodeManage(wrong))).toEqual(expected)
      // viem keeps the case of data, and refuses accounts that are not spelled as EIP-55 has it.
      if (expected === null) expect(encodeManage(wrong)).toBe(viemOf(wrong.map(inLowerCase)))
    }),
    { numRuns: runsOf(5) },
  )
  expect(refused).toBeGreaterThan(0)
})

test('error: UnencodableError', () => {
  const wrong: Partial<ManageCall>[] = [
    { value: -1n },
    { value: 2n ** 256n },
    { value: 1 as unknown as bigint },
  ]
  for (const field of wrong) {
    const encode = () => encodeManage([{ ...sample[0]!, ...field }])
    expect(encode, Object.keys(field).join()).toThrow(UnencodableError)
  }
})

test('error: InvalidHexError', () => {
  const wrong: Partial<ManageCall>[] = [
    { decoder: '0x12' },
    { target: `0x${'zz'.repeat(20)}` },
    { target: '0x12' },
    { target: `0x${'12'.repeat(21)}` },
    { decoder: `0x${'12'.repeat(21)}` },
    { proof: ['0x12'] },
    { proof: [`0x${'zz'.repeat(32)}`] },
    { data: '0x1' },
    { data: '0xzz' },
    { data: '12' as Hex },
  ]
  for (const field of wrong) {
    const encode = () => encodeManage([{ ...sample[0]!, ...field }])
    expect(encode, JSON.stringify(field.data)).toThrow(InvalidHexError)
  }
})
