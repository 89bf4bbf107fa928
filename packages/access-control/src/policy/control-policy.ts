import type { Address } from '@vaultwright/base'
import type { ActName } from '../act/catalogue.ts'

/** The demands of a policy on one act. */
export type ActDemands = {
  /** No fewer keys may suffice, as far as cannot be excluded. */
  readonly least_keys?: number
  /** Seconds from the block: it may not be done sooner. */
  readonly least_delay?: number
  /** It takes a key at least. */
  readonly not_public?: true
  /** It may be done by calls that these accounts make, and in no other way. */
  readonly only_through?: readonly Address[]
  /** These accounts may have no part in any way of doing it. */
  readonly not_by?: readonly Address[]
  /** This many keys must suffice, for what must stay quick. */
  readonly most_keys?: number
  /** Seconds from the block: it must be possible by then, with `most_keys` where both are there. */
  readonly most_delay?: number
}

/** The demands of a policy on one act: those of `on` on the contract that it names, the others on every other one. */
export type ActRule = ActDemands & { readonly on?: Readonly<Record<Address, ActDemands>> }

/** The demands of a policy on the accounts that hold powers. */
export type AccountRule = {
  /** Code that is not known. */
  readonly unknown_code?: 'refuse' | 'warn'
  /** Accounts without code that were never used. */
  readonly unused_accounts?: 'refuse' | 'warn'
  /** Keys that lend their account code. */
  readonly delegated_keys?: 'refuse' | 'warn'
  /** The lists of holders are proven complete. */
  readonly complete?: 'require' | 'warn'
  /** `listed`: no module of a Safe may stand beside its list. `refuse`: there may be none. */
  readonly modules?: 'listed' | 'refuse'
}

/** The rules of a policy for who may do what with a vault. */
export type ControlPolicy = { readonly [act in ActName]?: ActRule } & { readonly any?: AccountRule }
