import { type Hex, parseHex } from '@vaultwright/base'
import type { AbiTuple } from '../../abi/abi-type.ts'
import { checkEncoding } from './rule-encoding.ts'
import { buildMachine } from './rule-machine.ts'

/**
 * Checks that a contract can decode bytes as a tuple. Bytes after the tuple are accepted.
 *
 * Source: Solidity, `abi.decode`.
 *
 * @returns false where `abi.decode` reverts.
 * @throws {InvalidHexError} when they are not hex of whole bytes.
 */
export function isEncoded(type: AbiTuple, bytes: Hex): boolean {
  const data = parseHex(bytes)
  const frame = { base: 0, limit: data.length, isNested: true }
  return checkEncoding(buildMachine(data, {}), type, frame)
}
