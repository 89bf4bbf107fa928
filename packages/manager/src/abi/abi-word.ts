import type { AbiType, AbiWord } from './abi-type.ts'

/**
 * Tells whether a word is a value of a type: what the type leaves unused is filled as it must be.
 *
 * Bytes before the start and past the end of the calldata are zero.
 */
export function isCleanWord(data: Uint8Array, at: number, type: AbiWord): boolean {
  if (at < 0) return true
  const { from, to } = unusedOf(type)
  const isSigned = type.name.startsWith('int')
  const fill = isSigned && to < 32 && (data[at + to] ?? 0) > 127 ? 255 : 0
  let isClean = type.name !== 'bool' || (data[at + 31] ?? 0) <= 1
  for (let byte = at + from; byte < at + to; byte++) isClean &&= (data[byte] ?? 0) === fill
  return isClean
}

/** Tells whether every word is a value of a type. */
export function isFullWord(type: AbiType): boolean {
  return type.kind === 'word' && unusedOf(type).from === unusedOf(type).to
}

/** Bytes of a word that must be filled, from and to. */
function unusedOf(type: AbiWord): { from: number; to: number } {
  const cached = unusedBytes.get(type.name)
  if (cached !== undefined) return cached
  const match = /^(uint|int|bytes)(\d+)$/.exec(type.name)
  const size = Number(match?.[2] ?? 0)
  let range = { from: 0, to: 32 - size / 8 }
  if (type.name === 'address') range = { from: 0, to: 12 }
  if (type.name === 'bool') range = { from: 0, to: 31 }
  if (match?.[1] === 'bytes') range = { from: size, to: 32 }
  unusedBytes.set(type.name, range)
  return range
}

/** One entry a type of the ABI: it needs no limit. */
const unusedBytes = new Map<string, { from: number; to: number }>()
