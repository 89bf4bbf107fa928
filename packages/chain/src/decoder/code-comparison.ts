import type { Address, Hex } from '@vaultwright/base'
import { checksumOf } from '@vaultwright/merkle'
import type { BuiltCode, CodeSpan } from './build-artifact.ts'

/** The metadata that a compiler writes behind the code: the place of the published source, and its own version. */
export type CodeMetadata = {
  /** From 0, in bytes. */
  readonly start: number
  /** As in `ipfs 0x1220…` or `solc 0.8.28`. */
  readonly entries: readonly string[]
}

/** A value that the build leaves open, as the deployed code has it. */
export type OpenValue = {
  /** The compiler's number of an immutable, or a library as in `src/L.sol:L`. */
  readonly name: string
  /** 32 bytes of an immutable, an account of a library. */
  readonly value: Hex
  /** In how many places it stands. */
  readonly places: number
}

/** The comparison of deployed code with a build. */
export type CodeComparison = {
  /** `open`: nothing differs but what the build does not say. */
  readonly verdict: 'equal' | 'equal_but_metadata' | 'differs' | 'open'
  /** The first byte that differs, from 0; null where none does. */
  readonly byte: number | null
  /** The conclusions of the verdict, one sentence each. */
  readonly reasons: readonly string[]
  readonly immutables: readonly OpenValue[]
  readonly libraries: readonly OpenValue[]
  readonly deployed: CodeSize
  readonly built: CodeSize
}

/** The size of code in bytes, and what stands behind it. */
type CodeSize = { readonly bytes: number; readonly metadata: CodeMetadata | null }

/**
 * Compares deployed code with a build, byte by byte: immutables and libraries apart, the metadata behind the code apart.
 *
 * An immutable must be the same in all of its places. Code that answers calldata alike may still differ on one value of
 * many: this tells what questions cannot.
 *
 * @param deployed - runtime code, with 0x.
 */
export function compareCode(deployed: Hex, built: BuiltCode): CodeComparison {
  const [deployedDigits, builtDigits] = [digitsOf(deployed), digitsOf(built.code)]
  const [deployedMetadata, builtMetadata] = [metadataOf(deployedDigits), metadataOf(builtDigits)]
  const [body, builtBody] = [
    bodyOf(deployedDigits, deployedMetadata),
    bodyOf(builtDigits, builtMetadata),
  ]
  const places = [...built.libraries.values(), ...(built.immutables?.values() ?? [])].flat()
  const byte = firstDifference(body, builtBody, places)
  const immutables = valuesOf(body, built.immutables ?? new Map())
  const libraries = valuesOf(body, built.libraries).map((library) => {
    return { ...library, value: checksumOf(library.value as Address) }
  })
  const sizes = {
    deployed: { bytes: deployedDigits.length / 2, metadata: deployedMetadata },
    built: { bytes: builtDigits.length / 2, metadata: builtMetadata },
  }
  const base = { byte: null, immutables, libraries, ...sizes }
  if (byte !== null) {
    if (built.immutables === null && isImmutablesOnly(body, builtBody)) {
      const reason = `The code differs from byte ${byte} on only where the build pushes zeros, as it does for immutables, and the artifact does not say where these stand. Give the build info, or an artifact of Foundry.`
      return { ...base, verdict: 'open', byte, reasons: [reason] }
    }
    const size = `${body.length / 2} and ${builtBody.length / 2} bytes without metadata`
    const reason = `Byte ${byte} is the first that differs (${size}).`
    return { ...base, verdict: 'differs', byte, reasons: [reason] }
  }
  const unequal = [...immutables, ...libraries].find(({ name }) => isUnequal(body, built, name))
  if (unequal !== undefined) {
    const start = unequalPlace(body, spansOf(built, unequal.name)!)
    const reason = `${unequal.name} has another value at byte ${start} than in its first place: no constructor writes it so.`
    return { ...base, verdict: 'differs', byte: start, reasons: [reason] }
  }
  if (libraries.length > 0) {
    const names = libraries.map(({ name, value }) => `${name} at ${value}`).join(', ')
    const reason = `Nothing differs but the libraries that the build does not name: ${names}. What they do is not compared. Compare each with its own build.`
    return { ...base, verdict: 'open', reasons: [reason] }
  }
  const isSame = deployedDigits.slice(body.length) === builtDigits.slice(builtBody.length)
  if (isSame) return { ...base, verdict: 'equal', reasons: [] }
  const reason =
    'The code is equal; the metadata behind it, which nothing runs, is another one: comments, names, paths or settings of the source differ.'
  return { ...base, verdict: 'equal_but_metadata', reasons: [reason] }
}

function digitsOf(code: Hex): string {
  return code.slice(2).toLowerCase()
}

function bodyOf(digits: string, metadata: CodeMetadata | null): string {
  return metadata === null ? digits : digits.slice(0, 2 * metadata.start)
}

function firstDifference(body: string, built: string, places: readonly CodeSpan[]): number | null {
  const [deployedRest, builtRest] = [body, built].map((digits) =>
    withoutPlaces(digits, places),
  ) as [string, string]
  if (deployedRest === builtRest) return null
  const length = Math.min(deployedRest.length, builtRest.length)
  for (let index = 0; index < length; index += 2) {
    if (deployedRest.slice(index, index + 2) !== builtRest.slice(index, index + 2)) return index / 2
  }
  return length / 2
}

