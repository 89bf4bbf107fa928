// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseDecoder} from "./BaseDecoder.sol";

/// @notice Wrapping and unwrapping of the native coin.
contract WrappedNativeDecoder is BaseDecoder {
    function deposit() external pure virtual returns (bytes memory) {
        return "";
    }

    function withdraw(uint256) external pure virtual returns (bytes memory) {
        return "";
    }
}
