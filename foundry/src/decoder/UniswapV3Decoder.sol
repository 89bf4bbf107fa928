// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {UniswapV3DecoderAndSanitizer__BadPathFormat} from "./DecoderError.sol";
import {PositionDecoder} from "./PositionDecoder.sol";
import {packPath} from "./Packing.sol";

struct MintParams {
    address token0;
    address token1;
    uint24 fee;
    int24 tickLower;
    int24 tickUpper;
    uint256 amount0Desired;
    uint256 amount1Desired;
    uint256 amount0Min;
    uint256 amount1Min;
    address recipient;
    uint256 deadline;
}

struct ExactInputParams {
    bytes path;
    address recipient;
    uint256 deadline;
    uint256 amountIn;
    uint256 amountOutMinimum;
}

/// @notice Uniswap v3: swaps along a path, and positions. Fees, amounts and prices are not bound.
contract UniswapV3Decoder is PositionDecoder {
    constructor(address positionManager_) PositionDecoder(positionManager_) {}

    function exactInput(ExactInputParams calldata params)
        external
        pure
        virtual
        returns (bytes memory)
    {
        if (params.path.length % 23 != 20) {
            revert UniswapV3DecoderAndSanitizer__BadPathFormat();
        }
        return abi.encodePacked(packPath(params.path, 23), params.recipient);
    }

    function mint(MintParams calldata params) external pure virtual returns (bytes memory) {
        return abi.encodePacked(params.token0, params.token1, params.recipient);
    }
}
