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
}
