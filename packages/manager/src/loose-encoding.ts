import type { AbiTuple, AbiType } from './abi-type.ts'
import { buildMachine, checkEncoding } from './rule-machine.ts'

/**
 * Tells whether every decoder refuses an encoding: it is too short, a value among the arguments
 * themselves does not fit its type, or a list or text runs past the end.
 *
 * What stands inside structs and lists is left out: a contract checks it only where it reads it.
 * Source: Solidity, ABI decoding of `calldata` parameters.
 *
 * @param data - calldata, selector first.
 * @param inputs - the function's parameters.
 * @returns true when no contract would accept it.
 */
export function isRefusedByAll(data: Uint8Array, inputs: AbiTuple): boolean {
  const fields = inputs.fields.map((field) => ({ ...field, type: loosened(field.type) }))
  const frame = { base: 4, limit: data.length, isNested: false }
  return !checkEncoding(buildMachine(data, {}), { ...inputs, fields }, frame)
}

const anyWord = { kind: 'word', name: 'uint256', isDynamic: false, headSize: 32 } as const

/** The type with nothing left to check inside. */
function loosened(type: AbiType): AbiType {
  if (type.kind === 'word' || type.kind === 'bytes') return type
  if (type.kind === 'array') return { ...type, element: freed(type.element) }
  return { ...type, fields: type.fields.map((field) => ({ ...field, type: freed(field.type) })) }
}

/** Something of the same size in the head that is always accepted. */
function freed(type: AbiType): AbiType {
  if (type.isDynamic || type.kind === 'word') return anyWord
  const count = type.headSize / 32
  return {
    kind: 'array',
    element: anyWord,
    length: count,
    isDynamic: false,
    headSize: type.headSize,
  }
}
