// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BytesNotEmpty} from "./DecoderError.sol";
import {OneInchPoolDecoder} from "./OneInchPoolDecoder.sol";

struct SwapDescription {
    address srcToken;
    address dstToken;
    address srcReceiver;
    address dstReceiver;
    uint256 amount;
    uint256 minReturnAmount;
    uint256 flags;
}

/// @notice 1inch v5 (with a permit, which must be empty) and v6: swaps by an executor, which is
/// bound.
contract OneInchDecoder is OneInchPoolDecoder {
    function swap(
        address executor,
        SwapDescription calldata desc,
        bytes calldata permit,
        bytes calldata
    ) external pure virtual returns (bytes memory) {
        if (permit.length != 0) revert BytesNotEmpty();
        return _packSwap(executor, desc);
    }

    function swap(address executor, SwapDescription calldata desc, bytes calldata)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return _packSwap(executor, desc);
    }

    function _packSwap(address executor, SwapDescription calldata desc)
        private
        pure
        returns (bytes memory)
    {
        return abi.encodePacked(
            executor, desc.srcToken, desc.dstToken, desc.srcReceiver, desc.dstReceiver
        );
    }
}
