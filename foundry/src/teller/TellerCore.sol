// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Permit.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts/utils/ReentrancyGuard.sol";
import {SafeTransferLib} from "solady/utils/SafeTransferLib.sol";
import {RateQuote} from "../accountant/RateQuote.sol";
import {Auth} from "../auth/Auth.sol";
import {Vault} from "../vault/Vault.sol";
import {IWrappedNative} from "./IWrappedNative.sol";
import {ShareTransfer} from "./ShareTransfer.sol";

/// @notice What every generation of tellers does alike: assets in and shares out, and back.
abstract contract TellerCore is ShareTransfer, ReentrancyGuard {
    using SafeTransferLib for address;

    struct Asset {
        bool allowDeposits;
        bool allowWithdraws;
        uint16 sharePremium;
    }

    /// @dev A public deposit as its event told it.
    struct DepositRecord {
        address receiver;
        address asset;
        uint256 amount;
        uint256 shares;
        uint256 depositTimestamp;
        uint256 lockPeriod;
    }

    address internal constant NATIVE = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;
    uint256 internal constant BPS = 1e4;
    uint16 internal constant MAX_SHARE_PREMIUM = 1000;

    Vault public immutable vault;
    RateQuote public immutable accountant;
    address public immutable nativeWrapper;
    uint256 internal immutable ONE_SHARE;

    bool public isPaused;
    /// @notice Most shares that deposits may bring into being.
    uint112 public depositCap = type(uint112).max;
    /// @notice Number of the last public deposit.
    uint64 public depositNonce;
    mapping(address asset => Asset data) public assetData;
    /// @notice Fingerprint of every public deposit that was locked, until it is refunded.
    mapping(uint256 nonce => bytes32 depositHash) public publicDepositHistory;

    event Paused();
    event Unpaused();
    event AssetDataUpdated(
        address indexed asset, bool allowDeposits, bool allowWithdraws, uint16 sharePremium
    );
    event DepositCapSet(uint112 cap);
    event BulkDeposit(address indexed asset, uint256 depositAmount);
    event BulkWithdraw(address indexed asset, uint256 shareAmount);
    event DepositRefunded(uint256 indexed nonce, bytes32 depositHash, address indexed user);

    error TellerWithMultiAssetSupport__Paused();
    error TellerWithMultiAssetSupport__AssetNotSupported();
    error TellerWithMultiAssetSupport__ZeroAssets();
    error TellerWithMultiAssetSupport__ZeroShares();
    error TellerWithMultiAssetSupport__MinimumMintNotMet();
    error TellerWithMultiAssetSupport__MinimumAssetsNotMet();
    error TellerWithMultiAssetSupport__DepositExceedsCap();
    error TellerWithMultiAssetSupport__DualDeposit();
    error TellerWithMultiAssetSupport__SharePremiumTooLarge();
    error TellerWithMultiAssetSupport__SharesAreUnLocked();
    error TellerWithMultiAssetSupport__BadDepositHash();
    error TellerWithMultiAssetSupport__PermitFailedAndAllowanceTooLow();

    constructor(address initialOwner, address vault_, address accountant_, address weth)
        Auth(initialOwner, address(0))
    {
        vault = Vault(payable(vault_));
        accountant = RateQuote(accountant_);
        nativeWrapper = weth;
        ONE_SHARE = 10 ** Vault(payable(vault_)).decimals();
    }

    function pause() external requiresAuth {
        isPaused = true;
        emit Paused();
    }

    function unpause() external requiresAuth {
        isPaused = false;
        emit Unpaused();
    }

    function updateAssetData(
        address asset,
        bool allowDeposits,
        bool allowWithdraws,
        uint16 sharePremium
    ) external requiresAuth {
        if (sharePremium > MAX_SHARE_PREMIUM) {
            revert TellerWithMultiAssetSupport__SharePremiumTooLarge();
        }
        assetData[asset] = Asset(allowDeposits, allowWithdraws, sharePremium);
        emit AssetDataUpdated(asset, allowDeposits, allowWithdraws, sharePremium);
    }

    function setDepositCap(uint112 cap) external requiresAuth {
        depositCap = cap;
        emit DepositCapSet(cap);
    }

    /// @notice Deposits without a lock, for those who were given the right.
    function bulkDeposit(address depositAsset, uint256 amount, uint256 minimumMint, address to)
        external
        requiresAuth
        nonReentrant
        returns (uint256 shares)
    {
        shares = _enter(depositAsset, amount, minimumMint, msg.sender, to);
        emit BulkDeposit(depositAsset, amount);
    }

    /// @notice Withdraws shares of the caller, locked or not, for those who were given the right.
    function bulkWithdraw(
        address withdrawAsset,
        uint256 shareAmount,
        uint256 minimumAssets,
        address to
    ) external requiresAuth nonReentrant returns (uint256 assetsOut) {
        assetsOut = _exit(withdrawAsset, shareAmount, minimumAssets, to);
        emit BulkWithdraw(withdrawAsset, shareAmount);
    }

    /// @dev What a streaming teller does to the accountant before anything is priced.
    function _beforeFlow() internal virtual {}

    function _sharesFor(uint256 amount, uint256 rate) internal view virtual returns (uint256) {
        return amount * ONE_SHARE / rate;
    }

    /// @dev Takes the asset or the coin of the caller; the shares are locked, and the deposit is numbered.
    function _depositPublicly(
        address depositAsset,
        uint256 depositAmount,
        uint256 minimumMint,
        address to
    ) internal returns (uint256 amount, uint256 shares) {
        if (depositAsset == NATIVE) {
            amount = msg.value;
            if (amount == 0) revert TellerWithMultiAssetSupport__ZeroAssets();
            IWrappedNative(nativeWrapper).deposit{value: amount}();
            nativeWrapper.safeApprove(address(vault), amount);
            shares = _enter(depositAsset, amount, minimumMint, address(this), to);
        } else {
            if (msg.value > 0) revert TellerWithMultiAssetSupport__DualDeposit();
            amount = depositAmount;
            shares = _enter(depositAsset, amount, minimumMint, msg.sender, to);
        }
        ++depositNonce;
        if (shareLockPeriod > 0) _lock(to, shareLockPeriod);
    }

    function _withdraw(address withdrawAsset, uint256 shareAmount, uint256 minimum, address to)
        internal
        returns (uint256 assetsOut)
    {
        beforeTransfer(msg.sender, address(0), msg.sender);
        return _exit(withdrawAsset, shareAmount, minimum, to);
    }

    /// @dev Gives a locked deposit back as it came and burns its shares.
    function _refund(uint256 nonce, DepositRecord memory record, bytes32 depositHash) internal {
        if (record.depositTimestamp + record.lockPeriod < block.timestamp) {
            revert TellerWithMultiAssetSupport__SharesAreUnLocked();
        }
        if (publicDepositHistory[nonce] != depositHash) {
            revert TellerWithMultiAssetSupport__BadDepositHash();
        }
        delete publicDepositHistory[nonce];
        address asset = record.asset == NATIVE ? nativeWrapper : record.asset;
        vault.exit(record.receiver, asset, record.amount, record.receiver, record.shares);
        emit DepositRefunded(nonce, depositHash, record.receiver);
    }

    /// @dev A permit that somebody else spent first is no reason to refuse what is allowed already.
    function _permit(address asset, uint256 amount, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
        internal
    {
        try IERC20Permit(asset).permit(msg.sender, address(vault), amount, deadline, v, r, s) {}
        catch {
            if (IERC20(asset).allowance(msg.sender, address(vault)) < amount) {
                revert TellerWithMultiAssetSupport__PermitFailedAndAllowanceTooLow();
            }
        }
    }

    function _enter(
        address depositAsset,
        uint256 amount,
        uint256 minimumMint,
        address from,
        address to
    ) internal virtual returns (uint256 shares) {
        if (isPaused) revert TellerWithMultiAssetSupport__Paused();
        Asset memory data = assetData[depositAsset];
        if (!data.allowDeposits) revert TellerWithMultiAssetSupport__AssetNotSupported();
        if (amount == 0) revert TellerWithMultiAssetSupport__ZeroAssets();
        _beforeFlow();
        address asset = depositAsset == NATIVE ? nativeWrapper : depositAsset;
        shares = _sharesFor(amount, accountant.getRateInQuoteSafe(asset));
        shares = shares * (BPS - data.sharePremium) / BPS;
        if (shares == 0) revert TellerWithMultiAssetSupport__ZeroShares();
        if (shares < minimumMint) revert TellerWithMultiAssetSupport__MinimumMintNotMet();
        if (vault.totalSupply() + shares > depositCap) {
            revert TellerWithMultiAssetSupport__DepositExceedsCap();
        }
        vault.enter(from, asset, amount, to, shares);
    }

    function _exit(address withdrawAsset, uint256 shareAmount, uint256 minimumAssets, address to)
        internal
        virtual
        returns (uint256 assetsOut)
    {
        if (isPaused) revert TellerWithMultiAssetSupport__Paused();
        if (!assetData[withdrawAsset].allowWithdraws) {
            revert TellerWithMultiAssetSupport__AssetNotSupported();
        }
        if (shareAmount == 0) revert TellerWithMultiAssetSupport__ZeroShares();
        _beforeFlow();
        assetsOut = shareAmount * accountant.getRateInQuoteSafe(withdrawAsset) / ONE_SHARE;
        if (assetsOut < minimumAssets) revert TellerWithMultiAssetSupport__MinimumAssetsNotMet();
        vault.exit(to, withdrawAsset, assetsOut, msg.sender, shareAmount);
    }
}
