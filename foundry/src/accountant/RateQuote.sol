// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20Metadata} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Metadata.sol";
import {SafeTransferLib} from "solady/utils/SafeTransferLib.sol";
import {Auth} from "../auth/Auth.sol";
import {IRateProvider} from "./IRateProvider.sol";

/// @notice What every accountant can answer: the price of a share in its base and in other assets.
abstract contract RateQuote is Auth, IRateProvider {
    using SafeTransferLib for address;

    struct RateProviderData {
        bool isPeggedToBase;
        address rateProvider;
    }

    uint256 internal constant BPS = 1e4;
    uint256 internal constant YEAR = 365 days;

    address public immutable vault;
    address public immutable base;
    /// @notice Decimals of the base, and so of the rate.
    uint8 public immutable decimals;
    uint256 internal immutable ONE_SHARE;

    mapping(address asset => RateProviderData data) public rateProviderData;

    event Paused();
    event Unpaused();
    event ExchangeRateUpdated(uint96 oldRate, uint96 newRate, uint64 currentTime);
    event RateProviderUpdated(address asset, bool isPegged, address rateProvider);
    event PayoutAddressUpdated(address oldPayout, address newPayout);
    event UpperBoundUpdated(uint16 oldBound, uint16 newBound);
    event LowerBoundUpdated(uint16 oldBound, uint16 newBound);
    event FeesClaimed(address indexed feeAsset, uint256 amount);

    error AccountantWithRateProviders__Paused();
    error AccountantWithRateProviders__OnlyCallableByBoringVault();
    error AccountantWithRateProviders__ZeroFeesOwed();
    error AccountantWithRateProviders__UpperBoundTooSmall();
    error AccountantWithRateProviders__LowerBoundTooLarge();
    error AccountantWithRateProviders__UpdateDelayTooLarge();
    error AccountantWithRateProviders__PlatformFeeTooLarge();

    constructor(address initialOwner, address vault_, address base_)
        Auth(initialOwner, address(0))
    {
        vault = vault_;
        base = base_;
        decimals = IERC20Metadata(base_).decimals();
        ONE_SHARE = 10 ** IERC20Metadata(vault_).decimals();
    }

    /// @notice Base units for one whole share.
    function getRate() public view virtual returns (uint256);

    /// @notice The same, and a revert while paused.
    function getRateSafe() external view returns (uint256) {
        _requireNotPaused();
        return getRate();
    }

    /// @notice Units of `quote` for one whole share.
    function getRateInQuote(address quote) public view returns (uint256) {
        return quote == base ? getRate() : _inQuote(getRate(), quote);
    }

    /// @notice The same, and a revert while paused.
    function getRateInQuoteSafe(address quote) external view returns (uint256) {
        _requireNotPaused();
        return getRateInQuote(quote);
    }

    function setRateProviderData(address asset, bool isPeggedToBase, address rateProvider)
        external
        requiresAuth
    {
        rateProviderData[asset] = RateProviderData(isPeggedToBase, rateProvider);
        emit RateProviderUpdated(asset, isPeggedToBase, rateProvider);
    }

    function _isPaused() internal view virtual returns (bool);

    function _requireNotPaused() internal view {
        if (_isPaused()) revert AccountantWithRateProviders__Paused();
    }

    function _requireVault() internal view {
        if (msg.sender != vault) revert AccountantWithRateProviders__OnlyCallableByBoringVault();
    }

    function _supply() internal view returns (uint256) {
        return IERC20Metadata(vault).totalSupply();
    }

    /// @dev Narrowing truncates; a pegged asset is worth as much as the base.
    function _inQuote(uint256 amount, address quote) internal view returns (uint256) {
        if (quote == base) return amount;
        uint8 quoteDecimals = IERC20Metadata(quote).decimals();
        uint256 scaled = quoteDecimals < decimals
            ? amount / 10 ** (decimals - quoteDecimals)
            : amount * 10 ** (quoteDecimals - decimals);
        RateProviderData memory data = rateProviderData[quote];
        if (data.isPeggedToBase) return scaled;
        return 10 ** quoteDecimals * scaled / IRateProvider(data.rateProvider).getRate();
    }

    function _payFees(address feeAsset, address payout, uint256 owedInBase) internal {
        uint256 amount = _inQuote(owedInBase, feeAsset);
        feeAsset.safeTransferFrom(vault, payout, amount);
        emit FeesClaimed(feeAsset, amount);
    }

    /// @dev Every quotient is rounded down on its own: what is charged is what indexers can recompute.
    function _platformFee(uint256 shares, uint256 rate, uint256 fee, uint256 time)
        internal
        view
        returns (uint256)
    {
        return shares * rate / ONE_SHARE * fee / BPS * time / YEAR;
    }

    function _leavesBounds(uint256 newRate, uint256 rate, uint256 upper, uint256 lower)
        internal
        pure
        returns (bool)
    {
        return newRate > rate * upper / BPS || newRate < rate * lower / BPS;
    }

    function _checkUpper(uint16 upper) internal pure {
        if (upper < BPS) revert AccountantWithRateProviders__UpperBoundTooSmall();
    }

    function _checkLower(uint16 lower) internal pure {
        if (lower > BPS) revert AccountantWithRateProviders__LowerBoundTooLarge();
    }

    function _checkDelay(uint256 delay) internal pure {
        if (delay > 14 days) revert AccountantWithRateProviders__UpdateDelayTooLarge();
    }

    function _checkPlatformFee(uint16 fee) internal pure {
        if (fee > 2000) revert AccountantWithRateProviders__PlatformFeeTooLarge();
    }

    function _lesser(uint256 left, uint256 right) internal pure returns (uint256) {
        return left < right ? left : right;
    }
}
