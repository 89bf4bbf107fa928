// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ERC4626} from "@openzeppelin/contracts/token/ERC20/extensions/ERC4626.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

/// @notice ERC-4626 vault whose yield is donated and whose losses its owner takes.
contract Vault4626 is ERC4626, Ownable {
    using SafeERC20 for IERC20;

    event YieldDonated(address indexed from, uint256 assets);
    event LossTaken(uint256 assets);

    constructor(address owner, address asset_, string memory name, string memory symbol)
        ERC20(name, symbol)
        ERC4626(IERC20(asset_))
        Ownable(owner)
    {}

    /// @notice Pulls `assets` from the caller and gives them to the holders.
    function donateYield(uint256 assets) external {
        IERC20(asset()).safeTransferFrom(msg.sender, address(this), assets);
        emit YieldDonated(msg.sender, assets);
    }

    function takeLoss(uint256 assets) external onlyOwner {
        IERC20(asset()).safeTransfer(owner(), assets);
        emit LossTaken(assets);
    }
}
