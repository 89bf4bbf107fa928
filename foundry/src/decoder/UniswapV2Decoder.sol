// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseDecoder} from "./BaseDecoder.sol";
import {PathTooLong} from "./DecoderError.sol";

/// @notice Uniswap v2: pools of two tokens, and swaps through one of them.
contract UniswapV2Decoder is BaseDecoder {
    function addLiquidity(
        address tokenA,
        address tokenB,
        uint256,
        uint256,
        uint256,
        uint256,
        address to,
        uint256
    ) external pure virtual returns (bytes memory) {
        return abi.encodePacked(tokenA, tokenB, to);
    }

    function addLiquidityETH(address token, uint256, uint256, uint256, address to, uint256)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(token, to);
    }

    function removeLiquidity(
        address tokenA,
        address tokenB,
        uint256,
        uint256,
        uint256,
        address to,
        uint256
    ) external pure virtual returns (bytes memory) {
        return abi.encodePacked(tokenA, tokenB, to);
    }

    function removeLiquidityETH(address token, uint256, uint256, uint256, address to, uint256)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(token, to);
    }

    function swapExactTokensForTokens(
        uint256,
        uint256,
        address[] calldata path,
        address to,
        uint256
    ) external pure virtual returns (bytes memory) {
        return _packSwap(path, to);
    }

    function swapTokensForExactTokens(
        uint256,
        uint256,
        address[] calldata path,
        address to,
        uint256
    ) external pure virtual returns (bytes memory) {
        return _packSwap(path, to);
    }

    function swapExactTokensForETH(uint256, uint256, address[] calldata path, address to, uint256)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return _packSwap(path, to);
    }

    function swapTokensForExactETH(uint256, uint256, address[] calldata path, address to, uint256)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return _packSwap(path, to);
    }

    function swapExactETHForTokens(uint256, address[] calldata path, address to, uint256)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return _packSwap(path, to);
    }

    function swapETHForExactTokens(uint256, address[] calldata path, address to, uint256)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return _packSwap(path, to);
    }

    function _packSwap(address[] calldata path, address to) private pure returns (bytes memory) {
        if (path.length > 2) revert PathTooLong();
        return abi.encodePacked(path[0], path[1], to);
    }
}
