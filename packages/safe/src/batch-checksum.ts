import { type Hex, printHex } from '@vaultwright/base'
import { keccak256 } from '@vaultwright/merkle'
import type { SafeBatch } from './batch-schema.ts'

const encoder = new TextEncoder()

/**
 * Computes what the web app expects as a batch's `meta.checksum`.
 *
 * Keccak-256 of a text: an object is `{`, the JSON of its sorted keys, then each value and a comma,
 * then `}`; an array is its values between `[` and `]`, separated by commas; anything else is its
 * JSON, and null where there is none. `meta.name` counts as null, `meta.checksum` is left out.
 * Source: the transaction builder of the Safe web app (safe-react-apps, `lib/checksum.ts`).
 *
 * @param batch - with or without a checksum, which plays no part.
 * @returns 32 bytes.
 */
export function batchChecksumOf(batch: SafeBatch): Hex {
  const { checksum: _, ...meta } = batch.meta
  const text = textOf({ ...batch, meta: { ...meta, name: null } })
  return printHex(keccak256(encoder.encode(text)))
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(textOf).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null)
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  const keys = JSON.stringify(fields.map(([key]) => key))
  return `{${keys}${fields.map(([, field]) => `${textOf(field)},`).join('')}}`
}
