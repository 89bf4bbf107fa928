// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseDecoder} from "./BaseDecoder.sol";

/// @notice The way out of sUSDe.
contract EthenaWithdrawDecoder is BaseDecoder {
    function cooldownAssets(uint256) external pure virtual returns (bytes memory) {
        return "";
    }

    function cooldownShares(uint256) external pure virtual returns (bytes memory) {
        return "";
    }

    function unstake(address receiver) external pure virtual returns (bytes memory) {
        return abi.encodePacked(receiver);
    }
}
