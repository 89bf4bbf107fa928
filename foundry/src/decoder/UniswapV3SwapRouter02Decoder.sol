// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {UniswapV3DecoderAndSanitizer__BadPathFormat} from "./DecoderError.sol";
import {PositionDecoder} from "./PositionDecoder.sol";
import {packPath} from "./Packing.sol";
import {MintParams} from "./UniswapV3Decoder.sol";

struct ExactInputWithoutDeadlineParams {
    bytes path;
    address recipient;
    uint256 amountIn;
    uint256 amountOutMinimum;
}

/// @notice Uniswap v3 through SwapRouter02, whose swaps have no deadline.
contract UniswapV3SwapRouter02Decoder is PositionDecoder {
    constructor(address positionManager_) PositionDecoder(positionManager_) {}

    function exactInput(ExactInputWithoutDeadlineParams calldata params)
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
