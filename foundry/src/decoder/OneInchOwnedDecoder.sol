// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Auth} from "../auth/Auth.sol";
import {
    BytesNotEmpty,
    OneInchDecoderAndSanitizer__InvalidExecutor,
    ReceiverNotExecutor
} from "./DecoderError.sol";
import {SwapDescription} from "./OneInchDecoder.sol";
import {OneInchPoolDecoder} from "./OneInchPoolDecoder.sol";

/// @notice 1inch with one allowed executor, which the owner may change: checked and not bound by a
/// leaf.
contract OneInchOwnedDecoder is OneInchPoolDecoder, Auth {
    address public oneInchExecutor;

    event OneInchExecutorSet(address executor);

    constructor(address owner_, address executor) Auth(owner_, address(0)) {
        oneInchExecutor = executor;
        emit OneInchExecutorSet(executor);
    }

    function setOneInchExecutor(address executor) external requiresAuth {
        oneInchExecutor = executor;
        emit OneInchExecutorSet(executor);
    }

    function swap(
        address executor,
        SwapDescription calldata desc,
        bytes calldata permit,
        bytes calldata
    ) external view virtual returns (bytes memory) {
        if (permit.length != 0) revert BytesNotEmpty();
        return _packSwap(executor, desc);
    }

    function swap(address executor, SwapDescription calldata desc, bytes calldata)
        external
        view
        virtual
        returns (bytes memory)
    {
        return _packSwap(executor, desc);
    }

    function _packSwap(address executor, SwapDescription calldata desc)
        private
        view
        returns (bytes memory)
    {
        if (executor != oneInchExecutor) revert OneInchDecoderAndSanitizer__InvalidExecutor();
        if (desc.srcReceiver != executor) revert ReceiverNotExecutor();
        return abi.encodePacked(desc.srcToken, desc.dstToken, desc.dstReceiver);
    }
}
