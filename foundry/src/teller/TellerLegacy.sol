// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {TellerCore} from "./TellerCore.sol";

/// @notice The generation before autumn 2025: no referral, no withdrawal for everybody, the older event.
contract TellerLegacy is TellerCore {
    event Deposit(
        uint256 indexed nonce,
        address indexed receiver,
        address indexed depositAsset,
        uint256 depositAmount,
        uint256 shareAmount,
        uint256 depositTimestamp,
        uint256 shareLockPeriodAtTimeOfDeposit
    );
    event AssetAdded(address indexed asset);
    event AssetRemoved(address indexed asset);

    constructor(address owner, address vault, address accountant, address weth)
        TellerCore(owner, vault, accountant, weth)
    {}

    function addAsset(address asset) external requiresAuth {
        assetData[asset] = Asset(true, true, 0);
        emit AssetAdded(asset);
    }

    function removeAsset(address asset) external requiresAuth {
        delete assetData[asset];
        emit AssetRemoved(asset);
    }

    /// @notice Deposits for the caller; at the address of the coin the amount is what is sent along.
    function deposit(address depositAsset, uint256 depositAmount, uint256 minimumMint)
        external
        payable
        requiresAuth
        nonReentrant
        returns (uint256)
    {
        return _deposit(depositAsset, depositAmount, minimumMint);
    }

    /// @notice Deposits with a signed approval, which names the vault as its spender.
    function depositWithPermit(
        address depositAsset,
        uint256 depositAmount,
        uint256 minimumMint,
        uint256 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external requiresAuth nonReentrant returns (uint256) {
        _permit(depositAsset, depositAmount, deadline, v, r, s);
        return _deposit(depositAsset, depositAmount, minimumMint);
    }

    /// @notice Gives a deposit back while its shares are locked; the arguments are those of its event.
    function refundDeposit(
        uint256 nonce,
        address receiver,
        address depositAsset,
        uint256 depositAmount,
        uint256 shareAmount,
        uint256 depositTimestamp,
        uint256 shareLockPeriodAtTimeOfDeposit
    ) external requiresAuth nonReentrant {
        DepositRecord memory record = DepositRecord(
            receiver,
            depositAsset,
            depositAmount,
            shareAmount,
            depositTimestamp,
            shareLockPeriodAtTimeOfDeposit
        );
        _refund(nonce, record, keccak256(abi.encode(record)));
    }

    function isSupported(address asset) external view returns (bool) {
        return assetData[asset].allowDeposits;
    }

    function _deposit(address depositAsset, uint256 depositAmount, uint256 minimumMint)
        private
        returns (uint256)
    {
        (uint256 amount, uint256 shares) =
            _depositPublicly(depositAsset, depositAmount, minimumMint, msg.sender);
        DepositRecord memory record = DepositRecord(
            msg.sender, depositAsset, amount, shares, block.timestamp, shareLockPeriod
        );
        if (record.lockPeriod > 0) {
            publicDepositHistory[depositNonce] = keccak256(abi.encode(record));
        }
        emit Deposit(
            depositNonce,
            msg.sender,
            depositAsset,
            amount,
            shares,
            block.timestamp,
            record.lockPeriod
        );
        return shares;
    }
}
