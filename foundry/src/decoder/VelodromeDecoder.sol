// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {VelodromeDecoderAndSanitizer__PoolCreationNotAllowed} from "./DecoderError.sol";
import {PositionDecoder} from "./PositionDecoder.sol";

struct MintWithPriceParams {
    address token0;
    address token1;
    int24 tickSpacing;
    int24 tickLower;
    int24 tickUpper;
    uint256 amount0Desired;
    uint256 amount1Desired;
    uint256 amount0Min;
    uint256 amount1Min;
    address recipient;
    uint256 deadline;
    uint160 sqrtPriceX96;
}

/// @notice Velodrome and Aerodrome: pools of both kinds, positions and gauges. No pool may be
/// created.
contract VelodromeDecoder is PositionDecoder {
    constructor(address positionManager_) PositionDecoder(positionManager_) {}

    function mint(MintWithPriceParams calldata params)
        external
        pure
        virtual
        returns (bytes memory)
    {
        if (params.sqrtPriceX96 != 0) {
            revert VelodromeDecoderAndSanitizer__PoolCreationNotAllowed();
        }
        return abi.encodePacked(params.token0, params.token1, params.recipient);
    }

    function addLiquidity(
        address tokenA,
        address tokenB,
        bool,
        uint256,
        uint256,
        uint256,
        uint256,
        address to,
        uint256
    ) external pure virtual returns (bytes memory) {
        return abi.encodePacked(tokenA, tokenB, to);
    }

    function removeLiquidity(
        address tokenA,
        address tokenB,
        bool,
        uint256,
        uint256,
        uint256,
        address to,
        uint256
    ) external pure virtual returns (bytes memory) {
        return abi.encodePacked(tokenA, tokenB, to);
    }

    function deposit(uint256) external pure virtual returns (bytes memory) {
        return "";
    }

    function withdraw(uint256) external pure virtual returns (bytes memory) {
        return "";
    }

    function getReward(uint256) external pure virtual returns (bytes memory) {
        return "";
    }

    function getReward(address account) external pure virtual returns (bytes memory) {
        return abi.encodePacked(account);
    }
}
