// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";
import {RateQuote} from "./RateQuote.sol";

/// @notice Holds a rate that an updater posts, charges fees when it moves, and pauses itself when it jumps.
contract AccountantRateProviders is RateQuote {
    using SafeCast for uint256;

    struct AccountantState {
        address payoutAddress;
        uint96 highwaterMark;
        uint128 feesOwedInBase;
        uint128 totalSharesLastUpdate;
        uint96 exchangeRate;
        uint16 allowedExchangeRateChangeUpper;
        uint16 allowedExchangeRateChangeLower;
        uint64 lastUpdateTimestamp;
        bool isPaused;
        uint24 minimumUpdateDelayInSeconds;
        uint16 platformFee;
        uint16 performanceFee;
    }

    AccountantState public accountantState;

    event DelayInSecondsUpdated(uint24 oldDelay, uint24 newDelay);
    event PlatformFeeUpdated(uint16 oldFee, uint16 newFee);
    event PerformanceFeeUpdated(uint16 oldFee, uint16 newFee);
    event HighwaterMarkReset();

    error AccountantWithRateProviders__PerformanceFeeTooLarge();
    error AccountantWithRateProviders__ExchangeRateAboveHighwaterMark();

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
    ) RateQuote(owner, vault, base) {
        _checkUpper(allowedExchangeRateChangeUpper);
        _checkLower(allowedExchangeRateChangeLower);
        _checkDelay(minimumUpdateDelayInSeconds);
        _checkPlatformFee(platformFee);
        _checkPerformanceFee(performanceFee);
        AccountantState storage state = accountantState;
        state.payoutAddress = payoutAddress;
        state.highwaterMark = startingExchangeRate;
        state.totalSharesLastUpdate = _supply().toUint128();
        state.exchangeRate = startingExchangeRate;
        state.allowedExchangeRateChangeUpper = allowedExchangeRateChangeUpper;
        state.allowedExchangeRateChangeLower = allowedExchangeRateChangeLower;
        state.lastUpdateTimestamp = uint64(block.timestamp);
        state.minimumUpdateDelayInSeconds = minimumUpdateDelayInSeconds;
        state.platformFee = platformFee;
        state.performanceFee = performanceFee;
    }

    function pause() external requiresAuth {
        accountantState.isPaused = true;
        emit Paused();
    }

    function unpause() external requiresAuth {
        accountantState.isPaused = false;
        emit Unpaused();
    }

    function updateDelay(uint24 newDelay) external requiresAuth {
        _checkDelay(newDelay);
        emit DelayInSecondsUpdated(accountantState.minimumUpdateDelayInSeconds, newDelay);
        accountantState.minimumUpdateDelayInSeconds = newDelay;
    }

    function updateUpper(uint16 newUpper) external requiresAuth {
        _checkUpper(newUpper);
        emit UpperBoundUpdated(accountantState.allowedExchangeRateChangeUpper, newUpper);
        accountantState.allowedExchangeRateChangeUpper = newUpper;
    }

    function updateLower(uint16 newLower) external requiresAuth {
        _checkLower(newLower);
        emit LowerBoundUpdated(accountantState.allowedExchangeRateChangeLower, newLower);
        accountantState.allowedExchangeRateChangeLower = newLower;
    }

    function updatePlatformFee(uint16 newFee) external requiresAuth {
        _checkPlatformFee(newFee);
        emit PlatformFeeUpdated(accountantState.platformFee, newFee);
        accountantState.platformFee = newFee;
    }

    function updatePerformanceFee(uint16 newFee) external requiresAuth {
        _checkPerformanceFee(newFee);
        emit PerformanceFeeUpdated(accountantState.performanceFee, newFee);
        accountantState.performanceFee = newFee;
    }

    function updatePayoutAddress(address newPayout) external requiresAuth {
        emit PayoutAddressUpdated(accountantState.payoutAddress, newPayout);
        accountantState.payoutAddress = newPayout;
    }

    /// @notice Lowers the high-water mark to the booked rate, paused or not, so that a recovery is charged again.
    function resetHighwaterMark() external virtual requiresAuth {
        AccountantState storage state = accountantState;
        if (state.exchangeRate > state.highwaterMark) {
            revert AccountantWithRateProviders__ExchangeRateAboveHighwaterMark();
        }
        _charge(state.exchangeRate);
        _record(state.exchangeRate);
        state.highwaterMark = state.exchangeRate;
        emit HighwaterMarkReset();
    }

    /// @notice Writes a new rate. One that comes too soon or jumps too far pauses, and is written all the same.
    function updateExchangeRate(uint96 newExchangeRate) external virtual requiresAuth {
        _requireNotPaused();
        AccountantState storage state = accountantState;
        uint96 oldRate = state.exchangeRate;
        if (_shouldPause(newExchangeRate)) state.isPaused = true;
        else _charge(newExchangeRate);
        _record(newExchangeRate);
        emit ExchangeRateUpdated(oldRate, newExchangeRate, uint64(block.timestamp));
    }

    /// @notice Pays the fees owed out of the vault, which is the only one to ask.
    function claimFees(address feeAsset) external virtual {
        _requireVault();
        _requireNotPaused();
        uint256 owed = accountantState.feesOwedInBase;
        if (owed == 0) revert AccountantWithRateProviders__ZeroFeesOwed();
        accountantState.feesOwedInBase = 0;
        _payFees(feeAsset, accountantState.payoutAddress, owed);
    }

    /// @notice What `updateExchangeRate` would do now.
    function previewUpdateExchangeRate(uint96 newExchangeRate)
        external
        view
        virtual
        returns (bool willPause, uint256 newFeesOwedInBase, uint256 totalFeesOwedInBase)
    {
        willPause = _shouldPause(newExchangeRate);
        if (!willPause) {
            (uint256 platform, uint256 performance) = _feesAt(newExchangeRate);
            newFeesOwedInBase = platform + performance;
        }
        totalFeesOwedInBase = accountantState.feesOwedInBase + newFeesOwedInBase;
    }

    function getRate() public view virtual override returns (uint256) {
        return accountantState.exchangeRate;
    }

    function _isPaused() internal view override returns (bool) {
        return accountantState.isPaused;
    }

    function _shouldPause(uint256 newRate) internal view returns (bool) {
        AccountantState storage state = accountantState;
        return block.timestamp
                < uint256(state.lastUpdateTimestamp) + state.minimumUpdateDelayInSeconds
            || _leavesBounds(
            newRate,
            state.exchangeRate,
            state.allowedExchangeRateChangeUpper,
            state.allowedExchangeRateChangeLower
        );
    }

    /// @dev Only shares that were there at the last update and still are bear fees.
    function _feesAt(uint256 newRate)
        internal
        view
        returns (uint256 platform, uint256 performance)
    {
        AccountantState memory state = accountantState;
        uint256 shares = _lesser(_supply(), state.totalSharesLastUpdate);
        platform = _platformFee(
            shares,
            _lesser(newRate, state.exchangeRate),
            state.platformFee,
            block.timestamp - state.lastUpdateTimestamp
        );
        if (newRate > state.highwaterMark) {
            performance =
                (newRate - state.highwaterMark) * shares / ONE_SHARE * state.performanceFee / BPS;
        }
    }

    function _charge(uint256 newRate) internal {
        (uint256 platform, uint256 performance) = _feesAt(newRate);
        AccountantState storage state = accountantState;
        state.feesOwedInBase = (state.feesOwedInBase + platform + performance).toUint128();
        if (newRate > state.highwaterMark) state.highwaterMark = newRate.toUint96();
    }

    function _record(uint256 newRate) internal {
        AccountantState storage state = accountantState;
        state.exchangeRate = newRate.toUint96();
        state.totalSharesLastUpdate = _supply().toUint128();
        state.lastUpdateTimestamp = uint64(block.timestamp);
    }

    function _checkPerformanceFee(uint16 fee) private pure {
        if (fee > 5000) revert AccountantWithRateProviders__PerformanceFeeTooLarge();
    }
}
