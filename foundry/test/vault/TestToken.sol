// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC20} from "solady/tokens/ERC20.sol";

/// @notice A token that anybody may mint.
contract TestToken is ERC20 {
    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    function name() public pure override returns (string memory) {
        return "Test token";
    }

    function symbol() public pure override returns (string memory) {
        return "TEST";
    }
}
