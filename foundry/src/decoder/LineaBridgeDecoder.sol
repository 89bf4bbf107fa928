// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseDecoder} from "./BaseDecoder.sol";

struct ClaimMessageWithProofParams {
    bytes32[] proof;
    uint256 messageNumber;
    uint32 leafIndex;
    address from;
    address to;
    uint256 fee;
    uint256 value;
    address feeRecipient;
    bytes32 merkleRoot;
    bytes data;
}

/// @notice The native bridge of Linea.
contract LineaBridgeDecoder is BaseDecoder {
    function bridgeToken(address token, uint256, address recipient)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(token, recipient);
    }

    function sendMessage(address to, uint256, bytes calldata)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(to);
    }

    function claimMessage(
        address from,
        address to,
        uint256,
        uint256,
        address feeRecipient,
        bytes calldata,
        uint256
    ) external pure virtual returns (bytes memory) {
        return abi.encodePacked(from, to, feeRecipient);
    }

    function claimMessageWithProof(ClaimMessageWithProofParams calldata params)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(params.from, params.to, params.feeRecipient);
    }
}
