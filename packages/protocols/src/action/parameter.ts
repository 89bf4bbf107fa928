import type { Address, Hex } from '@vaultwright/base'
import type { AbiValue } from '@vaultwright/manager'

/** The numbering of chains that a bridge uses: LayerZero endpoint ids, CCTP domains, CCIP selectors, chain ids. */
export type Numbering = 'layer_zero' | 'cctp' | 'ccip' | 'chain_id'

/** A value that the chain, or the lock file, knows about an account that another parameter names. */
export type FactSource = {
  /** The parameter that names the account. */
  readonly of: string
  /**
   * The call that is read, with the types of its arguments: `asset()`; `coins(uint256)` of a list
   * is asked from 0 on. `readTokens().pt` is the field of that name in what comes back; see
   * `questionOf`.
   */
  readonly call: string
  /** The returned value, as a tuple: `(address)`. Its first field counts unless the call names one. */
  readonly returns: string
}

type ParameterCommon = {
  /** One sentence for the person who fills it in. */
  readonly describe: string
  /** The default source of its value. */
  readonly fact?: FactSource
}

/** An account: a pool, a market, a vault, a receiver. */
export type AccountParameter = ParameterCommon & {
  readonly kind: 'account'
  /** The role of the contract in its protocol, in the registry's words: `pool`. */
  readonly role?: string
}

/** A token: an account with a symbol and decimals. */
export type TokenParameter = ParameterCommon & {
  readonly kind: 'token'
  /** The role of the called contract in its protocol, in the registry's words: `wrapper`. */
  readonly role?: string
  /** The list parameter that it must be one of. */
  readonly oneOf?: string
  /** The token parameter whose address must be lower: contracts keep pairs in order. */
  readonly above?: string
  /** The token parameter that it must differ from: no pool exchanges a token for itself. */
  readonly unlike?: string
  /** The chain's value if it is left out, from the values of the other parameters. */
  readonly quote?: (values: ActionInputValues) => QuoteCall
}

/** Tokens in the order that the contract wants. */
export type TokensParameter = ParameterCommon & { readonly kind: 'tokens' }

/** Another chain, by the number that a bridge has for it. */
export type NetworkParameter = ParameterCommon & {
  readonly kind: 'network'
  readonly numbering: Numbering
}

/** 32 bytes: an identifier, or a receiver on another machine. */
export type WordParameter = ParameterCommon & {
  readonly kind: 'word'
  /** `account`: an address in the low 20 bytes may be given instead. */
  readonly as?: 'account'
  /** The account parameter that its first 20 bytes are. */
  readonly startsWith?: string
  readonly fallback?: Hex
}

/** The unit of an amount: the token that a parameter names, the native coin, or so many decimals. */
export type UnitSource = string | { readonly decimals: number }

/** An amount in display units. */
export type AmountParameter = ParameterCommon & {
  readonly kind: 'amount'
  /** Name of a token parameter · `native` · decimals. */
  readonly unit: UnitSource
  /** The value used if it is left out: the balance that the vault has of `unit`, or of the token named. */
  readonly all?: 'balance' | { readonly balanceOf: string }
  /** The word `max` is taken, and sent as 2^256 - 1. */
  readonly takesMax?: true
  /** Zero is taken also for `amount` or `shares`, which are what an action moves: it revokes, or another parameter counts. */
  readonly takesZero?: true
  /** To the contract, zero is the whole balance of the caller. */
  readonly zeroIsAll?: true
  /** In display units. */
  readonly fallback?: string
  /** The chain's value if it is left out, from the values of the other parameters: a fee. */
  readonly quote?: (values: ActionInputValues) => QuoteCall
}

/** One amount for each token of a list, in its display units. */
export type AmountsParameter = ParameterCommon & {
  readonly kind: 'amounts'
  /** Name of a `tokens` parameter · decimals for all. */
  readonly unit: UnitSource
}

/** A read that tells what an action would give right now. */
export type QuoteCall = {
  readonly to: Address
  /** With types of arguments: `get_dy(int128,int128,uint256)`; `.field` after it as in facts. */
  readonly call: string
  readonly arguments: readonly AbiValue[]
  /** As a tuple; the first field counts unless the call names one. */
  readonly returns: string
}

