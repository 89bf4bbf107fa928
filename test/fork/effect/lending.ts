import type { Case, Deed } from './case.ts'

const balance = 'balanceOf(address) view returns (uint256)'

/** Names the tokens that the pool made. */
const named: Deed = async (stage) => {
  const view =
    'getReserveData(address) view returns ((uint256 configuration, uint128 liquidityIndex, uint128 currentLiquidityRate, uint128 variableBorrowIndex, uint128 currentVariableBorrowRate, uint128 currentStableBorrowRate, uint40 lastUpdateTimestamp, uint16 id, address aTokenAddress, address stableDebtTokenAddress, address variableDebtTokenAddress, address interestRateStrategyAddress, uint128 accruedToTreasury, uint128 unbacked, uint128 isolationModeTotalDebt))'
  for (const asset of ['WETH', 'USDC']) {
    const data = (await stage.ask(['Aave pool', view, [stage.of(asset)]])) as Record<string, string>
    stage.names.set(`a${asset}`, stage.of(data.aTokenAddress!))
    stage.names.set(`${asset} debt`, stage.of(data.variableDebtTokenAddress!))
  }
}

/** Aave v3 and Compound v3. */
export const lendingCases: readonly Case[] = [
  {
    rows: [5, 6, 7, 8, 9, 10],
    what: 'Aave v3: supply, collateral, borrow, repay, withdraw, rewards',
    vault: 'Local USD',
    steps: [
      named,
      {
        route: 'aave_v3/supply',
        params: { pool: 'Aave pool', asset: 'USDC', amount: '1000' },
        changes: { USDC: '-1000', aUSDC: ['999.999998', '1000'] },
      },
    ],
  },
]
