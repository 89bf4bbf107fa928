// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Market, MarketParams} from "./MarketParams.sol";

/// @notice The same rate for every market and every utilisation, a second, in 1e18.
contract FixedRateIrm {
    uint256 public immutable ratePerSecond;

    constructor(uint256 rate) {
        ratePerSecond = rate;
    }

    function borrowRate(MarketParams memory, Market memory) external view returns (uint256) {
        return ratePerSecond;
    }

    /// @notice What `borrowRate` would return, for whoever only looks.
    function borrowRateView(MarketParams memory, Market memory) external view returns (uint256) {
        return ratePerSecond;
    }
}
