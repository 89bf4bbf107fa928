// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {UniswapFactory} from "./UniswapFactory.sol";
import {ISwapCallback, UniswapPool} from "./UniswapPool.sol";

/// @notice What a swap would give: it swaps, and undoes it. Not a view, so call it and do not send it.
contract QuoterV2 is ISwapCallback {
    struct QuoteExactInputSingleParams {
        address tokenIn;
        address tokenOut;
        uint256 amountIn;
        uint24 fee;
        uint160 sqrtPriceLimitX96;
    }

    uint256 private constant HOP = 23;

    address public immutable factory;
    address public immutable WETH9;

    constructor(address factory_, address weth9_) {
        factory = factory_;
        WETH9 = weth9_;
    }

    /// @inheritdoc ISwapCallback
    /// @dev Takes the answer out of a swap by failing with it.
    function uniswapV3SwapCallback(int256 amount0, int256 amount1, bytes calldata) external view {
        uint256 amountOut = uint256(amount0 > 0 ? -amount1 : -amount0);
        uint160 price = UniswapPool(msg.sender).sqrtPriceX96();
        assembly {
            mstore(0, amountOut)
            mstore(32, price)
            revert(0, 64)
        }
    }

    function quoteExactInputSingle(QuoteExactInputSingleParams calldata params)
        external
        returns (
            uint256 amountOut,
            uint160 sqrtPriceX96After,
            uint32 initializedTicksCrossed,
            uint256 gasEstimate
        )
    {
        uint256 gasBefore = gasleft();
        (amountOut, sqrtPriceX96After) =
            _quote(params.tokenIn, params.tokenOut, params.fee, params.amountIn);
        gasEstimate = gasBefore - gasleft();
        initializedTicksCrossed = 0;
    }

    function quoteExactInput(bytes calldata path, uint256 amountIn)
        external
        returns (
            uint256 amountOut,
            uint160[] memory sqrtPriceX96AfterList,
            uint32[] memory initializedTicksCrossedList,
            uint256 gasEstimate
        )
    {
        require(path.length >= 20 + HOP && path.length % HOP == 20, "toAddress_outOfBounds");
        uint256 gasBefore = gasleft();
        sqrtPriceX96AfterList = new uint160[](path.length / HOP);
        initializedTicksCrossedList = new uint32[](path.length / HOP);
        amountOut = amountIn;
        for (uint256 at = 0; at < sqrtPriceX96AfterList.length; ++at) {
            bytes calldata hop = path[at * HOP:];
            (amountOut, sqrtPriceX96AfterList[at]) = _quote(
                address(bytes20(hop[:20])),
                address(bytes20(hop[23:43])),
                uint24(bytes3(hop[20:23])),
                amountOut
            );
        }
        gasEstimate = gasBefore - gasleft();
    }

    function _quote(address tokenIn, address tokenOut, uint24 fee, uint256 amountIn)
        private
        returns (uint256 amountOut, uint160 price)
    {
        address pool = UniswapFactory(factory).getPool(tokenIn, tokenOut, fee);
        require(pool != address(0), "Pool does not exist");
        require(amountIn <= uint256(type(int256).max));
        try UniswapPool(pool).swap(address(this), tokenIn < tokenOut, int256(amountIn), 0, "") {}
        catch (bytes memory answer) {
            if (answer.length == 64) return abi.decode(answer, (uint256, uint160));
            assembly {
                revert(add(answer, 32), mload(answer))
            }
        }
    }
}
