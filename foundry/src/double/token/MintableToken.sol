// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @notice Honest ERC-20 of any decimals; its owner mints and burns.
contract MintableToken is ERC20, Ownable {
    uint8 private immutable DECIMALS;

    constructor(address owner, string memory name, string memory symbol, uint8 tokenDecimals)
        ERC20(name, symbol)
        Ownable(owner)
    {
        DECIMALS = tokenDecimals;
    }

    function decimals() public view override returns (uint8) {
        return DECIMALS;
    }

    function mint(address to, uint256 amount) external onlyOwner {
        _mint(to, amount);
    }

    function burn(address from, uint256 amount) external onlyOwner {
        _burn(from, amount);
    }
}
