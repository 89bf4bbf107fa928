// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BadPathLength} from "./DecoderError.sol";
import {packPath} from "./Packing.sol";
import {PositionDecoder} from "./PositionDecoder.sol";
import {ExactInputParams} from "./UniswapV3Decoder.sol";

struct MintWithoutFeeParams {
    address token0;
    address token1;
    int24 tickLower;
    int24 tickUpper;
    uint256 amount0Desired;
    uint256 amount1Desired;
    uint256 amount0Min;
    uint256 amount1Min;
    address recipient;
    uint256 deadline;
}

/// @notice Camelot v3: swaps along paths of tokens alone, and positions.
contract CamelotDecoder is PositionDecoder {
    constructor(address positionManager_) PositionDecoder(positionManager_) {}

    function exactInput(ExactInputParams calldata params)
        external
        pure
        virtual
        returns (bytes memory)
    {
        if (params.path.length % 20 != 0) revert BadPathLength();
        return abi.encodePacked(packPath(params.path, 20), params.recipient);
    }

    function mint(MintWithoutFeeParams calldata params)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(params.token0, params.token1, params.recipient);
    }
}
