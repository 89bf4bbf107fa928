// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseDecoder} from "./BaseDecoder.sol";
import {BytesNotEmpty} from "./DecoderError.sol";
import {SwapDescription} from "./OneInchDecoder.sol";
import {PriceBound, PriceSource} from "./PriceBound.sol";

/// @notice 1inch v5 and v6 by an executor: the least output is bound by two feeds.
/// Swaps through pools, whose bought token no argument names, are not supported.
contract PricedOneInchDecoder is BaseDecoder, PriceBound {
    constructor(PriceSource[] memory sources, uint256 maxLossBps_)
        PriceBound(sources, maxLossBps_)
    {}

    function swap(
        address executor,
        SwapDescription calldata desc,
        bytes calldata permit,
        bytes calldata
    ) external view returns (bytes memory) {
        if (permit.length != 0) revert BytesNotEmpty();
        return _packSwap(executor, desc);
    }

    function swap(address executor, SwapDescription calldata desc, bytes calldata)
        external
        view
        returns (bytes memory)
    {
        return _packSwap(executor, desc);
    }

    /// @dev A partial fill lowers amount and least alike, so the price holds for it, too.
    function _packSwap(address executor, SwapDescription calldata desc)
        private
        view
        returns (bytes memory)
    {
        _checkLeast(desc.srcToken, desc.dstToken, desc.amount, desc.minReturnAmount);
        return abi.encodePacked(
            executor, desc.srcToken, desc.dstToken, desc.srcReceiver, desc.dstReceiver
        );
    }
}
