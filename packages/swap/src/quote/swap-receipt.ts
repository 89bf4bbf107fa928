/** Every input of a quote and what follows from it, as JSON; amounts are decimal texts in base units. */
export type SwapReceipt = {
  readonly formula: 'swap-quote@1'
  readonly inputs: Readonly<Record<string, unknown>>
  readonly result: Readonly<Record<string, unknown>>
}
