// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";

/// @notice A token of any decimals that anybody may mint.
contract Token is ERC20Permit {
    uint8 private immutable _DECIMALS;

    constructor(uint8 tokenDecimals) ERC20("Token", "TOK") ERC20Permit("Token") {
        _DECIMALS = tokenDecimals;
    }

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    function decimals() public view override returns (uint8) {
        return _DECIMALS;
    }
}

/// @notice A rate provider that says what it was told.
contract FixedProvider {
    uint256 public getRate;

    constructor(uint256 rate) {
        getRate = rate;
    }
}
