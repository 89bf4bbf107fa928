import { parseHex, printHex } from '@vaultwright/base'
import { keccak256 } from '@vaultwright/merkle'

/** A trie of Ethereum that is built whole: its root, and all its nodes. */
export type BuiltTrie = { readonly root: Uint8Array; readonly nodes: readonly Uint8Array[] }

type Entry = { readonly path: readonly number[]; readonly value: Uint8Array }

/** Builds the trie of values by their keys, which are hashed. Source: yellow paper, appendix D. */
export function buildTrie(values: ReadonlyMap<string, Uint8Array>): BuiltTrie {
  const nodes: Uint8Array[] = []
  const entries = [...values].map(([key, value]) => ({
    path: nibblesOf(keccak256(parseHex(key as `0x${string}`))),
    value,
  }))
  /** A node inside its parent: as it is when it is short, else by its hash. */
  const linkTo = (encoded: Uint8Array): Uint8Array => {
    if (encoded.length < 32) return encoded
    nodes.push(encoded)
    return encodeBytes(keccak256(encoded))
  }
  const nodeOf = (list: readonly Entry[], depth: number): Uint8Array => {
    const [first, ...further] = list
    if (first === undefined) return encodeBytes(new Uint8Array(0))
    if (further.length === 0) {
      const path = compactOf(first.path.slice(depth), 2)
      return encodeList([encodeBytes(path), encodeBytes(first.value)])
    }
    const isShared = (at: number) => further.every(({ path }) => path[at] === first.path[at])
    let end = depth
    while (isShared(end)) end++
    if (end > depth) {
      const path = compactOf(first.path.slice(depth, end), 0)
      return encodeList([encodeBytes(path), linkTo(nodeOf(list, end))])
    }
    const children = Array.from({ length: 16 }, (_, nibble) => {
      const below = list.filter(({ path }) => path[depth] === nibble)
      return below.length === 0 ? encodeBytes(new Uint8Array(0)) : linkTo(nodeOf(below, depth + 1))
    })
    return encodeList([...children, encodeBytes(new Uint8Array(0))])
  }
  const top = nodeOf(entries, 0)
  nodes.push(top)
  return { root: keccak256(top), nodes }
}

/** Encodes bytes as RLP. */
export function encodeBytes(bytes: Uint8Array): Uint8Array {
  if (bytes.length === 1 && bytes[0]! < 0x80) return bytes
  return Buffer.concat([headOf(0x80, bytes.length), bytes])
}

/** Encodes a list of values that are RLP already. */
export function encodeList(items: readonly Uint8Array[]): Uint8Array {
  const payload = Buffer.concat(items)
  return Buffer.concat([headOf(0xc0, payload.length), payload])
}

/** The digits of a number as RLP has them: none for zero. */
export function digitsOf(value: bigint): Uint8Array {
  if (value === 0n) return new Uint8Array(0)
  const digits = value.toString(16)
  return parseHex(`0x${digits.length % 2 === 0 ? digits : `0${digits}`}`)
}

function headOf(base: number, length: number): Uint8Array {
  if (length < 56) return Uint8Array.of(base + length)
  const size = digitsOf(BigInt(length))
  return Uint8Array.of(base + 55 + size.length, ...size)
}

function compactOf(nibbles: readonly number[], flag: number): Uint8Array {
  const isOdd = nibbles.length % 2 === 1
  const all = isOdd ? [flag + 1, ...nibbles] : [flag, 0, ...nibbles]
  const digits = all.map((nibble) => nibble.toString(16)).join('')
  return parseHex(`0x${digits}`)
}

function nibblesOf(bytes: Uint8Array): readonly number[] {
  return [...printHex(bytes).slice(2)].map((digit) => Number.parseInt(digit, 16))
}
