import type { DecoderRules } from '@vaultwright/manager'
import type { Action } from './action.ts'

/** A protocol: a folder of this package. */
export type Protocol = {
  /** Name of its folder in snake case; the first half of its routes. */
  readonly name: string
  /** For people. */
  readonly title: string
  /** The address of its own app; null if it has none. */
  readonly appUrl: string | null
  /** Others copied its interface: where nothing else tells, a function that it shares is its own. */
  readonly isStandard?: true
  /** Its decoders, older versions included. */
  readonly decoders: readonly DecoderRules[]
  /** The actions of a strategist with it; leaves follow from these. */
  readonly actions: readonly Action[]
  /**
   * The limit of the price of a call whose minimum output is the caller's to choose, if it is not a pool: a rate of the
   * contract's own, the route that the caller names, or the quote that the caller names beside the route.
   */
  readonly price?: 'rate' | 'route' | 'quote'
  /** Its actions that move two tokens and have no venue, by the reason. */
  readonly unquoted?: Readonly<Partial<Record<UnquotedReason, readonly string[]>>>
}

/** The reasons that an action which moves two tokens has no venue. */
export const unquotedReasons = {
  liquidity: 'It changes a position of several tokens, or of liquidity.',
  exact_output: 'It buys an exact amount: the first version sells exact amounts only.',
  bridge: 'It sends a token to another chain.',
  paid_later: 'It asks for something that is paid later.',
  loan: 'It lends, borrows or repays: what comes back is a position.',
  stake: 'It stakes, and gives back a receipt one for one or none.',
  counted_output:
    'It counts in what comes out: the same contract is quoted by the action that counts in what is sold.',
  two_tokens: 'It turns one token into two, or two into one.',
  third_party: 'It needs statements of a third party that no calldata of a swap holds.',
  kept_outside: 'The position contract keeps what is bought: nothing comes to the vault.',
  own_rate: 'Its rate is an issuer’s own and is not read here yet.',
} as const

/** The code of a reason against a venue. */
type UnquotedReason = keyof typeof unquotedReasons
