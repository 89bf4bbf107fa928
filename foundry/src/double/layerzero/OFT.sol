// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {OFTCore} from "./OFTCore.sol";

/// @notice A token that burns itself when sent and mints itself when it arrives.
contract OFT is ERC20, OFTCore {
    constructor(address owner_, string memory name_, string memory symbol_, uint256 nativeFee_)
        ERC20(name_, symbol_)
        OFTCore(owner_, 18, nativeFee_)
    {}

    /// @notice First supply.
    function mint(address to, uint256 amount) external onlyOwner {
        _mint(to, amount);
    }

    function token() external view override returns (address) {
        return address(this);
    }

    function approvalRequired() external pure override returns (bool) {
        return false;
    }

    function _debit(address from, uint256 amount) internal override {
        _burn(from, amount);
    }

    function _credit(address to, uint256 amount) internal override {
        _mint(to, amount);
    }
}
