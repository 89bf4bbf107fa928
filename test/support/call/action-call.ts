import type { Hex } from '@vaultwright/base'
import type { AbiValue } from '@vaultwright/manager'
import { actionOf, encodeAction } from '@vaultwright/protocols'
import { encodeFunctionData, parseAbi } from 'viem'

/** The vault that acts in tests of actions. */
export const self = '0xf0bb20865277aBd641a307eCe5Ee04E79073416C'

/** Its Manager. */
export const manager = '0x227975088C28DBBb4b421c6d96781a53578f19a8'

/** Values of an action's parameters. */
export type ActionValues = { readonly [name: string]: AbiValue }

/** An action, values for it, the function that it should call, and with what. */
export type ActionCase = readonly [string, ActionValues, string, readonly unknown[]]

/**
 * Encodes the call of an action.
 *
 * @param route - of the action.
 * @param given - values of all its parameters.
 * @returns calldata.
 */
export function callOfAction(route: string, given: ActionValues): Hex {
  return encodeAction(actionOf(route)!, { ...given, self, manager })
}

/**
 * Encodes a call as viem does, which knows nothing of actions.
 *
 * @param signature - with types only: `supply(address,uint256)`.
 * @param args - its arguments.
 * @returns calldata.
 */
export function callOfInterface(signature: string, args: readonly unknown[]): Hex {
  const lines: readonly string[] = [`function ${signature}`]
  const functionName = signature.slice(0, signature.indexOf('('))
  return encodeFunctionData({ abi: parseAbi(lines), functionName, args })
}
