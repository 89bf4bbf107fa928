// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

/// @notice Holds assets in cooldown apart, so that they earn nothing.
contract CooldownSilo {
    using SafeERC20 for IERC20;

    error OnlyStakingVault();

    address private immutable VAULT;
    IERC20 private immutable ASSET;

    constructor(address vault, address asset) {
        VAULT = vault;
        ASSET = IERC20(asset);
    }

    function withdraw(address to, uint256 amount) external {
        if (msg.sender != VAULT) revert OnlyStakingVault();
        ASSET.safeTransfer(to, amount);
    }
}
