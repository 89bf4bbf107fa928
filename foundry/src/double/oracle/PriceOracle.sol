// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

/// @notice Settable prices by asset, in USD with 8 decimals.
contract PriceOracle is Ownable {
    event AssetPriceUpdated(address indexed asset, uint256 price, uint256 timestamp);

    error PriceMissing(address asset);

    mapping(address => uint256) private _prices;

    constructor(address owner) Ownable(owner) {}

    function setAssetPrice(address asset, uint256 price) external onlyOwner {
        _prices[asset] = price;
        emit AssetPriceUpdated(asset, price, block.timestamp);
    }

    function getAssetPrice(address asset) external view returns (uint256 price) {
        price = _prices[asset];
        if (price == 0) revert PriceMissing(asset);
    }
}
