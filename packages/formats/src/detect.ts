import { type Hex, parseHexRows, printHex } from '@vaultwright/base'
import { buildTree, rootOf } from '@vaultwright/merkle'
import { isBinary } from './binary/binary-decode.ts'
import { isFields, type JsonFields } from './text/field.ts'
import { parseJson, textOfInput } from './text/json-text.ts'
import { type Family, familyOf } from './tree/family.ts'

/** The shapes of tree files that can be distinguished. */
type FormatKind =
  | 'solidity'
  | 'rust'
  | 'binary'
  | Family
  | 'openzeppelin-simple-v1'
  | 'openzeppelin-standard-v1'
  | 'unknown'

/** The shape of a file, and a sentence that says why. */
export type Detection = { readonly kind: FormatKind; readonly why: string }

/**
 * Names the shape of a file, also of those that are not of our family.
 *
 * @param input - any bytes or text.
 * @returns the shape; `unknown` for what cannot even be read.
 */
export function detectFormat(input: Uint8Array | string): Detection {
  if (typeof input !== 'string' && isBinary(input)) {
    return { kind: 'binary', why: 'It begins with VWTREE.' }
  }
  let value: unknown
  try {
    value = parseJson(textOfInput(input))
  } catch (error) {
    return { kind: 'unknown', why: error instanceof Error ? error.message : String(error) }
  }
  const shape = shapeOf(value)
  if ((shape.kind !== 'solidity' && shape.kind !== 'rust') || !isFields(value)) return shape
  const family = statedFamilyOf(shape.kind, value)
  return family === null ? shape : { kind: family, why: familyDescriptions[family] }
}

/** Names the shape of a JSON value by its keys. */
export function shapeOf(value: unknown): Detection {
  if (!isFields(value)) return { kind: 'unknown', why: 'It is not a JSON object.' }
  const has = (key: string) => Object.hasOwn(value, key)
  if (value.format === 'simple-v1' || value.format === 'standard-v1') {
    return { kind: `openzeppelin-${value.format}`, why: `Its key format says ${value.format}.` }
  }
  if (has('leafs') || has('MerkleTree')) {
    return { kind: 'solidity', why: 'It has the key leafs or MerkleTree.' }
  }
  if (has('leaves') || has('layers')) {
    return { kind: 'rust', why: 'It has the key leaves or layers.' }
  }
  return {
    kind: 'unknown',
    why: 'It has none of the keys leafs, MerkleTree, leaves, layers, format.',
  }
}

/** The description of each other family, for people. */
export const familyDescriptions: { readonly [family in Family]: string } = {
  'odd-promotion': 'Its root follows when the last node of an odd layer moves up unhashed.',
  'odd-duplication': 'Its root follows when the last node of an odd layer is paired with itself.',
  'unsorted-pairs': 'Its root follows when pairs are hashed in their order instead of sorted.',
}

function statedFamilyOf(kind: 'solidity' | 'rust', value: JsonFields): Family | null {
  const layers = kind === 'rust' ? value.layers : layersOf(value.MerkleTree)
  if (!Array.isArray(layers) || layers.length < 2) return null
  const leaves: unknown = layers[0]
  const root = Array.isArray(layers.at(-1)) ? layers.at(-1)[0] : null
  if (!isDigests(leaves) || !isDigests([root]) || leaves.length === 0) return null
  const digests = parseHexRows(leaves, 32)
  const stated = String(root).toLowerCase()
  const isPower = Number.isInteger(Math.log2(leaves.length))
  if (isPower && printHex(rootOf(buildTree(digests))) === stated) return null
  return familyOf(digests, stated)
}

/** The layers of a solidity file, leaf layer first. */
function layersOf(value: unknown): unknown {
  if (!isFields(value)) return null
  const keys = Object.keys(value).filter((key) => /^[0-9]{1,2}$/.test(key))
  return keys.sort((one, other) => Number(other) - Number(one)).map((key) => value[key])
}

function isDigests(value: unknown): value is readonly Hex[] {
  const isDigest = (item: unknown) => typeof item === 'string' && /^0x[0-9a-fA-F]{64}$/.test(item)
  return Array.isArray(value) && value.every(isDigest)
}
