/** The names of functions by which funds go in and come out again. */
export type ExitHeuristic = {
  readonly entry: RegExp
  readonly exit: RegExp
  /** True if another contract of the protocol lets it out. */
  readonly isElsewhere?: true
}

const wayOut =
  /^(withdraw|bulkWithdraw|redeem|unstake|burn|exit|initiateRedeem|requestRedeem|requestWithdraw|requestOnChainWithdraw|cooldown|startWithdraw|createRedeemOrder|createWithdrawRequest|removeShares|emergencyWithdraw|instantWithdraw|registerWithdrawal|unwrap|merkleWithdraw|disassemble|fullDisassemble|swapExactDebtForCollateral)/

/** The first habit whose entry fits a signature tells; what no habit names puts nothing in. */
export const exitHeuristics: readonly ExitHeuristic[] = [
  { entry: /^depositIntoStrategy\(/, exit: /^(queueWithdrawals|undelegate)\(/, isElsewhere: true },
  { entry: /^deposit\(uint256,uint256,bool\)$/, exit: /^withdraw/, isElsewhere: true },
  { entry: /^submit\(/, exit: /^requestWithdraw/, isElsewhere: true },
  { entry: /^supplyCollateral\(/, exit: /^withdrawCollateral\(/ },
  { entry: /^(deposit|safeDeposit|bulkDeposit|supply)/, exit: wayOut },
  { entry: /^(mintPyFromSy)\(/, exit: /^redeemPyToSy\(/ },
  { entry: /^(mintSyFromToken)\(/, exit: /^redeemSyToToken\(/ },
  // A position of a pool is a token that is minted.
  { entry: /^mint\(\(address,address,/, exit: /^decreaseLiquidity\(/ },
  // What these mint was bought or earned before.
  { entry: /^mint\((|address|bytes,bytes)\)$/, exit: /^/, isElsewhere: true },
  { entry: /^(mint|mintDefault)\(/, exit: wayOut },
  { entry: /^increaseLiquidity\(/, exit: /^decreaseLiquidity\(/ },
  { entry: /^addLiquidityAllCoinsAndStake/, exit: /^unstakeAndRemoveLiquidity/ },
  { entry: /^addLiquidity/, exit: /^removeLiquidity/ },
  { entry: /^add_liquidity\(/, exit: /^remove_liquidity/ },
  { entry: /^joinPool\(/, exit: /^exitPool\(/ },
  { entry: /^(borrow|openBorrowPosition|issueDebt)/, exit: /^(repay|closeBorrowPosition)/ },
  { entry: /^openDenVault\(/, exit: /^(closeDenVault|adjustDenVault)\(/ },
  {
    entry: /^(stake|delegateStake)\(/,
    exit: /^(unstake|withdraw|delegateWithdraw|exit|cooldown|redeem)/,
  },
  { entry: /^wrap\(/, exit: /^unwrap\(/ },
  { entry: /^assemble\(/, exit: /^(disassemble|fullDisassemble)\(/ },
  { entry: /^swapExactCollateralForDebt\(/, exit: /^swapExactDebtForCollateral\(/ },
]
