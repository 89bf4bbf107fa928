import type { DecoderRules } from '@vaultwright/manager'

/** The flag of accounts that may not end below zero: both, the first, the second, none. */
const knownFlag = ['_balanceCheckFlag <= 3'] as const
const oneMarket = ['length(_collateralMarketIds) <= 1'] as const

/**
 * Dolomite: deposits, borrow positions and transfers. A market's number stands for its token.
 *
 * One market is closed at a time.
 * Source: Dolomite AccountBalanceLib, DepositWithdrawalProxy and BorrowPositionProxyV2; what the decoder packs was observed.
 */
export const dolomite = {
  decoder: 'Dolomite',
  inherits: [],
  reads: {
    token: {
      contract: 'DolomiteMargin',
      function: 'getMarketTokenAddress(uint256)',
      returns: '(address token)',
    },
  },
  functions: [
    {
      signature:
        'closeBorrowPosition(uint256 _borrowAccountNumber, uint256 _toAccountNumber, uint256[] _collateralMarketIds)',
      packs: 'token(_collateralMarketIds[0])',
      checks: oneMarket,
    },
    {
      signature:
        'closeBorrowPositionWithDifferentAccounts(address _borrowAccountOwner, uint256 _borrowAccountNumber, address _toAccountOwner, uint256 _toAccountNumber, uint256[] _collateralMarketIds)',
      packs: '_borrowAccountOwner, _toAccountOwner, token(_collateralMarketIds[0])',
      checks: oneMarket,
    },
    { signature: 'depositETH(uint256 _toAccountNumber)', packs: '' },
    { signature: 'depositETHIntoDefaultAccount()', packs: '' },
    {
      signature: 'depositPar(uint256 _toAccountNumber, uint256 _marketId, uint256 _amountPar)',
      packs: 'token(_marketId)',
    },
    {
      signature: 'depositParIntoDefaultAccount(uint256 _marketId, uint256 _amountPar)',
      packs: 'token(_marketId)',
    },
    {
      signature: 'depositWei(uint256 _toAccountNumber, uint256 _marketId, uint256 _amountWei)',
      packs: 'token(_marketId)',
    },
    {
      signature: 'depositWeiIntoDefaultAccount(uint256 _marketId, uint256 _amountWei)',
      packs: 'token(_marketId)',
    },
    {
      signature:
        'openBorrowPosition(uint256 _fromAccountNumber, uint256 _toAccountNumber, uint256 _marketId, uint256 _amountWei, uint8 _balanceCheckFlag)',
      packs: 'token(_marketId)',
      checks: knownFlag,
    },
    {
      signature:
        'openBorrowPositionWithDifferentAccounts(address _fromAccountOwner, uint256 _fromAccountNumber, address _toAccountOwner, uint256 _toAccountNumber, uint256 _marketId, uint256 _amountWei, uint8 _balanceCheckFlag)',
      packs: '_fromAccountOwner, _toAccountOwner, token(_marketId)',
      checks: knownFlag,
    },
    {
      signature:
        'repayAllForBorrowPosition(uint256 _fromAccountNumber, uint256 _borrowAccountNumber, uint256 _marketId, uint8 _balanceCheckFlag)',
      packs: 'token(_marketId)',
      checks: knownFlag,
    },
    {
      signature:
        'repayAllForBorrowPositionWithDifferentAccounts(address _fromAccountOwner, uint256 _fromAccountNumber, address _borrowAccountOwner, uint256 _borrowAccountNumber, uint256 _marketId, uint8 _balanceCheckFlag)',
      packs: '_fromAccountOwner, _borrowAccountOwner, token(_marketId)',
      checks: knownFlag,
    },
    {
      signature:
        'transferBetweenAccounts(uint256 _fromAccountNumber, uint256 _toAccountNumber, uint256 _marketId, uint256 _amountWei, uint8 _balanceCheckFlag)',
      packs: 'token(_marketId)',
      checks: knownFlag,
    },
    {
      signature:
        'transferBetweenAccountsWithDifferentAccounts(address _fromAccountOwner, uint256 _fromAccountNumber, address _toAccountOwner, uint256 _toAccountNumber, uint256 _marketId, uint256 _amountWei, uint8 _balanceCheckFlag)',
      packs: '_fromAccountOwner, _toAccountOwner, token(_marketId)',
      checks: knownFlag,
    },
    {
      signature:
        'withdrawETH(uint256 _fromAccountNumber, uint256 _amountWei, uint8 _balanceCheckFlag)',
      packs: '',
      checks: knownFlag,
    },
    {
      signature: 'withdrawETHFromDefaultAccount(uint256 _amountWei, uint8 _balanceCheckFlag)',
      packs: '',
      checks: knownFlag,
    },
    {
      signature:
        'withdrawPar(uint256 _fromAccountNumber, uint256 _marketId, uint256 _amountPar, uint8 _balanceCheckFlag)',
      packs: 'token(_marketId)',
      checks: knownFlag,
    },
    {
      signature:
        'withdrawParFromDefaultAccount(uint256 _marketId, uint256 _amountPar, uint8 _balanceCheckFlag)',
      packs: 'token(_marketId)',
      checks: knownFlag,
    },
    {
      signature:
        'withdrawWei(uint256 _fromAccountNumber, uint256 _marketId, uint256 _amountWei, uint8 _balanceCheckFlag)',
      packs: 'token(_marketId)',
      checks: knownFlag,
    },
    {
      signature:
        'withdrawWeiFromDefaultAccount(uint256 _marketId, uint256 _amountWei, uint8 _balanceCheckFlag)',
      packs: 'token(_marketId)',
      checks: knownFlag,
    },
  ],
} as const satisfies DecoderRules
