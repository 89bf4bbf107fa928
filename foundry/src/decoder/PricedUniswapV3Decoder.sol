// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseDecoder} from "./BaseDecoder.sol";
import {UniswapV3DecoderAndSanitizer__BadPathFormat} from "./DecoderError.sol";
import {packPath} from "./Packing.sol";
import {PriceBound, PriceSource} from "./PriceBound.sol";
import {ExactInputParams} from "./UniswapV3Decoder.sol";
import {ExactInputWithoutDeadlineParams} from "./UniswapV3SwapRouter02Decoder.sol";

/// @notice Uniswap v3 along a path, through either router: the least output is bound by two feeds.
/// It packs what the plain decoders pack, and has none of their positions.
contract PricedUniswapV3Decoder is BaseDecoder, PriceBound {
    constructor(PriceSource[] memory sources, uint256 maxLossBps_)
        PriceBound(sources, maxLossBps_)
    {}

    function exactInput(ExactInputParams calldata params) external view returns (bytes memory) {
        _checkPath(params.path, params.amountIn, params.amountOutMinimum);
        return abi.encodePacked(packPath(params.path, 23), params.recipient);
    }

    function exactInput(ExactInputWithoutDeadlineParams calldata params)
        external
        view
        returns (bytes memory)
    {
        _checkPath(params.path, params.amountIn, params.amountOutMinimum);
        return abi.encodePacked(packPath(params.path, 23), params.recipient);
    }

    /// @dev The pools between the first and the last token are not looked at: the least output answers.
    function _checkPath(bytes calldata path, uint256 amount, uint256 least) private view {
        if (path.length % 23 != 20 || path.length < 43) {
            revert UniswapV3DecoderAndSanitizer__BadPathFormat();
        }
        _checkLeast(
            address(bytes20(path[:20])), address(bytes20(path[path.length - 20:])), amount, least
        );
    }
}
