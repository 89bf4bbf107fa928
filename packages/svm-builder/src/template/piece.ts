import { associatedTokenAccount, type Operator, type SvmAddress } from '@vaultwright/svm'
import type { SvmCall, SvmDataField, SvmToken, SvmTokenAccountNeed } from './template.ts'

/** Pins bytes of the data. */
export function pinBytes(start: number, length: number): Operator {
  return { kind: 'ingest_instruction', start, length }
}

/** Pins accounts of the inner call. */
export function pinAccounts(...indices: readonly number[]): readonly Operator[] {
  return indices.map((index) => ({ kind: 'ingest_account', index }))
}

/** Pins the length of the data. */
export const pinSize: Operator = { kind: 'ingest_instruction_data_size' }

/** The fields of an Anchor instruction with one amount. */
export const amountFields: readonly SvmDataField[] = [
  { name: 'discriminator', start: 0, length: 8 },
  { name: 'amount', start: 8, length: 8 },
]

/** The same with a bound behind the amount. */
export function boundedFields(name: string, start = 8): readonly SvmDataField[] {
  return [
    { name: 'discriminator', start: 0, length: start },
    { name: 'amount', start, length: 8 },
    { name, start: start + 8, length: 8 },
  ]
}

/** A call with other data: another instruction that takes the same accounts. */
export function withData(
  call: SvmCall,
  discriminator: readonly number[],
  values: readonly bigint[],
): SvmCall {
  return { ...call, innerCall: { ...call.innerCall, data: dataOf(discriminator, ...values) } }
}

/** The associated token account of an owner, as something that a call needs. */
export function tokenAccountOf(
  owner: SvmAddress,
  { mint, program }: Omit<SvmToken, 'symbol' | 'decimals'>,
): SvmTokenAccountNeed {
  const address = associatedTokenAccount({ owner, mint, tokenProgram: program })
  return { address, owner, token: { mint, program } }
}

/** Joins a discriminator and little-endian u64 values. */
export function dataOf(discriminator: readonly number[], ...values: readonly bigint[]): Uint8Array {
  const data = new Uint8Array(discriminator.length + 8 * values.length)
  data.set(discriminator)
  const view = new DataView(data.buffer)
  for (const [index, value] of values.entries()) {
    view.setBigUint64(discriminator.length + 8 * index, value, true)
  }
  return data
}
