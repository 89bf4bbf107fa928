// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @notice What names a market; its id is the hash of these five words.
struct MarketParams {
    address loanToken;
    address collateralToken;
    address oracle;
    address irm;
    uint256 lltv;
}

/// @notice Totals of a market.
struct Market {
    uint128 totalSupplyAssets;
    uint128 totalSupplyShares;
    uint128 totalBorrowAssets;
    uint128 totalBorrowShares;
    uint128 lastUpdate;
    uint128 fee;
}

/// @notice One account in one market.
struct Position {
    uint256 supplyShares;
    uint128 borrowShares;
    uint128 collateral;
}

/// @notice Interest of a market, a second, in 1e18.
interface IIrm {
    function borrowRate(MarketParams memory params, Market memory market) external returns (uint256);
}

/// @notice Loan units for one collateral unit, scaled by 1e36.
interface IMarketOracle {
    function price() external view returns (uint256);
}
