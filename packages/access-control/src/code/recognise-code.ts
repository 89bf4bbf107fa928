import { type Address, type Hex, printHex } from '@vaultwright/base'
import { keccak256 } from '@vaultwright/merkle'
import type { Selector } from '../model/state.ts'
import { bridgeCodes } from './bridge-code.ts'
import type { KnownCode } from './known-code.ts'
import { localCodes } from './local-code.ts'
import type { PinnedCode } from './pinned-code.ts'
import { publishedCodes } from './published-code.ts'

/** A code that was recognised, with the values of its immutables. */
export type RecognisedCode = {
  readonly known: KnownCode | PinnedCode
  /** The caller's words for a code that he vouches for; null for one that is known here. */
  readonly statement: string | null
  readonly addressIn: (value: string) => Address | null
}

/**
 * Recognises a code: by its hash without what differs between deployments.
 *
 * @param pinned - codes that the caller vouches for.
 * @returns null for a code that is not known.
 */
export function recogniseCode(
  code: Uint8Array,
  pinned: readonly PinnedCode[] = [],
): RecognisedCode | null {
  for (const entry of [...publishedCodes, ...bridgeCodes, ...localCodes]) {
    if (entry.bytes !== code.length || maskedHashOf(code, entry.immutables) !== entry.maskedHash)
      continue
    return { known: entry, statement: null, addressIn: valuesOf(entry, code) }
  }
  if (pinned.length === 0) return null
  const hash = printHex(keccak256(code))
  const pin = pinned.find(({ codeHash }) => codeHash === hash)
  if (pin === undefined) return null
  return { known: pin, statement: pin.statement, addressIn: valuesOf(pin, code) }
}

/** Lists the slots of the known codes of a kind: what may be asked before its code is seen. */
export function layoutsOf(kind: KnownCode['kind']): readonly NonNullable<KnownCode['slots']>[] {
  const alike = [...publishedCodes, ...bridgeCodes, ...localCodes].filter(
    (entry) => entry.kind === kind,
  )
  return alike.flatMap(({ slots }) => (slots === undefined ? [] : [slots]))
}

/** Reads immutables of a code that are addresses; null for a name without a place, or beyond the code. */
function valuesOf({ values }: Pick<KnownCode, 'values'>, code: Uint8Array) {
  return (value: string): Address | null => {
    const start = values?.[value]
    if (start === undefined || start + 32 > code.length) return null
    return printHex(code.slice(start + 12, start + 32))
  }
}

/** Computes the hash of a code with zeros where immutables stand, and without the metadata at its end. */
export function maskedHashOf(code: Uint8Array, immutables: readonly number[]): Hex {
  const masked = code.slice()
  for (const start of immutables) masked.fill(0, start, start + 32)
  const metadata = masked.length < 2 ? 0 : masked.at(-2)! * 256 + masked.at(-1)! + 2
  const hasMetadata = metadata < longestMetadata && metadata < masked.length
  return printHex(keccak256(hasMetadata ? masked.slice(0, -metadata) : masked))
}

/** The compiler writes about 53 bytes. */
const longestMetadata = 102

/** The selectors that a code compares with: every PUSH4 in it. */
export function selectorsIn(code: Uint8Array): ReadonlySet<Selector> {
  const selectors = new Set<Selector>()
  for (let index = 0; index < code.length; index++) {
    const opcode = code[index]!
    if (opcode === push4 && index + 4 < code.length)
      selectors.add(printHex(code.slice(index + 1, index + 5)))
    if (opcode >= push1 && opcode <= push32) index += opcode - push1 + 1
  }
  return selectors
}

const [push1, push4, push32] = [0x60, 0x63, 0x7f]

/** The contract that a key lends its account (EIP-7702); null for any other code. */
export function delegateIn(code: Uint8Array): Address | null {
  const isDelegation = code.length === 23 && printHex(code.slice(0, 3)) === '0xef0100'
  return isDelegation ? printHex(code.slice(3)) : null
}
