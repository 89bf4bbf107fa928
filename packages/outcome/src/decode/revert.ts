import type { Hex } from '@vaultwright/base'
import { type AbiValue, decodeManagerRevert, type ManagerRevert } from '@vaultwright/manager'
import { decodeErrorResult, encodeErrorResult, toFunctionSelector } from 'viem'
import { knownErrors } from './error-list.ts'

const errors = new Map(
  knownErrors.map((item) => [toFunctionSelector(item.signature), item] as const),
)

/**
 * Says what revert data means: errors of the Manager and of Solidity first, then those of the
 * contracts that it meets. A name that this project gave is marked as such.
 *
 * @param data - revert data, `0x` for none.
 * @returns the error by name with its arguments, or the data as it is.
 * @throws {InvalidHexError} when it is not hex of whole bytes.
 */
export function decodeRevert(data: Hex): ManagerRevert {
  const revert = decodeManagerRevert(data)
  if (revert.name !== null || revert.selector === null) return revert
  const knownError = errors.get(revert.selector)
  if (knownError === undefined) return revert
  const { error, source } = knownError
  try {
    const { args } = decodeErrorResult({ abi: [error], data: revert.data })
    const values = (args ?? []) as readonly AbiValue[]
    // Data that is longer than the error's, or spells it otherwise, only begins like it.
    const again = encodeErrorResult({ abi: [error], errorName: error.name, args: values })
    if (again !== revert.data) return revert
    const named = error.inputs.map(({ name }, index) => [name ?? String(index), values[index]!])
    return {
      origin: 'bubbled',
      name: error.name,
      isOwnName: source === null,
      arguments: Object.fromEntries(named),
      data: revert.data,
    }
  } catch {
    return revert
  }
}
