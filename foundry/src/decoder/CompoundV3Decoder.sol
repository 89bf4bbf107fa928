// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseDecoder} from "./BaseDecoder.sol";

/// @notice Compound v3 markets and their rewards.
contract CompoundV3Decoder is BaseDecoder {
    function supply(address asset, uint256) external pure virtual returns (bytes memory) {
        return abi.encodePacked(asset);
    }

    function withdraw(address asset, uint256) external pure virtual returns (bytes memory) {
        return abi.encodePacked(asset);
    }

    function claim(address comet, address src, bool) external pure virtual returns (bytes memory) {
        return abi.encodePacked(comet, src);
    }
}
