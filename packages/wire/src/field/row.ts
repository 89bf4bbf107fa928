/** A row of a day, of a vault on any chain: the address is EIP-55 or base58, and no answer shows the block's hash. */
export type RowOf<Values> = Omit<Values, 'vault' | 'blockHash'> & { readonly vault: string }
