import type { DecoderRules } from '@vaultwright/manager'
/**
 * Dolomite: deposits, borrow positions and transfers. A market's number stands for its token.
 *
 * Source: Dolomite DepositWithdrawalProxy and BorrowPositionProxyV2; what the decoder packs was observed.
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
      packs: 'token(_collateralMarketIds[])',
    },
    {
      signature:
        'closeBorrowPositionWithDifferentAccounts(address _borrowAccountOwner, uint256 _borrowAccountNumber, address _toAccountOwner, uint256 _toAccountNumber, uint256[] _collateralMarketIds)',
      packs: '_borrowAccountOwner, _toAccountOwner, token(_collateralMarketIds[])',
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
    },
    {
      signature:
        'openBorrowPositionWithDifferentAccounts(address _fromAccountOwner, uint256 _fromAccountNumber, address _toAccountOwner, uint256 _toAccountNumber, uint256 _marketId, uint256 _amountWei, uint8 _balanceCheckFlag)',
      packs: '_fromAccountOwner, _toAccountOwner, token(_marketId)',
    },
    {
      signature:
        'repayAllForBorrowPosition(uint256 _fromAccountNumber, uint256 _borrowAccountNumber, uint256 _marketId, uint8 _balanceCheckFlag)',
      packs: 'token(_marketId)',
    },
    {
      signature:
        'repayAllForBorrowPositionWithDifferentAccounts(address _fromAccountOwner, uint256 _fromAccountNumber, address _borrowAccountOwner, uint256 _borrowAccountNumber, uint256 _marketId, uint8 _balanceCheckFlag)',
      packs: '_fromAccountOwner, _borrowAccountOwner, token(_marketId)',
    },
    {
      signature:
        'transferBetweenAccounts(uint256 _fromAccountNumber, uint256 _toAccountNumber, uint256 _marketId, uint256 _amountWei, uint8 _balanceCheckFlag)',
      packs: 'token(_marketId)',
    },
    {
      signature:
        'transferBetweenAccountsWithDifferentAccounts(address _fromAccountOwner, uint256 _fromAccountNumber, address _toAccountOwner, uint256 _toAccountNumber, uint256 _marketId, uint256 _amountWei, uint8 _balanceCheckFlag)',
      packs: '_fromAccountOwner, _toAccountOwner, token(_marketId)',
    },
    {
      signature:
        'withdrawETH(uint256 _fromAccountNumber, uint256 _amountWei, uint8 _balanceCheckFlag)',
      packs: '',
    },
    {
      signature: 'withdrawETHFromDefaultAccount(uint256 _amountWei, uint8 _balanceCheckFlag)',
      packs: '',
    },
    {
      signature:
        'withdrawPar(uint256 _fromAccountNumber, uint256 _marketId, uint256 _amountPar, uint8 _balanceCheckFlag)',
      packs: 'token(_marketId)',
    },
    {
      signature:
        'withdrawParFromDefaultAccount(uint256 _marketId, uint256 _amountPar, uint8 _balanceCheckFlag)',
      packs: 'token(_marketId)',
    },
    {
      signature:
        'withdrawWei(uint256 _fromAccountNumber, uint256 _marketId, uint256 _amountWei, uint8 _balanceCheckFlag)',
      packs: 'token(_marketId)',
    },
    {
      signature:
        'withdrawWeiFromDefaultAccount(uint256 _marketId, uint256 _amountWei, uint8 _balanceCheckFlag)',
      packs: 'token(_marketId)',
    },
  ],
} as const satisfies DecoderRules
