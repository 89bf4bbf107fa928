import type { Address, Hex } from '@vaultwright/base'
import type { AbiValue } from '@vaultwright/manager'
import type { Reading } from '../reading/reading.ts'

/** The way a venue sets its price: a market, a contract's own rate, or calldata of a third party. */
export type VenueKind = 'exchange' | 'conversion' | 'aggregator'

/** A parameter or a field that no leaf binds, and why that matters. */
export type FreeField = { readonly field: string; readonly why: string }

/** The source of the token that a venue sells or buys. */
export type VenueToken =
  /** A parameter of the action: by its leaf, by what its account says, or by its approval. */
  | { readonly from: 'parameter'; readonly name: string }
  /** Any token of the list that `list` is; `name` is the parameter that chooses. */
  | { readonly from: 'list'; readonly name: string; readonly list: string }
  /** The answer of a parameter's account to a call: `asset()`. */
  | { readonly from: 'fact'; readonly of: string; readonly call: string }
  /** Either token of the pool that a parameter is; `name` is the parameter that chooses. */
  | { readonly from: 'pool'; readonly name: string; readonly of: string }
  | { readonly from: 'native' }

/** The values of a venue's parameters, amounts in base units, and contracts that quote for it. */
export type VenueValues = {
  readonly values: Readonly<Record<string, AbiValue>>
  readonly sellToken: Address
  readonly buyToken: Address
  readonly sellAmount: bigint
  /** Contract of a role of the venue's protocol, such as `quoter_v2`; null when none is known. */
  readonly contractOf: (role: string) => Address | null
  /** The answer of an account to a call, as far as it is known. */
  readonly factOf: (account: Address, call: string) => AbiValue | null
}

/** The read of an account that a venue's quote needs. */
export type VenueFact = { readonly of: string; readonly call: string }

/** A word of a third party's calldata. */
export type CalldataNumber = {
  /** As the signature names it. */
  readonly field: string
  /** Null when the calldata ends before it. */
  readonly read: (data: Hex) => bigint | null
}

/** An account that a third party's calldata names. */
export type CalldataReceiver = {
  readonly field: string
  /** The token it gets: the sold or the bought one. */
  readonly gets: 'sold' | 'bought'
  readonly read: (data: Hex) => Address | null
  /** True if the zero address stands for the caller. */
  readonly isZeroCaller: boolean
  /** Field that names the account that must receive what is sold; null where the vault must. */
  readonly mustBe: string | null
}

/** A bit of a flags word that no calldata may set. */
type RefusedFlag = { readonly bit: bigint; readonly name: string; readonly why: string }

/** The fields of a third party's calldata; numbers in base units. */
export type CalldataFields = {
  readonly sold: CalldataAccount | null
  readonly bought: CalldataAccount | null
  readonly executor: CalldataAccount | null
  readonly amount: CalldataNumber
  /** True if an amount of zero means the whole balance. */
  readonly isZeroAll: boolean
  readonly least: CalldataNumber
  /** The maximum that the router pays: it keeps what comes out above it. */
  readonly quote: CalldataNumber | null
  readonly receivers: readonly CalldataReceiver[]
  readonly flags: (CalldataNumber & { readonly refused: readonly RefusedFlag[] }) | null
  readonly referral: CalldataNumber | null
  /** Each must be zero unless the service is configured otherwise. */
  readonly fees: readonly CalldataNumber[]
}

/** An account in a third party's calldata. */
export type CalldataAccount = {
  readonly field: string
  readonly read: (data: Hex) => Address | null
}

/** Values of a parameter that no leaf binds and that are worth trying. */
type VenueVariant = { readonly parameter: string; readonly values: readonly string[] }

