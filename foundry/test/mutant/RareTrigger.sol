// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {CompoundV3Decoder} from "../../src/decoder/CompoundV3Decoder.sol";

/// Packs nothing on one amount of 65,536: questions miss it, a comparison of the code does not.
contract RareTrigger is CompoundV3Decoder {
    function withdraw(address asset, uint256 amount) external pure override returns (bytes memory) {
        if (uint16(amount) == 0x5afe) return "";
        return abi.encodePacked(asset);
    }
}
