// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {PoolPayer} from "./PoolPayer.sol";
import {ISwapCallback, UniswapPool} from "./UniswapPool.sol";

/// @notice Walks a path token ‖ fee ‖ token …, 20 and 3 bytes, one pool a hop.
abstract contract PathSwapper is PoolPayer, ISwapCallback {
    uint256 private constant HOP = 23;

    constructor(address factory_, address weth9_) PoolPayer(factory_, weth9_) {}

    /// @inheritdoc ISwapCallback
    function uniswapV3SwapCallback(int256 amount0, int256 amount1, bytes calldata data) external {
        (address tokenIn, address tokenOut, uint24 fee, address payer) =
            abi.decode(data, (address, address, uint24, address));
        require(msg.sender == address(_pool(tokenIn, tokenOut, fee)));
        _pay(tokenIn, payer, msg.sender, uint256(amount0 > 0 ? amount0 : amount1));
    }

    function _swapPath(bytes calldata path, address recipient, uint256 amountIn, uint256 minimum)
        internal
        returns (uint256 amount)
    {
        require(path.length >= 20 + HOP && path.length % HOP == 20, "toAddress_outOfBounds");
        amount = amountIn;
        address payer = msg.sender;
        for (uint256 at = 0; at + 20 < path.length; at += HOP) {
            bool isLast = at + HOP + 20 == path.length;
            amount = _swapHop(path[at:], isLast ? recipient : address(this), payer, amount);
            payer = address(this);
        }
        require(amount >= minimum, "Too little received");
    }

    function _swapHop(bytes calldata path, address recipient, address payer, uint256 amountIn)
        private
        returns (uint256)
    {
        address tokenIn = address(bytes20(path[:20]));
        address tokenOut = address(bytes20(path[23:43]));
        uint24 fee = uint24(bytes3(path[20:23]));
        require(amountIn <= uint256(type(int256).max));
        bytes memory data = abi.encode(tokenIn, tokenOut, fee, payer);
        UniswapPool pool = _pool(tokenIn, tokenOut, fee);
        (int256 amount0, int256 amount1) =
            pool.swap(recipient, tokenIn < tokenOut, int256(amountIn), 0, data);
        return uint256(-(tokenIn < tokenOut ? amount1 : amount0));
    }
}

/// @notice The first router: its tuple carries a deadline (0xc04b8d59).
contract SwapRouter is PathSwapper {
    struct ExactInputParams {
        bytes path;
        address recipient;
        uint256 deadline;
        uint256 amountIn;
        uint256 amountOutMinimum;
    }

    constructor(address factory_, address weth9_) PathSwapper(factory_, weth9_) {}

    function exactInput(ExactInputParams calldata params)
        external
        payable
        checkDeadline(params.deadline)
        returns (uint256 amountOut)
    {
        address recipient = params.recipient == address(0) ? address(this) : params.recipient;
        return _swapPath(params.path, recipient, params.amountIn, params.amountOutMinimum);
    }
}

/// @notice The second router: no deadline (0xb858183f), recipients 1 and 2 mean caller and router.
contract SwapRouter02 is PathSwapper {
    struct ExactInputParams {
        bytes path;
        address recipient;
        uint256 amountIn;
        uint256 amountOutMinimum;
    }

    constructor(address factory_, address weth9_) PathSwapper(factory_, weth9_) {}

    function exactInput(ExactInputParams calldata params)
        external
        payable
        returns (uint256 amountOut)
    {
        address recipient = params.recipient;
        if (recipient == address(1)) recipient = msg.sender;
        else if (recipient == address(2)) recipient = address(this);
        return _swapPath(params.path, recipient, params.amountIn, params.amountOutMinimum);
    }
}
