// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseDecoder} from "./BaseDecoder.sol";
import {CompactSwap, OdosCompactReader} from "./OdosCompactReader.sol";

struct SwapTokenInfo {
    address inputToken;
    uint256 inputAmount;
    address inputReceiver;
    address outputToken;
    uint256 outputQuote;
    uint256 outputMin;
    address outputReceiver;
}

/// @notice Odos: swaps with their arguments in full, or packed into a few bytes.
contract OdosDecoder is BaseDecoder, OdosCompactReader {
    constructor(address odosRouter_) OdosCompactReader(odosRouter_) {}

    function swap(SwapTokenInfo memory tokenInfo, bytes memory, address executor, uint32)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(
            tokenInfo.inputToken, tokenInfo.outputToken, tokenInfo.outputReceiver, executor
        );
    }

    function swapCompact() external view virtual returns (bytes memory) {
        CompactSwap memory compact = _readCompactSwap();
        return abi.encodePacked(
            compact.inputToken, compact.outputToken, compact.outputReceiver, compact.executor
        );
    }
}
