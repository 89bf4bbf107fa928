/** Every input of a quote and what follows from it, as JSON; amounts are decimal texts in base units. */
export type SwapReceipt = {
  /**
   * The first version knows no parts of the amount that a pool carries, the second no amount that is to be bought and
   * no third party beside pools, the third no order book; else they compute the same.
   */
  readonly formula: 'swap-quote@1' | 'swap-quote@2' | 'swap-quote@3' | 'swap-quote@4'
  readonly inputs: Readonly<Record<string, unknown>>
  readonly result: Readonly<Record<string, unknown>>
}
