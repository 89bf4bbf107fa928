// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";
import {RateQuote} from "../accountant/RateQuote.sol";
import {Auth} from "../auth/Auth.sol";
import {Vault} from "../vault/Vault.sol";

/// @notice On which terms shares may be queued: assets, discounts, times, capacities.
abstract contract WithdrawTerms is Auth {
    using SafeCast for uint256;

    struct WithdrawAsset {
        bool allowWithdraws;
        uint24 secondsToMaturity;
        uint24 minimumSecondsToDeadline;
        uint16 minDiscount;
        uint16 maxDiscount;
        uint96 minimumShares;
        uint256 withdrawCapacity;
    }

    uint256 internal constant BPS = 1e4;
    uint16 internal constant MAX_DISCOUNT = 3000;
    uint24 internal constant MAX_TIME = 30 days;

    Vault public immutable boringVault;
    RateQuote public immutable accountant;
    uint256 internal immutable ONE_SHARE;

    mapping(address assetOut => WithdrawAsset data) public withdrawAssets;
    bool public isPaused;

    event Paused();
    event Unpaused();
    event WithdrawAssetUpdated(
        address indexed assetOut,
        uint24 secondsToMaturity,
        uint24 minimumSecondsToDeadline,
        uint16 minDiscount,
        uint16 maxDiscount,
        uint96 minimumShares
    );
    event WithdrawAssetStopped(address indexed assetOut);
    event WithdrawCapacityUpdated(address indexed assetOut, uint256 withdrawCapacity);

    error BoringOnChainQueue__Paused();
    error BoringOnChainQueue__WithdrawsNotAllowedForAsset();
    error BoringOnChainQueue__BadDiscount();
    error BoringOnChainQueue__BadShareAmount();
    error BoringOnChainQueue__BadDeadline();
    error BoringOnChainQueue__NotEnoughWithdrawCapacity();
    error BoringOnChainQueue__MaximumTimeExceeded();

    constructor(address owner, address vault, address accountant_) Auth(owner, address(0)) {
        boringVault = Vault(payable(vault));
        accountant = RateQuote(accountant_);
        ONE_SHARE = 10 ** Vault(payable(vault)).decimals();
    }

    function pause() external requiresAuth {
        isPaused = true;
        emit Paused();
    }

    function unpause() external requiresAuth {
        isPaused = false;
        emit Unpaused();
    }

    /// @notice Opens an asset or changes its terms; an asset that is new has no limit of shares.
    function updateWithdrawAsset(
        address assetOut,
        uint24 secondsToMaturity,
        uint24 minimumSecondsToDeadline,
        uint16 minDiscount,
        uint16 maxDiscount,
        uint96 minimumShares
    ) external requiresAuth {
        if (maxDiscount > MAX_DISCOUNT || minDiscount > maxDiscount) {
            revert BoringOnChainQueue__BadDiscount();
        }
        if (secondsToMaturity > MAX_TIME || minimumSecondsToDeadline > MAX_TIME) {
            revert BoringOnChainQueue__MaximumTimeExceeded();
        }
        WithdrawAsset storage data = withdrawAssets[assetOut];
        if (!data.allowWithdraws) data.withdrawCapacity = type(uint256).max;
        data.allowWithdraws = true;
        data.secondsToMaturity = secondsToMaturity;
        data.minimumSecondsToDeadline = minimumSecondsToDeadline;
        data.minDiscount = minDiscount;
        data.maxDiscount = maxDiscount;
        data.minimumShares = minimumShares;
        emit WithdrawAssetUpdated(
            assetOut,
            secondsToMaturity,
            minimumSecondsToDeadline,
            minDiscount,
            maxDiscount,
            minimumShares
        );
    }

    /// @notice Sets how many more shares may ask for an asset.
    function setWithdrawCapacity(address assetOut, uint256 withdrawCapacity) external requiresAuth {
        withdrawAssets[assetOut].withdrawCapacity = withdrawCapacity;
        emit WithdrawCapacityUpdated(assetOut, withdrawCapacity);
    }

    function stopWithdrawsInAsset(address assetOut) external requiresAuth {
        withdrawAssets[assetOut].allowWithdraws = false;
        emit WithdrawAssetStopped(assetOut);
    }

    /// @notice Units of the asset for the shares, less the discount in bps of 10,000.
    function previewAssetsOut(address assetOut, uint128 amountOfShares, uint16 discount)
        public
        view
        returns (uint128)
    {
        uint256 price = accountant.getRateInQuoteSafe(assetOut) * (BPS - discount) / BPS;
        return (amountOfShares * price / ONE_SHARE).toUint128();
    }

    function _takeCapacity(address assetOut, uint128 shares) internal {
        WithdrawAsset storage data = withdrawAssets[assetOut];
        if (data.withdrawCapacity < type(uint256).max) {
            if (data.withdrawCapacity < shares) {
                revert BoringOnChainQueue__NotEnoughWithdrawCapacity();
            }
            data.withdrawCapacity -= shares;
            emit WithdrawCapacityUpdated(assetOut, data.withdrawCapacity);
        }
    }

    function _giveCapacity(address assetOut, uint128 shares) internal {
        WithdrawAsset storage data = withdrawAssets[assetOut];
        if (data.withdrawCapacity < type(uint256).max) {
            data.withdrawCapacity += shares;
            emit WithdrawCapacityUpdated(assetOut, data.withdrawCapacity);
        }
    }

    function _checkTerms(
        address assetOut,
        uint128 shares,
        uint16 discount,
        uint24 secondsToDeadline
    ) internal view {
        if (isPaused) revert BoringOnChainQueue__Paused();
        WithdrawAsset storage data = withdrawAssets[assetOut];
        if (!data.allowWithdraws) revert BoringOnChainQueue__WithdrawsNotAllowedForAsset();
        if (discount < data.minDiscount || discount > data.maxDiscount) {
            revert BoringOnChainQueue__BadDiscount();
        }
        if (shares < data.minimumShares) revert BoringOnChainQueue__BadShareAmount();
        if (secondsToDeadline < data.minimumSecondsToDeadline) {
            revert BoringOnChainQueue__BadDeadline();
        }
    }
}
