// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {AlgebraDecoderAndSanitizer__BadPathFormat} from "./DecoderError.sol";
import {packPath} from "./Packing.sol";
import {IncreaseLiquidityParams, PositionDecoder} from "./PositionDecoder.sol";
import {ExactInputParams} from "./UniswapV3Decoder.sol";

/// @notice What a decoder reads of Algebra's positions: their pool has a deployer.
interface IAlgebraPositionManager {
    function positions(uint256 tokenId)
        external
        view
        returns (uint88 nonce, address operator, address token0, address token1, address deployer);
}

struct MintWithDeployerParams {
    address token0;
    address token1;
    address deployer;
    int24 tickLower;
    int24 tickUpper;
    uint256 amount0Desired;
    uint256 amount1Desired;
    uint256 amount0Min;
    uint256 amount1Min;
    address recipient;
    uint256 deadline;
}

/// @notice Algebra Integral v4: swaps along paths that name each pool's deployer, and positions.
contract AlgebraV4Decoder is PositionDecoder {
    constructor(address positionManager_) PositionDecoder(positionManager_) {}

    function exactInput(ExactInputParams calldata params)
        external
        pure
        virtual
        returns (bytes memory)
    {
        uint256 length = params.path.length;
        if (length < 60 || length % 40 != 20) revert AlgebraDecoderAndSanitizer__BadPathFormat();
        return abi.encodePacked(packPath(params.path, 20), params.recipient);
    }

    function mint(MintWithDeployerParams calldata params)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(params.token0, params.token1, params.deployer, params.recipient);
    }

    function increaseLiquidity(IncreaseLiquidityParams calldata params)
        external
        view
        virtual
        override
        returns (bytes memory)
    {
        (, address operator, address token0, address token1, address deployer) =
            IAlgebraPositionManager(address(positionManager)).positions(params.tokenId);
        return abi.encodePacked(
            operator, token0, token1, deployer, positionManager.ownerOf(params.tokenId)
        );
    }
}
