import Type from 'typebox'

/** An EIP-55 address. */
export const address = Type.String({
  pattern: '^0x[0-9a-fA-F]{40}$',
  description: 'Address, EIP-55 in responses; requests may write it in lower case',
  examples: ['0x1Ee8Dc89C0Ee0c80CB42b10E1dd3A7fE5b0B04F8'],
})

/** An address of a vault on any chain. */
export const vaultAddress = Type.String({
  pattern: '^(?:0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$',
  description: 'Address, EIP-55; on `solana` base58, in which letter case counts',
  examples: ['0x1Ee8Dc89C0Ee0c80CB42b10E1dd3A7fE5b0B04F8'],
})

/** A 32-byte value. */
export const word = Type.String({ pattern: '^0x[0-9a-f]{64}$' })

/** Bytes of any length. */
export const bytes = Type.String({ pattern: '^0x([0-9a-f]{2})*$' })

/** An exact decimal. */
export const decimal = Type.String({
  pattern: '^-?(0|[1-9][0-9]*)(\\.[0-9]+)?$',
  description: 'Exact decimal',
})

/** A time. */
export const time = Type.String({
  format: 'date-time',
  description: 'ISO-8601, UTC',
  examples: ['2026-11-20T23:59:59Z'],
})

/** Slug of a chain. */
export const chain = Type.String({
  pattern: '^[a-z0-9][a-z0-9-]{0,39}$',
  description: 'Slug of the chain, lower case',
  examples: ['mainnet'],
})

/** Any value of JSON. */
export const anything = Type.Unknown()