/** An action that sells one token for another, as data. */
export type SwapVenue = {
  /** Of the action. */
  readonly route: string
  /** As people call it. */
  readonly title: string
  readonly kind: VenueKind
  readonly sold: VenueToken
  readonly bought: VenueToken
  /** Parameter that says how much is sold. */
  readonly amount: string
  /** Parameter of the least that is bought; null where the call has none. */
  readonly least: string | null
  /** Parameter that receives what is bought; null where the action pays whoever acts. */
  readonly recipient: string | null
  readonly deadline: string | null
  /** Every mix of their values is tried. */
  readonly variants: readonly VenueVariant[]
  /** Values of parameters that are always the same here, in display form. */
  readonly fixed: Readonly<Record<string, string>>
  /** Parameters that a third party alone knows; the venue is quoted only with calldata where there are some. */
  readonly offered: readonly string[]
  /** The reads of accounts beside those that tell its tokens; each answers with one account. */
  readonly facts: readonly VenueFact[]
  /** The output by a call that reads; null if no such call is known. */
  readonly quote: ((values: VenueValues) => Reading<bigint | null> | null) | null
  /**
   * Reads if there is something to trade against, in one round; null where no call tells, and the reading null
   * where it is not clear.
   */
  readonly liquidity: ((values: VenueValues) => Reading<boolean | null>) | null
  /** Name of what it trades against, several joined by commas: venues of one name share it. Null where it is not known. */
  readonly poolKey: ((values: VenueValues) => string | null) | null
  readonly free: readonly FreeField[]
  /** Of actions whose calldata a third party makes; null otherwise. */
  readonly calldata: CalldataFields | null
  /** Set where no service makes its calldata. */
  readonly unserved: UnservedVenue | null
  /** Values of a third party's calldata that share words; null where each argument is one parameter. */
  readonly offeredIn: ((data: Hex) => Readonly<Record<string, AbiValue>> | null) | null
}

/** A venue whose calldata no service makes. */
type UnservedVenue = {
  /** Why, and what to do. */
  readonly reason: string
  /** False where the service has ended: the venue is listed only with calldata of its own. */
  readonly isListed: boolean
}

/** A venue as a protocol writes it down. */
export type VenueDraft = Pick<SwapVenue, 'route' | 'title'> & Partial<SwapVenue>

const soldParameter: VenueToken = { from: 'parameter', name: 'token_in' }
const boughtParameter: VenueToken = { from: 'parameter', name: 'token_out' }

/** The field of every minimum that no leaf binds. */
export const freeMinimum: FreeField = {
  field: 'minimum',
  why: 'No leaf binds a price: a least of 1 passes.',
}

/** The field of every amount that no leaf binds. */
const freeAmount: FreeField = {
  field: 'amount',
  why: 'A leaf binds that an amount moves, not how much.',
}

/** The field of a call without a deadline. */
const noDeadline: FreeField = {
  field: 'deadline',
  why: 'The call has none: it may be mined at any later time, at its least.',
}

/** Fills in an exchange: a market that sells `token_in` for `token_out`. */
export function exchangeVenue(draft: VenueDraft): SwapVenue {
  const { deadline = 'deadline', least: minimum = 'minimum' } = draft
  const free = [
    freeAmount,
    ...(minimum === null ? [] : [freeMinimum]),
    ...(deadline === null ? [noDeadline] : []),
    ...(draft.free ?? []),
  ]
  return { ...plainVenue, kind: 'exchange', ...draft, least: minimum, deadline, free }
}

/** Fills in a conversion at a contract's own rate. */
export function conversionVenue(draft: VenueDraft): SwapVenue {
  const { least: minimum = null } = draft
  const rate: FreeField =
    minimum === null
      ? { field: 'rate', why: 'The call has no least output: the rate is the contract’s own.' }
      : freeMinimum
  const free = [freeAmount, rate, ...(draft.free ?? [])]
  return { ...plainVenue, kind: 'conversion', ...draft, least: minimum, free }
}

/** Fills in a router whose calldata a third party makes. */
export function aggregatorVenue(draft: VenueDraft): SwapVenue {
  const free = [freeAmount, ...(draft.free ?? [])]
  return { ...plainVenue, kind: 'aggregator', offered: ['data'], ...draft, free }
}

const plainVenue = {
  sold: soldParameter,
  bought: boughtParameter,
  amount: 'amount',
  least: null,
  recipient: null,
  deadline: null,
  variants: [],
  fixed: {},
  offered: [],
  facts: [],
  quote: null,
  liquidity: null,
  poolKey: null,
  calldata: null,
  unserved: null,
  offeredIn: null,
} as const satisfies Partial<SwapVenue>
