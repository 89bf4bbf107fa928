// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseDecoder} from "./BaseDecoder.sol";
import {high16, low16, numberAsAddress} from "./Packing.sol";

/// @notice Hyperlane warp routes.
contract HyperlaneDecoder is BaseDecoder {
    function transferRemote(uint32 destinationDomain, bytes32 recipient, uint256)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(
            numberAsAddress(destinationDomain), high16(recipient), low16(recipient)
        );
    }
}
