import type { DecoderRules } from '@vaultwright/manager'

const callback = ['length(data) == 0 else CallbackNotSupported'] as const

/**
 * Morpho Blue: a market is bound by its tokens, oracle and rate model, not by its LLTV.
 *
 * Source: Morpho Blue; what the decoder packs was observed.
 */
export const morphoBlue = {
  decoder: 'MorphoBlue',
  inherits: [],
  functions: [
    {
      signature:
        'borrow((address loanToken, address collateralToken, address oracle, address irm, uint256 lltv) params, uint256 assets, uint256 shares, address onBehalf, address receiver)',
      packs:
        'params.loanToken, params.collateralToken, params.oracle, params.irm, onBehalf, receiver',
    },
    {
      signature:
        'repay((address loanToken, address collateralToken, address oracle, address irm, uint256 lltv) params, uint256 assets, uint256 shares, address onBehalf, bytes data)',
      packs: 'params.loanToken, params.collateralToken, params.oracle, params.irm, onBehalf',
      checks: callback,
    },
    {
      signature:
        'supply((address loanToken, address collateralToken, address oracle, address irm, uint256 lltv) params, uint256 assets, uint256 shares, address onBehalf, bytes data)',
      packs: 'params.loanToken, params.collateralToken, params.oracle, params.irm, onBehalf',
      checks: callback,
    },
    {
      signature:
        'supplyCollateral((address loanToken, address collateralToken, address oracle, address irm, uint256 lltv) params, uint256 assets, address onBehalf, bytes data)',
      packs: 'params.loanToken, params.collateralToken, params.oracle, params.irm, onBehalf',
      checks: callback,
    },
    {
      signature:
        'withdraw((address loanToken, address collateralToken, address oracle, address irm, uint256 lltv) params, uint256 assets, uint256 shares, address onBehalf, address receiver)',
      packs:
        'params.loanToken, params.collateralToken, params.oracle, params.irm, onBehalf, receiver',
    },
    {
      signature:
        'withdrawCollateral((address loanToken, address collateralToken, address oracle, address irm, uint256 lltv) params, uint256 assets, address onBehalf, address receiver)',
      packs:
        'params.loanToken, params.collateralToken, params.oracle, params.irm, onBehalf, receiver',
    },
  ],
} as const satisfies DecoderRules
