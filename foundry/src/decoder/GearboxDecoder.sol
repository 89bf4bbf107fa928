// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseDecoder} from "./BaseDecoder.sol";

/// @notice Farms of Gearbox's pool tokens: whoever calls stakes, unstakes and claims for itself.
contract GearboxDecoder is BaseDecoder {
    function deposit(uint256) external pure virtual returns (bytes memory) {
        return "";
    }

    function withdraw(uint256) external pure virtual returns (bytes memory) {
        return "";
    }

    function claim() external pure virtual returns (bytes memory) {
        return "";
    }
}
