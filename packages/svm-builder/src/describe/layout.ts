import { svmAddressOf } from '@vaultwright/svm'

/** The encoding of a field of an instruction's data; integers are little-endian. */
export type SvmFieldType = 'u8' | 'u16' | 'u32' | 'u64' | 'address' | 'option_address' | 'addresses'

/** One instruction of a program: its tag, its fields and what its accounts are. */
export type SvmInstructionLayout = {
  readonly name: string
  readonly tag: readonly number[]
  readonly fields: readonly (readonly [name: string, type: SvmFieldType])[]
  readonly accounts: readonly string[]
}

/** An argument of an instruction: integers as decimal text, addresses as base58. */
export type SvmInstructionArgument = { readonly name: string; readonly value: string }

/** Reads the fields behind a tag; null where the data is too short. */
export function readFields(
  { tag, fields }: SvmInstructionLayout,
  data: Uint8Array,
): { readonly values: readonly SvmInstructionArgument[]; readonly extraBytes: number } | null {
  let offset = tag.length
  const values: SvmInstructionArgument[] = []
  for (const [name, type] of fields) {
    const field = readField(type, data, offset)
    if (field === null) return null
    values.push({ name, value: field.value })
    offset = field.end
  }
  return { values, extraBytes: data.length - offset }
}

type ReadField = { readonly value: string; readonly end: number }

const integerSizes: Readonly<Partial<Record<SvmFieldType, number>>> = {
  u8: 1,
  u16: 2,
  u32: 4,
  u64: 8,
}

function readField(type: SvmFieldType, data: Uint8Array, offset: number): ReadField | null {
  const size = integerSizes[type]
  if (size !== undefined) {
    if (offset + size > data.length) return null
    return { value: littleEndian(data, offset, size).toString(), end: offset + size }
  }
  if (type === 'option_address') {
    if (offset >= data.length) return null
    return data[offset] === 0
      ? { value: 'none', end: offset + 1 }
      : readField('address', data, offset + 1)
  }
  if (type === 'addresses') return readAddresses(data, offset)
  if (offset + 32 > data.length) return null
  return { value: svmAddressOf(data.slice(offset, offset + 32)), end: offset + 32 }
}

function readAddresses(data: Uint8Array, offset: number): ReadField | null {
  if (offset + 8 > data.length) return null
  const end = BigInt(offset) + 8n + 32n * littleEndian(data, offset, 8)
  if (end > BigInt(data.length)) return null
  const addresses: string[] = []
  for (let start = offset + 8; start < end; start += 32) {
    addresses.push(svmAddressOf(data.slice(start, start + 32)))
  }
  return { value: addresses.join(' '), end: Number(end) }
}

function littleEndian(data: Uint8Array, offset: number, size: number): bigint {
  let value = 0n
  for (let index = size - 1; index >= 0; index -= 1)
    value = value * 256n + BigInt(data[offset + index]!)
  return value
}
