// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {AccountantYieldStreaming} from "./AccountantYieldStreaming.sol";

/// @notice The generation before October 2025: the same machine with the older event of a yield.
contract AccountantYieldStreamingEarly is AccountantYieldStreaming {
    event YieldRecorded(uint256 amountAdded, uint256 endVestingTime);

    constructor(
        address owner,
        address vault,
        address payoutAddress,
        uint96 startingExchangeRate,
        address base,
        uint16 allowedExchangeRateChangeUpper,
        uint16 allowedExchangeRateChangeLower,
        uint24 minimumUpdateDelayInSeconds,
        uint16 platformFee,
        uint16 performanceFee
    )
        AccountantYieldStreaming(
            owner,
            vault,
            payoutAddress,
            startingExchangeRate,
            base,
            allowedExchangeRateChangeUpper,
            allowedExchangeRateChangeLower,
            minimumUpdateDelayInSeconds,
            platformFee,
            performanceFee
        )
    {}

    function _emitYieldRecorded(uint256 amount, uint64 end) internal override {
        emit YieldRecorded(amount, uint256(end));
    }
}
