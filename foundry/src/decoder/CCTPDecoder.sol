// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseDecoder} from "./BaseDecoder.sol";
import {low20, numberAsAddress} from "./Packing.sol";

/// @notice Circle's CCTP v2: USDC burned here to be minted there.
contract CCTPDecoder is BaseDecoder {
    function depositForBurn(
        uint256,
        uint32 destinationDomain,
        bytes32 mintRecipient,
        address burnToken,
        bytes32 destinationCaller,
        uint256,
        uint32
    ) external pure virtual returns (bytes memory) {
        return abi.encodePacked(
            numberAsAddress(destinationDomain),
            low20(mintRecipient),
            burnToken,
            low20(destinationCaller)
        );
    }

    function receiveMessage(bytes calldata, bytes calldata)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return "";
    }
}