/** The least that must come out: given as it is, or as an expected amount less some basis points. */
export type MinimumParameter = ParameterCommon & {
  readonly kind: 'minimum'
  readonly unit: UnitSource
  /** The amount the chain would give, from the values of the other parameters. */
  readonly quote?: (values: ActionInputValues) => QuoteCall
}

/** The least of each token of a list. */
export type MinimumsParameter = ParameterCommon & {
  readonly kind: 'minimums'
  readonly unit: UnitSource
}

/** A whole number. */
export type IntegerParameter = ParameterCommon & {
  readonly kind: 'integer'
  readonly min: bigint
  readonly max: bigint
  readonly fallback?: bigint
  /** Usual values with what people call them: `['0.05 %', 500n]`. Others are taken as well. */
  readonly named?: readonly (readonly [label: string, value: bigint])[]
  /** The chain's value if it is left out, from the values of the other parameters. */
  readonly quote?: (values: ActionInputValues) => QuoteCall
  /** Part of what is acted on, not of how much: definitions may name it. */
  readonly isIdentity?: true
  /** `unix`: it is a moment in unix seconds. */
  readonly as?: 'unix'
}

/** Whole numbers. */
export type IntegersParameter = ParameterCommon & {
  readonly kind: 'integers'
  readonly min: bigint
  readonly max: bigint
}

/** Yes or no. */
export type FlagParameter = ParameterCommon & { readonly kind: 'flag'; readonly fallback?: boolean }

/** Bytes as they are. */
export type BytesParameter = ParameterCommon & {
  readonly kind: 'bytes'
  readonly fallback?: Hex
  /** The tuple that decoders decode of them, as a text; other bytes are refused. */
  readonly holds?: string
  /** Some bytes that decoders take. */
  readonly sample?: Hex
}

/** A text as it is. */
type TextParameter = ParameterCommon & {
  readonly kind: 'text'
  readonly fallback?: string
  readonly sample?: string
}

/** Any value of the ABI, as JSON. */
export type RawParameter = ParameterCommon & {
  readonly kind: 'raw'
  /** Its type: `bytes32[][]`. */
  readonly type: string
  readonly fallback?: AbiValue
  /** Some value that decoders take. */
  readonly sample: AbiValue
}

/** A moment: seconds from now, sent as unix seconds. */
export type DeadlineParameter = ParameterCommon & {
  readonly kind: 'deadline'
  /** Seconds. */
  readonly fallback: bigint
}

/** Actions that run inside this one. */
type ActionsParameter = ParameterCommon & { readonly kind: 'actions' }

/** A parameter of an action that a person may set. */
export type ActionParameter =
  | AccountParameter
  | TokenParameter
  | TokensParameter
  | NetworkParameter
  | WordParameter
  | AmountParameter
  | AmountsParameter
  | MinimumParameter
  | MinimumsParameter
  | IntegerParameter
  | IntegersParameter
  | FlagParameter
  | BytesParameter
  | TextParameter
  | RawParameter
  | DeadlineParameter
  | ActionsParameter

/** The parameters of an action by name, in the order that people meet them. */
export type ActionParameters = { readonly [name: string]: ActionParameter }

/** The value that a parameter has once it is known: base units, unix seconds, checksummed addresses. */
export type ParameterValue<P extends ActionParameter> = P extends { kind: 'account' | 'token' }
  ? Address
  : P extends { kind: 'tokens' }
    ? readonly Address[]
    : P extends { kind: 'network' | 'amount' | 'minimum' | 'integer' | 'deadline' }
      ? bigint
      : P extends { kind: 'amounts' | 'minimums' | 'integers' }
        ? readonly bigint[]
        : P extends { kind: 'flag' }
          ? boolean
          : P extends { kind: 'word' | 'bytes' }
            ? Hex
            : P extends { kind: 'text' }
              ? string
              : AbiValue

/** The accounts that act. */
export type CallerAccounts = {
  /** The vault, or its drone: who holds the tokens and makes the call. */
  readonly self: Address
  readonly manager: Address
}

/** The values of an action's parameters by name. */
export type ParameterValues<P extends ActionParameters> = {
  readonly [Name in keyof P]: ParameterValue<P[Name]>
} & CallerAccounts

/** The values of any action's parameters. */
export type ActionInputValues = CallerAccounts & { readonly [name: string]: AbiValue }
