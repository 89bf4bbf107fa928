import type { Address } from '@vaultwright/base'
import type { AbiValue } from '@vaultwright/manager'
import type { Binding } from '../action/permit.ts'
import type { Reading } from '../reading/reading.ts'
import type { ReadMoment } from './position.ts'

/** An account whose positions are left, and what leaves bind of them. */
export type ExitQuery = {
  readonly holder: Address
  readonly binding: Binding
}

/** A way out of one position. */
export type ExitRoute = {
  /** The token that arrives at the holder. */
  readonly asset: Address
  /** Base units of that token that the position counts. */
  readonly worth: bigint
  /** The most that the amount of the action may be: the whole position in the unit of that amount. */
  readonly most: bigint
  /** The most that the contract declares to pay now, in the same unit; null where it declares nothing. */
  readonly bound: bigint | null
  /** The amount that the action takes for the whole position, whatever it has grown to; null where `most` is it. */
  readonly all: bigint | null
  /** Values of the action that its leaf does not bind. */
  readonly values: { readonly [name: string]: AbiValue }
}

/** An action that leaves a position at once and pays the token that the position is in. */
export type Exit = {
  /** Of the action that leaves. */
  readonly route: string
  /** Parameters of the action that name a position: any leaf of the protocol that binds all of them may have opened it. */
  readonly identity: readonly string[]
  /** Name of the parameter that says how much leaves. */
  readonly amount: string
  /** `instant`: the token arrives with the call. */
  readonly timing: 'instant'
  /** Reads the ways out of the positions that a binding names: one a position that is there. */
  readonly read: (query: ExitQuery, moment: ReadMoment) => Reading<readonly ExitRoute[]>
  /** Reads the amount that pays so much of the token; where it is left out, the amount is in that token. */
  readonly readAmount?: (query: ExitQuery, assets: bigint) => Reading<bigint | null>
}

/** Reads an account that a binding names; null where it names none. */
export function accountBound({ binding }: ExitQuery, name: string): Address | null {
  const value = binding[name]
  return typeof value === 'string' ? (value as Address) : null
}
