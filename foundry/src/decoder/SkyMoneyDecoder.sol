// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseDecoder} from "./BaseDecoder.sol";

/// @notice Sky: DAI to USDS and the peg stability modules.
contract SkyMoneyDecoder is BaseDecoder {
    function buyGem(address recipient, uint256) external pure virtual returns (bytes memory) {
        return abi.encodePacked(recipient);
    }

    function sellGem(address recipient, uint256) external pure virtual returns (bytes memory) {
        return abi.encodePacked(recipient);
    }

    function daiToUsds(address recipient, uint256) external pure virtual returns (bytes memory) {
        return abi.encodePacked(recipient);
    }

    function usdsToDai(address recipient, uint256) external pure virtual returns (bytes memory) {
        return abi.encodePacked(recipient);
    }
}
