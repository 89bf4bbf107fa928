// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Auth} from "../auth/Auth.sol";
import {IBeforeTransfer} from "../vault/IBeforeTransfer.sol";

/// @notice The vault's transfer hook: who may move shares, and from when on.
abstract contract ShareTransfer is Auth, IBeforeTransfer {
    struct BeforeTransferData {
        bool denyFrom;
        bool denyTo;
        bool denyOperator;
        bool permissionedOperator;
        uint256 shareUnlockTime;
    }

    uint256 internal constant MAX_SHARE_LOCK_PERIOD = 3 days;

    mapping(address user => BeforeTransferData data) public beforeTransferData;
    /// @notice Seconds that shares of a public deposit stay where they are, and can be refunded.
    uint64 public shareLockPeriod;
    /// @notice Whether only permissioned operators move shares.
    bool public permissionedTransfers;

    event ShareLockPeriodUpdated(uint64 newPeriod);
    event PermissionedTransfersSet(bool permissionedTransfers);
    event DenyFrom(address indexed user);
    event DenyTo(address indexed user);
    event DenyOperator(address indexed user);
    event AllowFrom(address indexed user);
    event AllowTo(address indexed user);
    event AllowOperator(address indexed user);
    event AllowPermissionedOperator(address indexed operator);
    event DenyPermissionedOperator(address indexed operator);

    error TellerWithMultiAssetSupport__ShareLockPeriodTooLong();
    error TellerWithMultiAssetSupport__SharesAreLocked();
    error TellerWithMultiAssetSupport__TransferDenied(address from, address to, address operator);

    function setShareLockPeriod(uint64 newPeriod) external requiresAuth {
        if (newPeriod > MAX_SHARE_LOCK_PERIOD) {
            revert TellerWithMultiAssetSupport__ShareLockPeriodTooLong();
        }
        shareLockPeriod = newPeriod;
        emit ShareLockPeriodUpdated(newPeriod);
    }

    function setPermissionedTransfers(bool isPermissioned) external requiresAuth {
        permissionedTransfers = isPermissioned;
        emit PermissionedTransfersSet(isPermissioned);
    }

    function allowPermissionedOperator(address operator) external requiresAuth {
        beforeTransferData[operator].permissionedOperator = true;
        emit AllowPermissionedOperator(operator);
    }

    function denyPermissionedOperator(address operator) external requiresAuth {
        beforeTransferData[operator].permissionedOperator = false;
        emit DenyPermissionedOperator(operator);
    }

    function denyAll(address user) external requiresAuth {
        _setFrom(user, true);
        _setTo(user, true);
        _setOperator(user, true);
    }

    function allowAll(address user) external requiresAuth {
        _setFrom(user, false);
        _setTo(user, false);
        _setOperator(user, false);
    }

    function denyFrom(address user) external requiresAuth {
        _setFrom(user, true);
    }

    function allowFrom(address user) external requiresAuth {
        _setFrom(user, false);
    }

    function denyTo(address user) external requiresAuth {
        _setTo(user, true);
    }

    function allowTo(address user) external requiresAuth {
        _setTo(user, false);
    }

    function denyOperator(address user) external requiresAuth {
        _setOperator(user, true);
    }

    function allowOperator(address user) external requiresAuth {
        _setOperator(user, false);
    }

    /// @inheritdoc IBeforeTransfer
    function beforeTransfer(address from, address to, address operator) public view {
        BeforeTransferData storage data = beforeTransferData[from];
        bool isDenied = data.denyFrom || beforeTransferData[to].denyTo
            || beforeTransferData[operator].denyOperator
            || (permissionedTransfers && !beforeTransferData[operator].permissionedOperator);
        if (isDenied) revert TellerWithMultiAssetSupport__TransferDenied(from, to, operator);
        if (data.shareUnlockTime > block.timestamp) {
            revert TellerWithMultiAssetSupport__SharesAreLocked();
        }
    }

    function _lock(address user, uint256 period) internal {
        beforeTransferData[user].shareUnlockTime = block.timestamp + period;
    }

    function _setFrom(address user, bool isDenied) private {
        beforeTransferData[user].denyFrom = isDenied;
        if (isDenied) emit DenyFrom(user);
        else emit AllowFrom(user);
    }

    function _setTo(address user, bool isDenied) private {
        beforeTransferData[user].denyTo = isDenied;
        if (isDenied) emit DenyTo(user);
        else emit AllowTo(user);
    }

    function _setOperator(address user, bool isDenied) private {
        beforeTransferData[user].denyOperator = isDenied;
        if (isDenied) emit DenyOperator(user);
        else emit AllowOperator(user);
    }
}
