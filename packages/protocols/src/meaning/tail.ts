import type { Hex } from '@vaultwright/base'
import {
  decodeTuple,
  encodeTuple,
  parseAbiTuple,
  parseSignature,
  UndecodableCallError,
} from '@vaultwright/manager'
import type { Action } from '../action/action.ts'
import { type CallArgument, callArgumentsOf } from './argument.ts'

/** The place of values that follow the arguments of a call. */
export const behindArguments = 'calldata'

/**
 * Reads the values that follow the arguments of an action's call.
 *
 * @param trailing - the bytes behind the arguments.
 * @returns by path, in their order; none where the action sends nothing there, or the bytes are something else.
 */
export function tailArgumentsOf(action: Action, trailing: Hex): readonly CallArgument[] {
  if (action.openTail !== null) {
    return action.openTail(trailing).map((value) => {
      return { ...value, pattern: value.path, within: behindArguments }
    })
  }
  if (action.tailType === null) return []
  const fn = parseSignature(action.signature)
  const inputs = parseAbiTuple(action.tailType)
  try {
    const { values } = decodeTuple(inputs, trailing)
    if (encodeTuple(inputs, values) !== trailing.toLowerCase()) return []
    return callArgumentsOf({ ...fn, inputs }, values, '0x').map((argument) => ({
      ...argument,
      within: behindArguments,
    }))
  } catch (error) {
    if (error instanceof UndecodableCallError) return []
    throw error
  }
}
