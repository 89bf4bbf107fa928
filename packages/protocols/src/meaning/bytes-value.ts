import type { Hex } from '@vaultwright/base'
import type { AbiValue } from '@vaultwright/manager'
import { checksumOf } from '@vaultwright/merkle'
import { type ActionSample, bytesIn } from './action-sample.ts'
import type { CallArgument } from './argument.ts'

/**
 * Reads values out of bytes that no layout opens: where a mark stands in the bytes of a sample, its value
 * stands in those of a call of the same length.
 *
 * A value read so may be wrong: who reads it encodes the action again and compares.
 *
 * @returns by parameter, those that stand there as a word, or as the 20 bytes of an account.
 */
export function valuesInBytes(
  { values: marks, bytes: samples }: ActionSample,
  args: readonly CallArgument[],
): Readonly<Record<string, AbiValue>> {
  const values: Record<string, AbiValue> = {}
  for (const [path, bytes] of bytesIn(args)) {
    const sample = samples.get(path)
    if (sample === undefined || sample.length !== bytes.length) continue
    for (const [name, mark] of Object.entries(marks)) {
      const value = Array.isArray(mark)
        ? listAt(sample, bytes, mark as readonly AbiValue[])
        : valueAt(sample, bytes, mark)
      if (value !== null) values[name] ??= value
    }
  }
  return values
}

function listAt(sample: Hex, bytes: Hex, marks: readonly AbiValue[]): AbiValue | null {
  const items = marks.map((mark) => valueAt(sample, bytes, mark))
  return items.length === 0 || items.includes(null) ? null : (items as readonly AbiValue[])
}

function valueAt(sample: Hex, bytes: Hex, mark: AbiValue): AbiValue | null {
  if (typeof mark === 'bigint') {
    const place = placeOf(sample, mark.toString(16).padStart(64, '0'))
    return place < 0 || mark <= 0n ? null : BigInt(`0x${bytes.slice(place, place + 64)}`)
  }
  if (typeof mark !== 'string' || !mark.startsWith('0x')) return null
  const digits = mark.slice(2).toLowerCase()
  if (digits.length !== 64 && digits.length !== 40) return null
  const place = placeOf(sample, digits)
  if (place < 0) return null
  const part: Hex = `0x${bytes.slice(place, place + digits.length)}`
  return digits.length === 64 ? part : checksumOf(part)
}

/** Whole bytes begin at even places. */
function placeOf(sample: Hex, digits: string): number {
  let index = sample.indexOf(digits, 2)
  while (index >= 0 && index % 2 === 1) index = sample.indexOf(digits, index + 1)
  return index
}
