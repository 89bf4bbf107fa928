/** The least that an order lives: solvers need some blocks. */
export const minimumOrderSeconds = 300n
/** The time that an order at the price of the market lives: a price is not asked for longer. */
export const marketOrderSeconds = 1_200n
/** The default life of an order: a day. */
export const defaultOrderSeconds = 86_400

/** The maximum life in the public order book. Source: CoW order book, `ExcessiveValidTo`. */
export const maxBookSeconds = 31_536_000n
