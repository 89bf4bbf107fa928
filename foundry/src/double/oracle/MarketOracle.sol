// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

/// @notice Morpho's `price()`: loan units for one collateral unit, scaled by 1e36.
contract MarketOracle is Ownable {
    event PriceUpdated(uint256 price);

    uint256 public price;

    constructor(address owner, uint256 startingPrice) Ownable(owner) {
        price = startingPrice;
        emit PriceUpdated(startingPrice);
    }

    function setPrice(uint256 newPrice) external onlyOwner {
        price = newPrice;
        emit PriceUpdated(newPrice);
    }
}
