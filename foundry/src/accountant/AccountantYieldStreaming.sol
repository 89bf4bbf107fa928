// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";
import {AccountantRateProviders} from "./AccountantRateProviders.sol";

/// @notice Lets a yield vest into the share price second by second, and takes losses at once.
contract AccountantYieldStreaming is AccountantRateProviders {
    using SafeCast for uint256;

    struct VestingState {
        uint128 lastSharePrice;
        uint128 vestingGains;
        uint128 lastVestingUpdate;
        uint64 startVestingTime;
        uint64 endVestingTime;
    }

    struct SupplyObservation {
        uint256 cumulativeSupply;
        uint256 cumulativeSupplyLast;
        uint256 lastUpdateTimestamp;
    }

    uint256 internal constant RAY = 1e27;

    VestingState public vestingState;
    SupplyObservation public supplyObservation;
    /// @notice The share price in rays: it keeps what the rounded one forgets.
    uint256 public lastVirtualSharePrice;
    uint64 public minimumVestingTime = 1 days;
    uint64 public maximumVestingTime = 7 days;
    /// @notice Highest yield a day, in bps of the average assets.
    uint32 public maxDeviationYield = 500;
    /// @notice Highest fall of the price by one loss that does not pause, in bps.
    uint32 public maxDeviationLoss = 100;
    uint64 public lastStrategistUpdateTimestamp;

    event ExchangeRateUpdated(uint256 newExchangeRate);
    event YieldRecorded(uint256 amountAdded, uint64 endVestingTime);
    event LossRecorded(uint256 lossAmount);
    event VestingTimesUpdated(uint64 minimum, uint64 maximum);
    event MaxDeviationsUpdated(uint32 yield, uint32 loss);

    error AccountantWithYieldStreaming__UpdateExchangeRateNotSupported();
    error AccountantWithYieldStreaming__DurationUnderMinimum();
    error AccountantWithYieldStreaming__DurationExceedsMaximum();
    error AccountantWithYieldStreaming__ZeroYieldUpdate();
    error AccountantWithYieldStreaming__NotEnoughTimePassed();
    error AccountantWithYieldStreaming__MaxDeviationYieldExceeded();

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
        uint64 time = uint64(block.timestamp);
        vestingState = VestingState(startingExchangeRate, 0, time, time, time);
        supplyObservation.lastUpdateTimestamp = time;
        lastVirtualSharePrice = startingExchangeRate * RAY / ONE_SHARE;
        lastStrategistUpdateTimestamp = time;
    }

    /// @notice Starts a yield; what the one before had not vested yet is replaced.
    function vestYield(uint256 yieldAmount, uint256 duration) external requiresAuth {
        _requireNotPaused();
        if (duration < minimumVestingTime) {
            revert AccountantWithYieldStreaming__DurationUnderMinimum();
        }
        if (duration > maximumVestingTime) {
            revert AccountantWithYieldStreaming__DurationExceedsMaximum();
        }
        if (yieldAmount == 0) revert AccountantWithYieldStreaming__ZeroYieldUpdate();
        if (vestingState.vestingGains > 0) _requireDelayPassed();

        _update();
        uint256 averageAssets = _averageSupply() * lastVirtualSharePrice / RAY;
        // A division by zero comes back without data, unlike Solidity's own.
        if (averageAssets == 0 || duration == 0) revert();
        if (yieldAmount * 1 days / duration * BPS / averageAssets > maxDeviationYield) {
            revert AccountantWithYieldStreaming__MaxDeviationYieldExceeded();
        }

        uint64 time = uint64(block.timestamp);
        uint64 end = (block.timestamp + duration).toUint64();
        supplyObservation.cumulativeSupplyLast = supplyObservation.cumulativeSupply;
        vestingState.vestingGains = yieldAmount.toUint128();
        vestingState.lastVestingUpdate = time;
        vestingState.startVestingTime = time;
        vestingState.endVestingTime = end;
        lastStrategistUpdateTimestamp = time;
        _emitYieldRecorded(yieldAmount, end);
    }

    /// @notice Takes a loss out of the gains that vest, then out of the price; a deep fall pauses.
    function postLoss(uint256 lossAmount) external requiresAuth {
        _requireNotPaused();
        _requireDelayPassed();
        _update();
        uint256 gains = vestingState.vestingGains;
        if (gains >= lossAmount) {
            vestingState.vestingGains = uint128(gains - lossAmount);
        } else {
            vestingState.vestingGains = 0;
            _cutPrice(lossAmount - gains);
        }
        accountantState.exchangeRate = uint256(vestingState.lastSharePrice).toUint96();
        lastStrategistUpdateTimestamp = uint64(block.timestamp);
        emit LossRecorded(lossAmount);
    }

    /// @notice Books what has vested; tellers call it before they price anything.
    function updateExchangeRate() external requiresAuth {
        _update();
    }

    /// @notice Lets the average supply count from the first deposit.
    function setFirstDepositTimestamp() external requiresAuth {
        vestingState.startVestingTime = uint64(block.timestamp);
    }

    function setVestingTimes(uint64 minimum, uint64 maximum) external requiresAuth {
        minimumVestingTime = minimum;
        maximumVestingTime = maximum;
        emit VestingTimesUpdated(minimum, maximum);
    }

    function setMaxDeviations(uint32 yield, uint32 loss) external requiresAuth {
        maxDeviationYield = yield;
        maxDeviationLoss = loss;
        emit MaxDeviationsUpdated(yield, loss);
    }

    /// @dev Nobody posts a rate here.
    function updateExchangeRate(uint96) external view override requiresAuth {
        revert AccountantWithYieldStreaming__UpdateExchangeRateNotSupported();
    }

    function previewUpdateExchangeRate(uint96)
        external
        pure
        override
        returns (bool, uint256, uint256)
    {
        revert AccountantWithYieldStreaming__UpdateExchangeRateNotSupported();
    }

    /// @notice What all shares are worth: booked and vested, in base units.
    function totalAssets() public view returns (uint256) {
        return _bookedAssets() + getPendingVestingGains();
    }

    /// @notice Gains that have vested and are not booked.
    function getPendingVestingGains() public view returns (uint256) {
        VestingState memory state = vestingState;
        if (block.timestamp >= state.endVestingTime || state.vestingGains == 0) {
            return state.vestingGains;
        }
        return state.vestingGains * (block.timestamp - state.lastVestingUpdate)
            / (state.endVestingTime - state.lastVestingUpdate);
    }

    /// @notice Gains that still vest.
    function getPendingUnvestedGains() external view returns (uint256) {
        return vestingState.vestingGains - getPendingVestingGains();
    }

    /// @notice The price of this second, not the booked one of `accountantState`.
    function getRate() public view override returns (uint256) {
        uint256 supply = _supply();
        if (supply == 0 || getPendingVestingGains() == 0) return vestingState.lastSharePrice;
        return totalAssets() * ONE_SHARE / supply;
    }

    function version() external pure returns (string memory) {
        return "V0.1";
    }

    function _emitYieldRecorded(uint256 amount, uint64 end) internal virtual {
        emit YieldRecorded(amount, end);
    }

    function _update() private {
        _requireNotPaused();
        uint256 supply = _supply();
        supplyObservation.cumulativeSupply += supply
            * (block.timestamp - supplyObservation.lastUpdateTimestamp);
        supplyObservation.lastUpdateTimestamp = block.timestamp;

        uint256 vested = getPendingVestingGains();
        if (vested > 0 && supply > 0) {
            vestingState.vestingGains -= uint128(vested);
            vestingState.lastVestingUpdate = uint128(block.timestamp);
            _setPrice(lastVirtualSharePrice + vested * RAY / supply);
        }
        uint256 price = vestingState.lastSharePrice;
        _charge(price);
        _record(price);
        emit ExchangeRateUpdated(price);
    }

    function _cutPrice(uint256 loss) private {
        uint256 supply = _supply();
        if (supply == 0) return;
        uint256 oldPrice = vestingState.lastSharePrice;
        _setPrice((_bookedAssets() - loss) * RAY / supply);
        uint256 fall = oldPrice - vestingState.lastSharePrice;
        if (fall * BPS / oldPrice > maxDeviationLoss) {
            accountantState.isPaused = true;
            emit Paused();
        }
    }

    function _setPrice(uint256 virtualPrice) private {
        lastVirtualSharePrice = virtualPrice;
        vestingState.lastSharePrice = (virtualPrice * ONE_SHARE / RAY).toUint128();
    }

    function _requireDelayPassed() private view {
        uint256 next =
            uint256(lastStrategistUpdateTimestamp) + accountantState.minimumUpdateDelayInSeconds;
        if (block.timestamp < next) revert AccountantWithYieldStreaming__NotEnoughTimePassed();
    }

    function _bookedAssets() private view returns (uint256) {
        return vestingState.lastSharePrice * _supply() / ONE_SHARE;
    }

    /// @dev Average since the last yield, so that shares minted for a moment lift no bound.
    function _averageSupply() private view returns (uint256) {
        SupplyObservation memory seen = supplyObservation;
        uint256 start = vestingState.startVestingTime;
        if (seen.cumulativeSupply == 0 || block.timestamp == start) return _supply();
        return (seen.cumulativeSupply - seen.cumulativeSupplyLast) / (block.timestamp - start);
    }
}
