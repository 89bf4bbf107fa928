// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseDecoder} from "./BaseDecoder.sol";

/// @notice Syrup of Maple.
contract SyrupDecoder is BaseDecoder {
    function deposit(uint256, bytes32) external pure virtual returns (bytes memory) {
        return "";
    }

    function removeShares(uint256, address owner) external pure virtual returns (bytes memory) {
        return abi.encodePacked(owner);
    }

    function requestRedeem(uint256, address owner) external pure virtual returns (bytes memory) {
        return abi.encodePacked(owner);
    }
}
