import type { Address, Hex } from '@vaultwright/base'

/** The first four bytes of a call: `0x` and 8 hex digits, lower case. */
export type Selector = Hex

/** The accounts that a contract asks: its owner, and the contract that grants single functions to others. Zero for none. */
export type ControlAuth = { readonly owner: Address; readonly authority: Address }

/** The kinds of contract whose guarded functions are known. */
export type ControlPart =
  | {
      readonly of:
        | 'queue'
        | 'warden'
        | 'deployer'
        | 'proxy_admin'
        | 'beacon'
        | 'bridge_endpoint'
        | 'bridge_library'
        | 'plain'
    }
  | {
      readonly of: 'accountant'
      /** The contracts that price assets which are not pegged, by asset; absent where their slot is not known. */
      readonly providers?: ReadonlyMap<Address, Address>
    }
  | {
      readonly of: 'manager'
      readonly vault: Address
      readonly isPaused: boolean
      /** Accounts that have a root. */
      readonly strategists: readonly Address[]
    }
  | {
      readonly of: 'vault'
      /** Asked before every transfer of shares; zero for none, absent where its slot is not known. */
      readonly hook?: Address
    }
  | {
      readonly of: 'teller'
      readonly vault: Address
      readonly isPaused: boolean
      /** Seconds for which new shares stay where they are; absent where their slot is not known. */
      readonly lockSeconds?: bigint
      /** Assets that a contract prices, true if one buys shares; absent where its slot is not known. */
      readonly assets?: ReadonlyMap<Address, boolean>
      /** Absent for a teller without a bridge, or whose code does not say where it is. */
      readonly bridge?: BridgeTie
    }
  | {
      readonly of: 'pauser'
      /** Contracts that a round pauses. */
      readonly pausables: readonly Address[]
      /** The contract that an account pauses in person. */
      readonly senders: ReadonlyMap<Address, Address>
    }
  | { readonly of: 'solver'; readonly queue: Address }
  /** Swaps for a strategist: its guarded functions reach `manageVaultWithMerkleVerification`, never with a free call. */
  | { readonly of: 'micro_manager'; readonly manager: Address }

/** The contracts and accounts that let messages of other chains mint shares. */
export type BridgeTie = {
  readonly endpoint: Address
  /** The account that may choose libraries and verifiers at the endpoint; zero for none, null if its code is not known. */
  readonly delegate: Address | null
  /** A way that messages come in: a chain, and a library that holds them for verified. */
  readonly routes: readonly MessageRoute[]
}

/** A chain whose messages are let in, by a library of the endpoint. */
export type MessageRoute = {
  /** The id of the chain at the endpoint. */
  readonly chain: number
  /** Null if the endpoint's code is not known. */
  readonly library: Address | null
  /** True if the owner of the endpoint may exchange the library. */
  readonly isDefaultLibrary: boolean
  /** Null if the library's code is not known. */
  readonly verifiers: BridgeVerifiers | null
}

/** The accounts whose word lets a message in: each required one, and so many of the optional ones. */
export type BridgeVerifiers = {
  readonly required: readonly Address[]
  readonly optional: readonly Address[]
  readonly threshold: number
  /** True if the owner of the library may exchange the required ones. */
  readonly isDefaultRequired: boolean
  /** True if it may exchange the optional ones and their number. */
  readonly isDefaultOptional: boolean
}

/** The account at an address at one block. Whatever is not recognised is `unknown`, never left out. */
export type ControlAccount =
  | { readonly kind: 'key'; readonly isUnused: boolean }
  /** A key that lends its account a contract's code (EIP-7702). */
  | {
      readonly kind: 'delegated'
      readonly delegate: Address
      /** The callers that the code obeys: the key alone, anybody, or not known. */
      readonly opening: 'key_only' | 'anybody' | 'unknown'
    }
  | { readonly kind: 'unknown'; readonly codeHash: Hex | null }
  /** Prices an asset for the accountant; what its code says is not looked into. */
  | { readonly kind: 'price_source' }
  /** Makes any call for `by`; null for anybody. */
  | { readonly kind: 'forwarder'; readonly by: Address | null }
  | {
      readonly kind: 'safe'
      readonly version: string
      readonly threshold: number
      readonly owners: readonly Address[]
      readonly modules: readonly Address[]
      /** Zero for none, as the guards. */
      readonly fallbackHandler: Address
      readonly guard: Address
      readonly moduleGuard: Address
      /** False if its storage holds what is not explained: a hidden owner or module. */
      readonly isComplete: boolean
    }
  | {
      readonly kind: 'timelock'
      /** Seconds. */
      readonly minDelay: number
      readonly admins: readonly Address[]
      readonly proposers: readonly Address[]
      /** The zero address among them: anybody executes. */
      readonly executors: readonly Address[]
      readonly cancellers: readonly Address[]
      readonly isComplete: boolean
    }
  | {
      readonly kind: 'contract'
      readonly auth: ControlAuth
      readonly part: ControlPart
      /** The guarded functions that its code has. */
      readonly functions: ReadonlySet<Selector>
      /** False if its code is not known, and it is read as what a definition says it is. */
      readonly isKnown: boolean
    }
  | {
      readonly kind: 'authority'
      readonly auth: ControlAuth
      /** Bit n: role n. */
      readonly roles: ReadonlyMap<Address, bigint>
      /** By `capabilityOf(target, selector)`; bit n: role n. */
      readonly capabilities: ReadonlyMap<string, bigint>
      /** Public capabilities. */
      readonly open: ReadonlySet<string>
      readonly isComplete: boolean
    }
  /** A proxy whose code its admin exchanges. */
  | { readonly kind: 'proxy'; readonly admin: Address; readonly behind: UnproxiedAccount }

/** An account that is no proxy. */
export type UnproxiedAccount = Exclude<ControlAccount, { readonly kind: 'proxy' }>

/** The accounts of one block that decide over a vault, by address in lower case. */
export type ControlState = ReadonlyMap<Address, ControlAccount>

/** Names a function of a contract as an authority's maps know it. */
export function capabilityOf(target: Address, selector: Selector): string {
  return `${target} ${selector}`
}

/** Reads the account at an address, proxies opened; unknown when the state has none. */
export function accountAt(state: ControlState, address: Address): UnproxiedAccount {
  const account = state.get(address)
  if (account === undefined) return { kind: 'unknown', codeHash: null }
  return account.kind === 'proxy' ? account.behind : account
}

/** Reads whom a contract asks; null for what has no such check. */
export function authAt(state: ControlState, target: Address): ControlAuth | null {
  const account = accountAt(state, target)
  return account.kind === 'contract' || account.kind === 'authority' ? account.auth : null
}
