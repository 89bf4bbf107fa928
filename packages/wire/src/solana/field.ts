import Type from 'typebox'

/** The form of an address of Solana: 32 bytes in base58. */
export const svmAddressText = { pattern: '^[1-9A-HJ-NP-Za-km-z]{32,44}$' } as const

/** An address of Solana, where letter case counts. */
export const svmAddress = Type.String({
  ...svmAddressText,
  description: 'Address in base58. Letter case counts',
  examples: ['EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
})

/** The form of bytes in base64, with padding. */
export const base64Text = {
  pattern: '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$',
} as const

/** Bytes in base64. */
export const base64 = Type.String({ ...base64Text, description: 'Base64, with padding' })

/** An exact unsigned integer of 64 bits, as text. */
export const u64Text = Type.String({
  pattern: '^(?:0|[1-9][0-9]{0,19})$',
  description: 'Exact integer',
})
