// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseDecoder} from "./BaseDecoder.sol";

/// @notice Convex: Curve pool tokens deposited and staked.
contract ConvexDecoder is BaseDecoder {
    function deposit(uint256, uint256, bool) external pure virtual returns (bytes memory) {
        return "";
    }

    function withdrawAndUnwrap(uint256, bool) external pure virtual returns (bytes memory) {
        return "";
    }

    function getReward(address account, bool) external pure virtual returns (bytes memory) {
        return abi.encodePacked(account);
    }
}
