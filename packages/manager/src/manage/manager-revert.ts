import { BaseError, type Hex, memoize } from '@vaultwright/base'
import { managerAbi, managerErrorSelectors } from '@vaultwright/registry'
import { type AbiValue, readArguments } from '../abi/abi-value.ts'
import { assertFinished, createCalldataReader, readSelector } from '../abi/calldata-reader.ts'
import type { RuleBook } from '../rule/rule-book.ts'
import { selectorsOf } from '../rule/syntax/rule-selector.ts'

/** Why a call of the Manager failed. */
export type ManagerRevert =
  | {
      /** The origin of the error: the Manager's own code, code it calls, or Solidity itself. */
      readonly origin: 'manager' | 'bubbled' | 'solidity'
      readonly name: string
      /** True if this project gave the name, because no source states the contract's own. */
      readonly isOwnName: boolean
      readonly arguments: Readonly<Record<string, AbiValue>>
      readonly data: Hex
    }
  | {
      /** An error that is not known here, such as one of the target's own. */
      readonly origin: 'unknown'
      readonly name: null
      /** Its first 4 bytes; null when there are fewer. */
      readonly selector: Hex | null
      readonly data: Hex
    }

const errors = new Map(
  managerAbi
    .filter((item) => item.type === 'error')
    .map((item) => [managerErrorSelectors[item.name] as Hex, item]),
)

/**
 * Decodes the data that a failed call of the Manager came back with.
 *
 * The target's own revert data passes through the Manager unchanged: what is not known is kept as
 * data, and so is data that only begins like a known error.
 *
 * @param data - revert data, `0x` for none.
 * @param rules - decoders whose own errors are known too; they have no arguments.
 * @returns the error by name with its arguments, or the data as it is.
 * @throws {InvalidHexError} when it is not hex of whole bytes.
 */
export function decodeManagerRevert(data: Hex, rules?: RuleBook): ManagerRevert {
  const reader = createCalldataReader(data)
  const whole = reader.text as Hex
  if (reader.end < 4) return { origin: 'unknown', name: null, selector: null, data: whole }
  const selector = readSelector(reader)
  const item = errors.get(selector)
  if (item !== undefined) {
    try {
      const values = readArguments(reader, item.inputs)
      const { name } = item
      if (!isPaddedEmpty(values, whole)) assertFinished(reader)
      return {
        origin: originOf(name),
        name,
        isOwnName: false,
        arguments: values,
        data: whole,
      }
    } catch (error) {
      if (!(error instanceof BaseError)) throw error
    }
  }
  const name = rules === undefined ? undefined : decoderErrorsOf(rules).get(selector)
  if (name !== undefined && reader.end === 4) {
    return { origin: 'bubbled', name, isOwnName: false, arguments: {}, data: whole }
  }
  return { origin: 'unknown', name: null, selector, data: whole }
}

/** True of an empty text with one word of zeros after it: older compilers write the empty text so. */
function isPaddedEmpty({ message }: Readonly<Record<string, AbiValue>>, data: Hex): boolean {
  return message === '' && data === paddedEmptyText
}

/** The empty text as WETH9 returns it: offset, length, and a word too many. */
const paddedEmptyText = `0x08c379a0${'20'.padStart(64, '0')}${'0'.repeat(128)}`

/** The errors that the rules name, by selector. */
const decoderErrorsOf = memoize((rules: RuleBook): ReadonlyMap<string, string> => {
  const names = new Set<string>()
  for (const group of rules.groups.values()) {
    for (const { checks } of group.rules) {
      for (const { error } of checks) if (error !== null) names.add(error)
    }
  }
  const selectors = selectorsOf([...names].map((name) => `${name}()`))
  return new Map([...selectors].map(([text, selector]) => [selector, text.slice(0, -2)]))
})

function originOf(name: string): 'manager' | 'bubbled' | 'solidity' {
  if (name.startsWith('ManagerWithMerkleVerification__')) return 'manager'
  return name === 'Error' || name === 'Panic' ? 'solidity' : 'bubbled'
}
