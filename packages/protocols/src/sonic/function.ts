import type { DecoderRules } from '@vaultwright/manager'

/**
 * The budget deposit of Sonic.
 *
 * Source: Sonic migration contracts.
 */
export const sonicDeposit = {
  decoder: 'SonicDeposit',
  functions: [{ signature: 'depositBudget(uint256 amount)', packs: '' }],
} as const satisfies DecoderRules

/**
 * The native bridge of Sonic.
 *
 * Source: Sonic Gateway TokenDeposit, Bridge.
 */
export const sonicGateway = {
  decoder: 'SonicGateway',
  functions: [
    {
      signature: 'cancelDepositWhileDead(uint256 id, address token, uint256 amount, bytes proof)',
      packs: 'token',
    },
    { signature: 'claim(uint256 id, address token, uint256 amount, bytes proof)', packs: 'token' },
    { signature: 'deposit(uint96 uid, address token, uint256 amount)', packs: 'token' },
    { signature: 'withdraw(uint96 uid, address token, uint256 amount)', packs: 'token' },
  ],
} as const satisfies DecoderRules
