// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";
import {SafeTransferLib} from "solady/utils/SafeTransferLib.sol";
import {AccountantRateProviders} from "./AccountantRateProviders.sol";

/// @notice Keeps a share at one base unit at most; what is earned above goes to a distributor.
contract AccountantFixedRate is AccountantRateProviders {
    using SafeCast for uint256;
    using SafeTransferLib for address;

    struct FixedRateAccountantState {
        uint96 yieldEarnedInBase;
        address yieldDistributor;
    }

    FixedRateAccountantState public fixedRateAccountantState;
    uint96 internal immutable FIXED_RATE;

    event YieldClaimed(address indexed yieldAsset, uint256 amount);
    event YieldDistributorUpdated(address indexed yieldDistributor);

    error AccountantWithFixedRate__StartingExchangeRateTooLarge();
    error AccountantWithFixedRate__OnlyCallableByYieldDistributor();
    error AccountantWithFixedRate__ZeroYieldOwed();
    error AccountantWithFixedRate__HighWaterMarkCannotChange();

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
        AccountantRateProviders(
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
    {
        FIXED_RATE = uint96(10 ** decimals);
        if (startingExchangeRate > FIXED_RATE) {
            revert AccountantWithFixedRate__StartingExchangeRateTooLarge();
        }
        accountantState.highwaterMark = FIXED_RATE;
    }

    function setYieldDistributor(address newDistributor) external requiresAuth {
        fixedRateAccountantState.yieldDistributor = newDistributor;
        emit YieldDistributorUpdated(newDistributor);
    }

    /// @notice Pays the yield out of the vault to the distributor, who is the only one to ask.
    function claimYield(address yieldAsset) external {
        FixedRateAccountantState storage state = fixedRateAccountantState;
        if (msg.sender != state.yieldDistributor) {
            revert AccountantWithFixedRate__OnlyCallableByYieldDistributor();
        }
        _requireNotPaused();
        uint256 owed = state.yieldEarnedInBase;
        if (owed == 0) revert AccountantWithFixedRate__ZeroYieldOwed();
        state.yieldEarnedInBase = 0;
        uint256 amount = _inQuote(owed, yieldAsset);
        yieldAsset.safeTransferFrom(vault, msg.sender, amount);
        emit YieldClaimed(yieldAsset, amount);
    }

    /// @notice Writes the new rate up to the fixed one; what lies above becomes yield, net of fees.
    function updateExchangeRate(uint96 newExchangeRate) external override requiresAuth {
        _requireNotPaused();
        AccountantState storage state = accountantState;
        uint96 oldRate = state.exchangeRate;
        if (_shouldPause(newExchangeRate)) state.isPaused = true;
        else _takeYield(newExchangeRate);
        uint256 stored = _lesser(newExchangeRate, FIXED_RATE);
        _record(stored);
        emit ExchangeRateUpdated(oldRate, uint96(stored), uint64(block.timestamp));
    }

    function resetHighwaterMark() external view override requiresAuth {
        revert AccountantWithFixedRate__HighWaterMarkCannotChange();
    }

    function previewUpdateExchangeRate(uint96 newExchangeRate)
        external
        view
        override
        returns (bool willPause, uint256 newFeesOwedInBase, uint256 totalFeesOwedInBase)
    {
        willPause = _shouldPause(newExchangeRate);
        if (!willPause) (, newFeesOwedInBase) = _yieldAt(newExchangeRate);
        totalFeesOwedInBase = accountantState.feesOwedInBase + newFeesOwedInBase;
    }

    function _takeYield(uint256 newRate) private {
        (uint256 yield, uint256 fees) = _yieldAt(newRate);
        AccountantState storage state = accountantState;
        state.feesOwedInBase = (state.feesOwedInBase + fees).toUint128();
        FixedRateAccountantState storage earned = fixedRateAccountantState;
        earned.yieldEarnedInBase = (earned.yieldEarnedInBase + yield - fees).toUint96();
    }

    /// @dev Fees come out of the yield alone: where it does not suffice, the platform goes without.
    function _yieldAt(uint256 newRate) private view returns (uint256 yield, uint256 fees) {
        if (newRate <= FIXED_RATE) return (0, 0);
        uint256 shares = _lesser(_supply(), accountantState.totalSharesLastUpdate);
        yield = (newRate - FIXED_RATE) * shares / ONE_SHARE;
        (uint256 platform, uint256 performance) = _feesAt(newRate);
        fees = platform + performance > yield ? performance : platform + performance;
    }
}
