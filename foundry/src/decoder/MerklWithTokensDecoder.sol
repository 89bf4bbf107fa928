// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseDecoder} from "./BaseDecoder.sol";

/// @notice Merkl as older decoders read it: users and tokens.
contract MerklWithTokensDecoder is BaseDecoder {
    function claim(
        address[] calldata users,
        address[] calldata tokens,
        uint256[] calldata,
        bytes32[][] calldata
    ) external pure virtual returns (bytes memory packed) {
        for (uint256 i; i < users.length; ++i) {
            packed = abi.encodePacked(packed, users[i], tokens[i]);
        }
    }
}
