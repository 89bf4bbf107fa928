// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @notice The share token of one pool; its vault keeps the tokens and alone mints and burns.
contract BalancerPool is ERC20 {
    address public immutable getVault;
    /// @notice 1e18 is the whole amount.
    uint256 public immutable getSwapFeePercentage;

    constructor(
        address vault_,
        string memory name_,
        string memory symbol_,
        uint256 swapFeePercentage
    ) ERC20(name_, symbol_) {
        require(swapFeePercentage < 1e18, "BAL#202");
        getVault = vault_;
        getSwapFeePercentage = swapFeePercentage;
    }

    modifier onlyVault() {
        require(msg.sender == getVault, "BAL#205");
        _;
    }

    function mint(address to, uint256 amount) external onlyVault {
        _mint(to, amount);
    }

    function burn(address from, uint256 amount) external onlyVault {
        _burn(from, amount);
    }

    /// @notice Where the vault registers it: address ‖ specialization 2 (two tokens) ‖ number 0.
    function getPoolId() external view returns (bytes32) {
        return bytes32((uint256(uint160(address(this))) << 96) | (uint256(2) << 80));
    }
}
