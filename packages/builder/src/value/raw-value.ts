import type { Hex } from '@vaultwright/base'
import type { AbiType, AbiValue } from '@vaultwright/manager'

/**
 * Turns a JSON value into one of an ABI type.
 *
 * @returns the value; null when it is none of the type.
 */
export function abiValueOf(type: AbiType, json: unknown): AbiValue | null {
  switch (type.kind) {
    case 'word':
      return wordOf(type.name, json)
    case 'bytes':
      if (typeof json !== 'string') return null
      if (type.name === 'string') return json
      return /^0x([0-9a-fA-F]{2})*$/.test(json) ? (json.toLowerCase() as Hex) : null
    case 'array': {
      if (type.length !== null && Array.isArray(json) && json.length !== type.length) return null
      return listOf(json, () => type.element)
    }
    case 'tuple': {
      if (Array.isArray(json) && json.length !== type.fields.length) return null
      return listOf(json, (at) => type.fields[at]!.type)
    }
  }
}

function listOf(json: unknown, typeAt: (at: number) => AbiType): readonly AbiValue[] | null {
  if (!Array.isArray(json)) return null
  const values: AbiValue[] = []
  for (const [index, item] of json.entries()) {
    const value = abiValueOf(typeAt(index), item)
    if (value === null) return null
    values.push(value)
  }
  return values
}

function wordOf(name: string, json: unknown): AbiValue | null {
  if (name === 'bool') return typeof json === 'boolean' ? json : null
  if (name === 'address' || name.startsWith('bytes')) {
    const size = name === 'address' ? 20 : Number(name.slice(5))
    const isHex = typeof json === 'string' && /^0x[0-9a-fA-F]*$/.test(json)
    return isHex && json.length === 2 + 2 * size ? (json as Hex) : null
  }
  if (typeof json === 'bigint') return json
  if (typeof json === 'number') return Number.isSafeInteger(json) ? BigInt(json) : null
  return typeof json === 'string' && /^-?\d{1,78}$/.test(json) ? BigInt(json) : null
}
