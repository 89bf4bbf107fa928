import { type Address, type Hex, memoize } from '@vaultwright/base'
import {
  type AbiValue,
  type DecoderReadValues,
  type DecoderRules,
  encodeCall,
  parseSignature,
} from '@vaultwright/manager'
import type { ActionInputValues, ActionParameters, ParameterValues } from './parameter.ts'

/** Says if the call carries value: both kinds are different leaves. */
type Sends = 'never' | 'always' | 'either'

/** A spender that must be allowed to pull a token before the call. */
export type ActionApproval = {
  /** Name of a `token` or `tokens` parameter; each of a list is approved. */
  readonly token: string
  /** Name of an `account` or `token` parameter, or an account that is the same everywhere. */
  readonly spender: string | Address
  /** Name of an `amount`, `amounts` parameter: exactly so much is approved; of one token, the sum of the amounts. */
  readonly amount: string
  /** The spender pulls through Permit2: the token is approved to Permit2, and there to the spender. */
  readonly through?: 'permit2'
  /** Name of a parameter: the one token of the list that is never pulled, such as a pool's own. */
  readonly except?: string
}

/** An action of a strategist: one call that a leaf permits, and the approvals it needs. */
export type Action = {
  /** `<protocol>/<action>`, snake case. */
  readonly route: string
  /** The route's first part. */
  readonly protocol: string
  readonly name: string
  /** One sentence: what it does to the vault. */
  readonly description: string
  readonly parameters: ActionParameters
  /** With parameter names. */
  readonly signature: string
  /** The rules that pack it: the newest decoder first, older versions after it. */
  readonly rules: readonly DecoderRules[]
  /** Name of the parameter that is called; `manager` for the Manager itself. */
  readonly target: string
  readonly arguments: (values: ActionInputValues) => readonly AbiValue[]
  /** Bytes that follow the arguments, for functions that read calldata beyond them. */
  readonly tail: (values: ActionInputValues) => Hex
  /** The values that these bytes are, as a tuple with names; null when they are something else, or none. */
  readonly tailType: string | null
  /** Reads these bytes where they are no tuple, such as a compact swap; null where nothing does. */
  readonly openTail: ((tail: Hex) => readonly TailValue[]) | null
  readonly sends: Sends
  /** Wei that go with the call. */
  readonly value: (values: ActionInputValues) => bigint
  /** The values that the decoder would read from the chain, by the key of the read. */
  readonly reads: (values: ActionInputValues) => DecoderReadValues
  readonly approvals: readonly ActionApproval[]
  /**
   * The sentence of the action, with `{parameter}` for values: `Supply {amount} to {pool}`. Amounts
   * name their token.
   */
  readonly sentence: string
  /** Name of the `bytes` parameter that holds the whole calldata, as a third party made it. */
  readonly calldata: string | null
  /** Reads out of such calldata the least that it buys, in base units of `token_out`; null when it cannot be read. */
  readonly least: (calldata: Hex) => bigint | null
  /** Lengths that its lists may have; empty when it has none. */
  readonly sizes: readonly number[]
}

/** A value behind the arguments of a call. */
export type TailValue = {
  readonly path: string
  /** Canonical; `listed` for an account by its place in a list of the contract's, `caller` for who calls it. */
  readonly type: string
  readonly value: AbiValue
}

/** An action as a protocol writes it down, typed by its own parameters. */
type ActionDefinition<P extends ActionParameters> = Pick<
  Action,
  'route' | 'name' | 'description' | 'signature' | 'rules' | 'target' | 'sentence'
> & {
  readonly parameters: P
  readonly arguments: (values: ParameterValues<P>) => readonly AbiValue[]
  /** None when not said. */
  readonly tail?: (values: ParameterValues<P>) => Hex
  /** Left out where the tail is not a tuple. */
  readonly tailType?: string
  /** Left out where the tail is a tuple. */
  readonly openTail?: (tail: Hex) => readonly TailValue[]
  /** `never` when not said. */
  readonly sends?: Sends
  /** Zero when not said. */
  readonly value?: (values: ParameterValues<P>) => bigint
  /** None when not said. */
  readonly reads?: (values: ParameterValues<P>) => DecoderReadValues
  readonly approvals?: readonly ActionApproval[]
  readonly calldata?: keyof P & string
  /** Not known when not said. */
  readonly least?: (calldata: Hex) => bigint | null
  readonly sizes?: readonly number[]
}

/**
 * Types an action by its own parameters.
 *
 * @returns the action with everything that was not said.
 */
// For bundlers: an action that a program does not name is left out of its bundle.
/* @__NO_SIDE_EFFECTS__ */
export function defineAction<const P extends ActionParameters>(draft: ActionDefinition<P>): Action {
  return {
    tail: () => '0x',
    tailType: null,
    openTail: null,
    sends: 'never',
    value: () => 0n,
    reads: () => ({}),
    approvals: [],
    calldata: null,
    least: () => null,
    sizes: [],
    ...draft,
    protocol: draft.route.slice(0, draft.route.indexOf('/')),
  } as Action
}

const functionOf = memoize(({ signature }: Action) => parseSignature(signature))

/**
 * Encodes the call of an action.
 *
 * @param values - of all its parameters, in base units.
 * @returns calldata, without a drone's suffix.
 * @throws {UnencodableError} when a value is none of its type.
 */
export function encodeAction(action: Action, values: ActionInputValues): Hex {
  const data = encodeCall(functionOf(action), action.arguments(values))
  return `${data}${action.tail(values).slice(2)}`
}
