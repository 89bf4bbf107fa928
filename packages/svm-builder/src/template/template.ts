import type { Instruction, Operator, SvmAccount, SvmAddress } from '@vaultwright/svm'

/** A token of a definition. */
export type SvmToken = {
  /** As the definition names it. */
  readonly symbol: string
  readonly mint: SvmAddress
  readonly decimals: number
  /** The token program that owns the mint. */
  readonly program: SvmAddress
}

/** A value that a template binds: a token, or an account. */
export type SvmValue = SvmToken | SvmAddress

/** A parameter of a template. Tokens and accounts are bound by the definition, amounts are free. */
export type SvmParameter =
  | {
      readonly kind: 'token'
      readonly describe: string
      /** The only mint that the template serves. */
      readonly only?: SvmAddress
    }
  | {
      readonly kind: 'account'
      readonly describe: string
      /** False where the definition's entry decides it, and requests do not name it. */
      readonly isRequested: boolean
      /** An entry may leave it out: the call then has none. */
      readonly isOptional?: true
    }
  | {
      readonly kind: 'amount'
      readonly describe: string
      /** The token parameter in whose display units it is, `lamports` for SOL, or `units` for whole numbers. */
      readonly of: string
      /** True if leaving it out uses the whole balance. */
      readonly takesAll: boolean
      /** The value for all of it, where no balance tells. */
      readonly omitted?: bigint
    }

/** A part of the inner call's data, as the lint and the list of free parts name it. */
export type SvmDataField = {
  readonly name: string
  readonly start: number
  readonly length: number
  /** The called program checks it against a pinned account, so that it is not free. */
  readonly isImplied?: true
}

/** The inputs of a template's calls. */
export type SvmCallInput = {
  readonly subAccount: SvmAddress
  readonly token: (name: string) => SvmToken
  readonly account: (name: string) => SvmAddress
  /** Null where the entry leaves it out. */
  readonly accountOrNull: (name: string) => SvmAddress | null
  /** Base units. */
  readonly amount: (name: string) => bigint
}

/** The chain facts of a call, and the calls that run before it. */
export type SvmCallContext = {
  /** @throws {SvmAccountsNotReadError} with those that were not read. */
  readonly accountsAt: (addresses: readonly SvmAddress[]) => readonly (SvmAccount | null)[]
  /** Inner calls of the actions that run before it in the transaction. */
  readonly earlier: readonly Instruction[]
  readonly strategist: SvmAddress
}

/** A token account that a call needs. */
export type SvmTokenAccountNeed = {
  readonly address: SvmAddress
  readonly owner: SvmAddress
  readonly token: Omit<SvmToken, 'symbol' | 'decimals'>
}

/** The spending of a call from a sub-account. */
export type SvmSpending =
  | { readonly kind: 'token'; readonly address: SvmAddress; readonly token: SvmToken }
  | { readonly kind: 'lamports'; readonly address: SvmAddress }

/** The calls of a template for some values. */
export type SvmCall = {
  /** Run by the vault program, signed by the sub-account. Flags are as the digest's creator set them. */
  readonly innerCall: Instruction
  /** Permissionless instructions that must run right before it. */
  readonly before: readonly Instruction[]
  /** Permissionless instructions that must run right after it. */
  readonly after: readonly Instruction[]
  readonly spending: SvmSpending | null
  /** They must exist before the call. */
  readonly tokenAccounts: readonly SvmTokenAccountNeed[]
  /** Accounts that `refreshesOf` asks for in any case. */
  readonly reads?: readonly SvmAddress[]
  /** Accounts that the call exists to create. */
  readonly creates?: readonly SvmAddress[]
}

/** Makes names and amounts for a sentence. */
export type SvmSentenceInput = {
  readonly symbol: (name: string) => string
  /** The name of an account, or the ends of its address. */
  readonly account: (name: string) => string
  /** Display units, thousands apart; empty for all of it. */
  readonly amount: (name: string) => string
}

/** An action of a protocol on Solana: its parameters, its call, and what a digest of it pins. */
export type SvmTemplate = {
  /** `<protocol>/<action>`. */
  readonly route: string
  readonly name: string
  readonly protocol: string
  readonly protocolAppUrl: string | null
  readonly description: string
  /** In the order in which people meet them. */
  readonly parameters: Readonly<Record<string, SvmParameter>>
  readonly operators: readonly Operator[]
  readonly dataFields: readonly SvmDataField[]
  /** One name for each account of the inner call. */
  readonly accountNames: readonly string[]
  /** Indices of accounts that receive what the call sends. */
  readonly receivers: readonly number[]
  /** Compute units of the whole action, when nothing was simulated. */
  readonly computeUnits: number
  /** Programs that may run inside, the called one first. */
  readonly programs: readonly SvmAddress[]
  readonly callOf: (input: SvmCallInput) => SvmCall
  /**
   * Makes what must run right before the call by what the chain says, in place of the call's own `before`. It changes no
   * flag of an account of the inner call.
   *
   * @throws when an account stands against the call.
   */
  readonly refreshesOf?: (input: SvmCallInput, context: SvmCallContext) => readonly Instruction[]
  readonly sentenceOf: (input: SvmSentenceInput) => string
}
