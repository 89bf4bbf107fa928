// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";
import {RateQuote} from "./RateQuote.sol";

/// @notice The generation before May 2024: a state of ten words, one fee, no high-water mark.
contract AccountantLegacy is RateQuote {
    using SafeCast for uint256;

    struct AccountantState {
        address payoutAddress;
        uint128 feesOwedInBase;
        uint128 totalSharesLastUpdate;
        uint96 exchangeRate;
        uint16 allowedExchangeRateChangeUpper;
        uint16 allowedExchangeRateChangeLower;
        uint64 lastUpdateTimestamp;
        bool isPaused;
        uint32 minimumUpdateDelayInSeconds;
        uint16 managementFee;
    }

    AccountantState public accountantState;

    event DelayInSecondsUpdated(uint32 oldDelay, uint32 newDelay);
    event ManagementFeeUpdated(uint16 oldFee, uint16 newFee);

    constructor(
        address owner,
        address vault,
        address payoutAddress,
        uint96 startingExchangeRate,
        address base,
        uint16 allowedExchangeRateChangeUpper,
        uint16 allowedExchangeRateChangeLower,
        uint32 minimumUpdateDelayInSeconds,
        uint16 managementFee
    ) RateQuote(owner, vault, base) {
        _checkUpper(allowedExchangeRateChangeUpper);
        _checkLower(allowedExchangeRateChangeLower);
        _checkDelay(minimumUpdateDelayInSeconds);
        _checkPlatformFee(managementFee);
        accountantState = AccountantState(
            payoutAddress,
            0,
            _supply().toUint128(),
            startingExchangeRate,
            allowedExchangeRateChangeUpper,
            allowedExchangeRateChangeLower,
            uint64(block.timestamp),
            false,
            minimumUpdateDelayInSeconds,
            managementFee
        );
    }

    function pause() external requiresAuth {
        accountantState.isPaused = true;
        emit Paused();
    }

    function unpause() external requiresAuth {
        accountantState.isPaused = false;
        emit Unpaused();
    }

    function updateDelay(uint32 newDelay) external requiresAuth {
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

    function updateManagementFee(uint16 newFee) external requiresAuth {
        _checkPlatformFee(newFee);
        emit ManagementFeeUpdated(accountantState.managementFee, newFee);
        accountantState.managementFee = newFee;
    }

    function updatePayoutAddress(address newPayout) external requiresAuth {
        emit PayoutAddressUpdated(accountantState.payoutAddress, newPayout);
        accountantState.payoutAddress = newPayout;
    }

    /// @notice Writes a new rate. One that comes too soon or jumps too far pauses, and is written all the same.
    function updateExchangeRate(uint96 newExchangeRate) external requiresAuth {
        _requireNotPaused();
        AccountantState storage state = accountantState;
        uint96 oldRate = state.exchangeRate;
        uint256 supply = _supply();
        uint256 elapsed = block.timestamp - state.lastUpdateTimestamp;
        if (
            elapsed < state.minimumUpdateDelayInSeconds
                || _leavesBounds(
                    newExchangeRate,
                    oldRate,
                    state.allowedExchangeRateChangeUpper,
                    state.allowedExchangeRateChangeLower
                )
        ) {
            state.isPaused = true;
        } else {
            uint256 fee = _platformFee(
                _lesser(supply, state.totalSharesLastUpdate),
                _lesser(newExchangeRate, oldRate),
                state.managementFee,
                elapsed
            );
            state.feesOwedInBase = (state.feesOwedInBase + fee).toUint128();
        }
        state.exchangeRate = newExchangeRate;
        state.totalSharesLastUpdate = supply.toUint128();
        state.lastUpdateTimestamp = uint64(block.timestamp);
        emit ExchangeRateUpdated(oldRate, newExchangeRate, uint64(block.timestamp));
    }

    /// @notice Pays the fees owed out of the vault, which is the only one to ask.
    function claimFees(address feeAsset) external {
        _requireVault();
        _requireNotPaused();
        uint256 owed = accountantState.feesOwedInBase;
        if (owed == 0) revert AccountantWithRateProviders__ZeroFeesOwed();
        accountantState.feesOwedInBase = 0;
        _payFees(feeAsset, accountantState.payoutAddress, owed);
    }

    function getRate() public view override returns (uint256) {
        return accountantState.exchangeRate;
    }

    function _isPaused() internal view override returns (bool) {
        return accountantState.isPaused;
    }
}
