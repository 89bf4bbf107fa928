// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {UniswapPool} from "./UniswapPool.sol";

/// @notice Makes pools. Their addresses follow from the order of making, not from the pool's code.
contract UniswapFactory {
    mapping(address tokenA => mapping(address tokenB => mapping(uint24 fee => address))) public
        getPool;

    event PoolCreated(
        address indexed token0,
        address indexed token1,
        uint24 indexed fee,
        int24 tickSpacing,
        address pool
    );

    function createPool(address tokenA, address tokenB, uint24 fee)
        external
        returns (address pool)
    {
        require(tokenA != tokenB && tokenA != address(0) && tokenB != address(0));
        require(getPool[tokenA][tokenB][fee] == address(0));
        int24 tickSpacing = feeAmountTickSpacing(fee);
        require(tickSpacing != 0);
        (address token0, address token1) = tokenA < tokenB ? (tokenA, tokenB) : (tokenB, tokenA);
        pool = address(new UniswapPool(address(this), token0, token1, fee, tickSpacing));
        getPool[token0][token1][fee] = pool;
        getPool[token1][token0][fee] = pool;
        emit PoolCreated(token0, token1, fee, tickSpacing, pool);
    }

    /// @notice The four tiers in use; 0 for any other fee.
    function feeAmountTickSpacing(uint24 fee) public pure returns (int24) {
        if (fee == 100) return 1;
        if (fee == 500) return 10;
        if (fee == 3000) return 60;
        return fee == 10_000 ? int24(200) : int24(0);
    }
}
