import type { DecoderRules } from '@vaultwright/manager'
/**
 * Permit2: allowances given on, and taken back one at a time.
 *
 * Source: Uniswap Permit2, AllowanceTransfer; what the decoder packs was observed.
 */
export const permit2 = {
  decoder: 'Permit2',
  inherits: [],
  functions: [
    {
      signature: 'approve(address token, address spender, uint160 amount, uint48 expiration)',
      packs: 'token, spender',
    },
    {
      signature: 'lockdown((address token, address spender)[] approvals)',
      packs: 'approvals[0].token, approvals[0].spender',
      checks: ['length(approvals) <= 1'],
    },
  ],
} as const satisfies DecoderRules
