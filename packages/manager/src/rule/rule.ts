/**
 * The behaviour of the decoder contract of a protocol, as data.
 *
 * The notation is explained in NOTATION.md of this package.
 */
export type DecoderRules = {
  /** Name of the decoder contract, without its common suffix. */
  readonly decoder: string
  /** The mark that sets this version apart when a later one packs differently. */
  readonly version?: string
  /** Names of other decoders whose functions it has too. Its own functions override theirs. */
  readonly inherits?: readonly string[]
  /** The chain state its functions read, by the name used in the terms. */
  readonly reads?: { readonly [name: string]: ReadRule }
  readonly functions: readonly Rule[]
}

/** The pack of a decoder for one function. */
export type Rule = {
  /** The function with its parameter names. */
  readonly signature: string
  /** The packed entries in order: a comma-separated list of terms. Empty packs nothing. */
  readonly packs: string
  /** The conditions under which the decoder does not revert: `condition` or `condition else ErrorName`. */
  readonly checks?: readonly string[]
  /**
   * The decoder copies its arguments to memory, where the compiler checks every word of them, read or not. Left out,
   * it takes them from calldata, where only what is read is checked.
   */
  readonly memory?: true
  /** Names for expressions that are used more than once. */
  readonly let?: { readonly [name: string]: string }
  /** Why this packing is not certain: it was inferred and never observed. */
  readonly inferred?: string
}

/**
 * A value of the chain that a rule needs.
 *
 * Used in a term with one argument more than the function has, the first one is the contract's address.
 */
export type ReadRule = {
  /** The contract that is read, in words. */
  readonly contract: string
  /** Canonical signature of the function that is asked. */
  readonly function: string
  /** Its returned values, with names: `(address owner)`. */
  readonly returns: string
}
