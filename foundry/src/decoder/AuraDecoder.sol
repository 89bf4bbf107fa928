// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseDecoder} from "./BaseDecoder.sol";

/// @notice Reward pools of Aura.
contract AuraDecoder is BaseDecoder {
    function getReward(address user, bool) external pure virtual returns (bytes memory) {
        return abi.encodePacked(user);
    }
}
