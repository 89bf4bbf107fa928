import type { Hex } from '@vaultwright/base'
import { type AbiFunction, type AbiParameter, encodeFunctionData } from 'viem'
import type { SafeBatchTransaction, SafeJson } from '../batch-schema.ts'

type MethodTransaction = Pick<SafeBatchTransaction, 'contractMethod' | 'contractInputsValues'>

/**
 * Encodes the method and inputs of a transaction of a batch file, as the web app does where the file
 * has no calldata.
 *
 * @returns calldata, lower case; null where the method or an input cannot be encoded.
 */
export function encodeContractMethod({
  contractMethod,
  contractInputsValues,
}: MethodTransaction): Hex | null {
  const method = rowOf(contractMethod)
  const { name, inputs } = method ?? {}
  if (typeof name !== 'string' || !Array.isArray(inputs)) return null
  if (name === 'fallback' || name === 'receive') return null
  const item: AbiFunction = {
    type: 'function',
    name,
    stateMutability: 'payable',
    outputs: [],
    inputs: inputs as unknown as readonly AbiParameter[],
  }
  try {
    const args = item.inputs.map((input, index) => {
      const text = contractInputsValues?.[input.name ?? ''] ?? contractInputsValues?.[String(index)]
      return inputOf(input.type, text)
    })
    return encodeFunctionData({ abi: [item], args }).toLowerCase() as Hex
  } catch {
    // Every failure means the same: the texts do not fit the types.
    return null
  }
}

/** Reads what a person typed for a parameter; lists and tuples are JSON. */
function inputOf(type: string, text: SafeJson | undefined): unknown {
  if (text === undefined) throw new TypeError('missing')
  if (type.endsWith(']')) {
    const items = listOf(text)
    const inner = type.slice(0, type.lastIndexOf('['))
    return items.map((item) => inputOf(inner, item))
  }
  if (type.startsWith('tuple')) return listOf(text)
  if (type === 'bool') return boolOf(text)
  if (/^u?int/.test(type)) return integerOf(text)
  return text
}

function listOf(value: SafeJson): readonly SafeJson[] {
  const list = typeof value === 'string' ? (JSON.parse(value) as SafeJson) : value
  if (!Array.isArray(list)) throw new TypeError('no list')
  return list
}

function boolOf(value: SafeJson): boolean {
  if (value === true || value === 'true') return true
  if (value === false || value === 'false') return false
  throw new TypeError('neither true nor false')
}

/** A number of JSON may have been rounded before it comes here. */
function integerOf(value: SafeJson): bigint {
  if (typeof value === 'string' && value.trim() !== '') return BigInt(value)
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value)
  throw new TypeError('not a whole number')
}

function rowOf(value: SafeJson | undefined): { readonly [key: string]: SafeJson } | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  return value as { readonly [key: string]: SafeJson }
}
