// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseDecoder} from "./BaseDecoder.sol";

struct L2MessageProof {
    uint256 batchIndex;
    bytes merkleProof;
}

/// @notice The native bridge of Scroll.
contract ScrollBridgeDecoder is BaseDecoder {
    function depositERC20(address token, address to, uint256, uint256)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(token, to);
    }

    function withdrawERC20(address token, address to, uint256, uint256)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(token, to);
    }

    function sendMessage(address to, uint256, bytes calldata, uint256)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(to);
    }

    function relayMessageWithProof(
        address from,
        address to,
        uint256,
        uint256,
        bytes calldata,
        L2MessageProof calldata
    ) external pure virtual returns (bytes memory) {
        return abi.encodePacked(from, to);
    }
}
