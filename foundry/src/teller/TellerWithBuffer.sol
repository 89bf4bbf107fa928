// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Teller} from "./Teller.sol";

/// @notice Says what the vault does with a deposit, or before a withdrawal.
interface IBufferHelper {
    function getDepositManageCall(address asset, uint256 amount)
        external
        view
        returns (address[] memory targets, bytes[] memory data, uint256[] memory values);

    function getWithdrawManageCall(address asset, uint256 amount)
        external
        view
        returns (address[] memory targets, bytes[] memory data, uint256[] memory values);
}

/// @notice A teller that moves what is deposited on: it sends the vault wherever the helper of the asset says.
/// @dev It holds the role of a Manager, and nothing but the list of helpers bounds what it does with it.
contract TellerWithBuffer is Teller {
    struct BufferHelpers {
        IBufferHelper deposit;
        IBufferHelper withdraw;
    }

    mapping(address asset => BufferHelpers) public currentBufferHelpers;
    mapping(address asset => mapping(IBufferHelper => bool)) public allowedBufferHelpers;

    event BufferHelperAllowed(address indexed asset, address indexed helper);
    event BufferHelperDisallowed(address indexed asset, address indexed helper);
    event DepositBufferHelperSet(address indexed asset, address indexed helper);
    event WithdrawBufferHelperSet(address indexed asset, address indexed helper);

    error TellerWithBuffer__BufferHelperNotAllowed(address asset, address helper);

    constructor(address owner, address vault, address accountant, address weth)
        Teller(owner, vault, accountant, weth)
    {}

    function allowBufferHelper(address asset, IBufferHelper helper) external requiresAuth {
        allowedBufferHelpers[asset][helper] = true;
        emit BufferHelperAllowed(asset, address(helper));
    }

    function disallowBufferHelper(address asset, IBufferHelper helper) external requiresAuth {
        allowedBufferHelpers[asset][helper] = false;
        emit BufferHelperDisallowed(asset, address(helper));
    }

    /// @param helper zero for none.
    function setDepositBufferHelper(address asset, IBufferHelper helper) external requiresAuth {
        _requireAllowed(asset, helper);
        currentBufferHelpers[asset].deposit = helper;
        emit DepositBufferHelperSet(asset, address(helper));
    }

    /// @param helper zero for none.
    function setWithdrawBufferHelper(address asset, IBufferHelper helper) external requiresAuth {
        _requireAllowed(asset, helper);
        currentBufferHelpers[asset].withdraw = helper;
        emit WithdrawBufferHelperSet(asset, address(helper));
    }

    function version() external pure override returns (string memory) {
        return "Buffer V0.1";
    }

    function _enter(address asset, uint256 amount, uint256 minimumMint, address from, address to)
        internal
        override
        returns (uint256 shares)
    {
        shares = super._enter(asset, amount, minimumMint, from, to);
        IBufferHelper helper = currentBufferHelpers[asset].deposit;
        if (address(helper) == address(0)) return shares;
        (address[] memory targets, bytes[] memory data, uint256[] memory values) =
            helper.getDepositManageCall(asset, amount);
        vault.manage(targets, data, values);
    }

    function _exit(address asset, uint256 shareAmount, uint256 minimumAssets, address to)
        internal
        override
        returns (uint256)
    {
        IBufferHelper helper = currentBufferHelpers[asset].withdraw;
        if (address(helper) != address(0)) {
            uint256 amount = shareAmount * accountant.getRateInQuoteSafe(asset) / ONE_SHARE;
            (address[] memory targets, bytes[] memory data, uint256[] memory values) =
                helper.getWithdrawManageCall(asset, amount);
            vault.manage(targets, data, values);
        }
        return super._exit(asset, shareAmount, minimumAssets, to);
    }

    function _requireAllowed(address asset, IBufferHelper helper) private view {
        if (address(helper) != address(0) && !allowedBufferHelpers[asset][helper]) {
            revert TellerWithBuffer__BufferHelperNotAllowed(asset, address(helper));
        }
    }
}
