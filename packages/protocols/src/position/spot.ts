/**
 * The way in which others can move the count of a holding within a block: `none`, it grows with time alone;
 * `donation`, tokens that are sent in; `spot`, a trade in its pool; `callable`, a call that everyone may make; `keyed`,
 * the owner of a key, such as the updater of a rate or an oracle.
 */
export type MovableKind = 'none' | 'donation' | 'spot' | 'callable' | 'keyed'

/** The facts of a holding in a pool that no trade moves, its fees aside. Holdings of one key are one position. */
export type SpotTerms =
  /** Its tokens follow from liquidity, range and a price: at a price from outside no trade adds to them. */
  | {
      readonly kind: 'liquidity'
      readonly key: string
      readonly token: 0 | 1
      readonly tickLower: bigint
      readonly tickUpper: bigint
      readonly liquidity: bigint
      /** Base units of the holding that are not in the liquidity, such as fees. */
      readonly beside: bigint
    }
  /** Pool tokens times virtual price, both in 18 decimals, are its least in whole units of the cheapest coin. */
  | {
      readonly kind: 'invariant'
      readonly key: string
      readonly tokens: bigint
      readonly virtualPrice: bigint
    }
