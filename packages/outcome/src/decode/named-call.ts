import type { Hex } from '@vaultwright/base'
import { type AbiValue, rulesFor } from '@vaultwright/manager'
import { ruleBook } from '@vaultwright/protocols'
import { managerAbi } from '@vaultwright/registry'
import {
  type AbiFunction,
  decodeFunctionData,
  parseAbi,
  parseAbiItem,
  toFunctionSelector,
} from 'viem'

/** A call in words. */
type NamedCall = {
  /** Its signature with the names of its arguments; null when it is not known. */
  readonly function: string | null
  /** Its arguments by name; null when they are not known. */
  readonly arguments: Readonly<Record<string, AbiValue>> | null
}

const common: readonly AbiFunction[] = [
  ...(managerAbi.filter((item) => item.type === 'function') as readonly AbiFunction[]),
  ...parseAbi([
    'function transfer(address to, uint256 amount) returns (bool)',
    'function transferFrom(address from, address to, uint256 amount) returns (bool)',
    'function approve(address spender, uint256 amount) returns (bool)',
    'function allowance(address owner, address spender) view returns (uint256)',
    'function balanceOf(address account) view returns (uint256)',
    'function totalSupply() view returns (uint256)',
  ]),
]

/**
 * Says what a calldata calls: by the rules of the decoders first, which name the functions that
 * leaves permit, then by the few functions that every token and the Manager have.
 *
 * @returns the function and its arguments, as far as they are known.
 */
export function namedCallOf(data: Hex): NamedCall {
  const selector = data.slice(0, 10).toLowerCase()
  const item = functionOf(selector)
  if (item === null) return { function: null, arguments: null }
  const names = item.inputs.map((input, index) => input.name ?? String(index))
  try {
    const { args } = decodeFunctionData({ abi: [item], data })
    const values = (args ?? []) as readonly AbiValue[]
    const named = names.map((name, index) => [name === '' ? String(index) : name, values[index]!])
    return { function: signatureOf(item), arguments: Object.fromEntries(named) }
  } catch {
    // Too short for its own function, as a drone's or a broken call may be.
    return { function: signatureOf(item), arguments: null }
  }
}

function functionOf(selector: string): AbiFunction | null {
  const signature = rulesFor(ruleBook, selector)[0]?.wordings[0]?.signature
  if (signature !== undefined) {
    try {
      return parseAbiItem(`function ${signature}`) as AbiFunction
    } catch {
      // A wording that has no names for the parts of a tuple is not a signature of Solidity.
    }
  }
  return common.find((item) => toFunctionSelector(item) === selector) ?? null
}

function signatureOf({ name, inputs }: AbiFunction): string {
  const list = inputs.map((input) => `${typeOf(input)}${input.name ? ` ${input.name}` : ''}`)
  return `${name}(${list.join(', ')})`
}

type ViemParameter = AbiFunction['inputs'][number]

function typeOf(input: ViemParameter): string {
  if (!('components' in input)) return input.type
  const list = input.components.map((part) => `${typeOf(part)}${part.name ? ` ${part.name}` : ''}`)
  return `(${list.join(', ')})${input.type.slice('tuple'.length)}`
}
