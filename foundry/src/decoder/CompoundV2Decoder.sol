// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseDecoder} from "./BaseDecoder.sol";
import {packAddresses} from "./Packing.sol";

/// @notice Compound v2 and its forks; a market of the native coin takes no amount.
contract CompoundV2Decoder is BaseDecoder {
    function mint() external pure virtual returns (bytes memory) {
        return "";
    }

    function mint(uint256) external pure virtual returns (bytes memory) {
        return "";
    }

    function redeem(uint256) external pure virtual returns (bytes memory) {
        return "";
    }

    function redeemUnderlying(uint256) external pure virtual returns (bytes memory) {
        return "";
    }

    function borrow(uint256) external pure virtual returns (bytes memory) {
        return "";
    }

    function repayBorrow() external pure virtual returns (bytes memory) {
        return "";
    }

    function repayBorrow(uint256) external pure virtual returns (bytes memory) {
        return "";
    }

    function enterMarkets(address[] calldata cTokens) external pure virtual returns (bytes memory) {
        return packAddresses(cTokens);
    }

    function exitMarket(address cToken) external pure virtual returns (bytes memory) {
        return abi.encodePacked(cToken);
    }

    function claimComp(address holder) external pure virtual returns (bytes memory) {
        return abi.encodePacked(holder);
    }

    function claimReward(uint8, address holder) external pure virtual returns (bytes memory) {
        return abi.encodePacked(holder);
    }
}
