import type { DecoderRules } from '@vaultwright/manager'
/**
 * Curve pools with lists of amounts, and their gauges. A pool's tokens are not packed.
 *
 * Source: Curve StableSwap NG and gauges.
 */
export const curve = {
  decoder: 'Curve',
  inherits: [],
  functions: [
    { signature: 'add_liquidity(uint256[] _amounts, uint256 _min_mint_amount)', packs: '' },
    { signature: 'claim_rewards(address _addr)', packs: '_addr' },
    { signature: 'deposit(uint256 _value, address receiver)', packs: 'receiver' },
    { signature: 'exchange(int128 i, int128 j, uint256 _dx, uint256 _min_dy)', packs: '' },
    { signature: 'remove_liquidity(uint256 _burn_amount, uint256[] _min_amounts)', packs: '' },
    { signature: 'withdraw(uint256 _value)', packs: '' },
  ],
} as const satisfies DecoderRules