function withoutPlaces(digits: string, places: readonly CodeSpan[]): string {
  const sorted = [...places].sort((one, other) => one.start - other.start)
  let text = ''
  let from = 0
  for (const { start, length } of sorted) {
    if (2 * start > digits.length || 2 * start < from) continue
    const end = Math.min(digits.length, 2 * (start + length))
    text += digits.slice(from, 2 * start) + '0'.repeat(end - 2 * start)
    from = end
  }
  return text + digits.slice(from)
}

function valuesOf(
  body: string,
  references: ReadonlyMap<string, readonly CodeSpan[]>,
): readonly OpenValue[] {
  return [...references].flatMap(([name, places]) => {
    const [first] = places
    const value = first === undefined ? '' : valueAt(body, first)
    return first === undefined || value.length !== 2 * first.length
      ? []
      : [{ name, value: `0x${value}` as Hex, places: places.length }]
  })
}

function valueAt(body: string, { start, length }: CodeSpan): string {
  return body.slice(2 * start, 2 * (start + length))
}

function spansOf(
  { immutables, libraries }: BuiltCode,
  name: string,
): readonly CodeSpan[] | undefined {
  return immutables?.get(name) ?? libraries.get(name)
}

function isUnequal(body: string, built: BuiltCode, name: string): boolean {
  const places = spansOf(built, name) ?? []
  return new Set(places.map((place) => valueAt(body, place))).size > 1
}

function unequalPlace(body: string, places: readonly CodeSpan[]): number {
  const first = valueAt(body, places[0]!)
  return places.find((place) => valueAt(body, place) !== first)!.start
}

const push32 = '7f'
const word = 64

/** True if all differences are words that the build pushes as zeros. */
function isImmutablesOnly(body: string, built: string): boolean {
  if (body.length !== built.length) return false
  const places: CodeSpan[] = []
  for (let index = 0; index < built.length; ) {
    const code = Number.parseInt(built.slice(index, index + 2), 16)
    const isZeros =
      built.slice(index, index + 2) === push32 &&
      /^0{64}$/.test(built.slice(index + 2, index + 2 + word))
    if (isZeros) places.push({ start: index / 2 + 1, length: 32 })
    // The bytes behind a PUSH are no instructions.
    index += code >= 0x60 && code <= 0x7f ? 2 * (code - 0x5e) : 2
  }
  return firstDifference(body, built, places) === null
}

/**
 * Reads the metadata behind code: a CBOR map of names, and its length in the last 2 bytes.
 *
 * Source: Solidity documentation, "Contract Metadata".
 *
 * @returns null where what stands there is nothing else than that map to the last byte.
 */
function metadataOf(digits: string): CodeMetadata | null {
  const length = Number.parseInt(digits.slice(-4), 16)
  const end = digits.length - 4
  const start = end - 2 * length
  if (!Number.isSafeInteger(length) || length < 2 || start < 0) return null
  const entries = entriesOf(digits.slice(start, end))
  return entries === null ? null : { start: start / 2, entries }
}

/** Bytes of what stands under a name: hashes, and the three numbers of a version. */
const sizes: ReadonlyMap<string, number> = new Map([
  ['ipfs', 34],
  ['bzzr0', 32],
  ['bzzr1', 32],
  ['solc', 3],
])

function entriesOf(digits: string): readonly string[] | null {
  const byteAt = (index: number) => Number.parseInt(digits.slice(2 * index, 2 * index + 2), 16)
  const count = byteAt(0) - 0xa0
  if (!(count >= 1 && count <= 4)) return null
  const entries: string[] = []
  let position = 1
  const take = (length: number) => {
    const bytes = digits.slice(2 * position, 2 * (position + length))
    position += length
    return bytes.length === 2 * length ? bytes : null
  }
  for (let index = 0; index < count; index++) {
    const key = textOf(take(byteAt(position++) - 0x60))
    const head = byteAt(position++)
    if (key === null) return null
    if (head === 0x58 || (head >= 0x40 && head <= 0x57)) {
      const bytes = take(head === 0x58 ? byteAt(position++) : head - 0x40)
      const size = sizes.get(key)
      if (bytes === null || bytes.length !== 2 * (size ?? -1)) return null
      const version = bytes.match(/../g)?.map((byte) => Number.parseInt(byte, 16)) ?? []
      entries.push(key === 'solc' ? `solc ${version.join('.')}` : `${key} 0x${bytes}`)
    } else if (key === 'experimental' && (head === 0xf5 || head === 0xf4)) {
      entries.push(`${key} ${head === 0xf5}`)
    } else if (key === 'solc' && head >= 0x60 && head <= 0x77) {
      const text = textOf(take(head - 0x60))
      if (text === null) return null
      entries.push(`solc ${text}`)
    } else return null
  }
  return position === digits.length / 2 ? entries : null
}

/** Printable ASCII only. */
function textOf(bytes: string | null): string | null {
  if (bytes === null || bytes === '') return null
  const codes = bytes.match(/../g)!.map((byte) => Number.parseInt(byte, 16))
  return codes.every((code) => code >= 0x20 && code < 0x7f) ? String.fromCharCode(...codes) : null
}
