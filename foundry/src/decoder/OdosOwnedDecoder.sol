// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Auth} from "../auth/Auth.sol";
import {BaseDecoder} from "./BaseDecoder.sol";
import {OdosOwnedDecoderAndSanitizer__InvalidExecutor} from "./DecoderError.sol";
import {CompactSwap, OdosCompactReader} from "./OdosCompactReader.sol";
import {SwapTokenInfo} from "./OdosDecoder.sol";

/// @notice Odos with one allowed executor, which the owner may change: checked and not bound by a
/// leaf.
contract OdosOwnedDecoder is BaseDecoder, OdosCompactReader, Auth {
    address public odosExecutor;

    event OdosExecutorSet(address executor);

    constructor(address owner_, address odosRouter_, address executor)
        OdosCompactReader(odosRouter_)
        Auth(owner_, address(0))
    {
        odosExecutor = executor;
        emit OdosExecutorSet(executor);
    }

    function setOdosExecutor(address executor) external requiresAuth {
        odosExecutor = executor;
        emit OdosExecutorSet(executor);
    }

    function swap(SwapTokenInfo calldata tokenInfo, bytes calldata, address executor, uint32)
        external
        view
        virtual
        returns (bytes memory)
    {
        _requireAllowed(executor);
        return
            abi.encodePacked(tokenInfo.inputToken, tokenInfo.outputToken, tokenInfo.outputReceiver);
    }

    function swapCompact() external view virtual returns (bytes memory) {
        CompactSwap memory compact = _readCompactSwap();
        _requireAllowed(compact.executor);
        return abi.encodePacked(compact.inputToken, compact.outputToken, compact.outputReceiver);
    }

    function _requireAllowed(address executor) private view {
        if (executor != odosExecutor) revert OdosOwnedDecoderAndSanitizer__InvalidExecutor();
    }
}
