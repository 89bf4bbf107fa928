// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseDecoder} from "./BaseDecoder.sol";
import {high16, low16} from "./Packing.sol";

/// @notice The bridge of LBTC: chain and account are 32 bytes each, cut in halves.
contract LBTCBridgeDecoder is BaseDecoder {
    function deposit(bytes32 toChain, bytes32 toAddress, uint64)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(
            high16(toChain), low16(toChain), high16(toAddress), low16(toAddress)
        );
    }
}
