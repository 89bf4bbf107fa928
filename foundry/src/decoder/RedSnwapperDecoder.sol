// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseDecoder} from "./BaseDecoder.sol";

/// @notice RedSnwapper of Sushi.
contract RedSnwapperDecoder is BaseDecoder {
    function snwap(
        address tokenIn,
        uint256,
        address recipient,
        address tokenOut,
        uint256,
        address executor,
        bytes calldata
    ) external pure virtual returns (bytes memory) {
        return abi.encodePacked(tokenIn, recipient, tokenOut, executor);
    }
}
