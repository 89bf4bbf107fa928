// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseDecoder} from "../../src/decoder/BaseDecoder.sol";

/// @notice Sees the uid of an order and packs nothing of it: a leaf of it signs any order. Never deployed but in
/// tests.
contract BareOrderDecoder is BaseDecoder {
    function setPreSignature(bytes calldata, bool) external pure returns (bytes memory) {
        return "";
    }
}
