import type { AbiFunction, AbiTuple, AbiType } from '../abi/abi-type.ts'
import { parseSignature, printAbiType } from '../abi/abi-type.ts'

/**
 * Gives names to the parameters of a function that have none, so that the notation can speak of them.
 */
export function namedFunction(fn: AbiFunction): AbiFunction {
  return parseSignature(printNamedSignature(fn))
}

/**
 * Prints a signature with the names of its parameters.
 *
 * @returns such as `supply(address asset, uint256 amount)`; what has no name is called by its place.
 */
export function printNamedSignature({ name, inputs }: AbiFunction): string {
  return `${name}${printFields(inputs, 'argument')}`
}

function printFields(type: AbiTuple, prefix: string): string {
  const fields = type.fields.map(
    (field, index) => `${printType(field.type)} ${field.name || `${prefix}${index}`}`,
  )
  return `(${fields.join(', ')})`
}

function printType(type: AbiType): string {
  if (type.kind === 'tuple') return printFields(type, 'field')
  if (type.kind === 'array') return `${printType(type.element)}[${type.length ?? ''}]`
  return printAbiType(type)
}
