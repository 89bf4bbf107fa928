// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC4626} from "@openzeppelin/contracts/interfaces/IERC4626.sol";
import {IBufferHelper} from "./TellerWithBuffer.sol";

/// @notice Keeps what a vault does not need at once in an ERC-4626 vault.
contract SavingsBufferHelper is IBufferHelper {
    IERC4626 public immutable savings;
    address public immutable vault;

    constructor(address savings_, address vault_) {
        savings = IERC4626(savings_);
        vault = vault_;
    }

    function getDepositManageCall(address asset, uint256 amount)
        external
        view
        returns (address[] memory targets, bytes[] memory data, uint256[] memory values)
    {
        (targets, data, values) = (new address[](2), new bytes[](2), new uint256[](2));
        (targets[0], targets[1]) = (asset, address(savings));
        data[0] = abi.encodeCall(IERC20.approve, (address(savings), amount));
        data[1] = abi.encodeCall(IERC4626.deposit, (amount, vault));
    }

    function getWithdrawManageCall(address, uint256 amount)
        external
        view
        returns (address[] memory targets, bytes[] memory data, uint256[] memory values)
    {
        (targets, data, values) = (new address[](1), new bytes[](1), new uint256[](1));
        targets[0] = address(savings);
        data[0] = abi.encodeCall(IERC4626.withdraw, (amount, vault, vault));
    }
}
