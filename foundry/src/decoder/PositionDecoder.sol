// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseDecoder} from "./BaseDecoder.sol";

/// @notice What a decoder reads of a manager of liquidity positions.
interface IPositionManager {
    function ownerOf(uint256 tokenId) external view returns (address);
    function positions(uint256 tokenId)
        external
        view
        returns (uint96 nonce, address operator, address token0, address token1);
}

struct CollectParams {
    uint256 tokenId;
    address recipient;
    uint128 amount0Max;
    uint128 amount1Max;
}

struct DecreaseLiquidityParams {
    uint256 tokenId;
    uint128 liquidity;
    uint256 amount0Min;
    uint256 amount1Min;
    uint256 deadline;
}

struct IncreaseLiquidityParams {
    uint256 tokenId;
    uint256 amount0Desired;
    uint256 amount1Desired;
    uint256 amount0Min;
    uint256 amount1Min;
    uint256 deadline;
}

/// @notice Positions of concentrated liquidity: calldata names only an id, the rest is read.
contract PositionDecoder is BaseDecoder {
    IPositionManager public immutable positionManager;

    constructor(address positionManager_) {
        positionManager = IPositionManager(positionManager_);
    }

    function increaseLiquidity(IncreaseLiquidityParams calldata params)
        external
        view
        virtual
        returns (bytes memory)
    {
        return _packPosition(params.tokenId);
    }

    function decreaseLiquidity(DecreaseLiquidityParams calldata params)
        external
        view
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(positionManager.ownerOf(params.tokenId));
    }

    function collect(CollectParams calldata params) external view virtual returns (bytes memory) {
        return abi.encodePacked(params.recipient, positionManager.ownerOf(params.tokenId));
    }

    function burn(uint256) external pure virtual returns (bytes memory) {
        return "";
    }

    /// @dev Operator, tokens and owner of a position.
    function _packPosition(uint256 tokenId) internal view returns (bytes memory) {
        (, address operator, address token0, address token1) = positionManager.positions(tokenId);
        return abi.encodePacked(operator, token0, token1, positionManager.ownerOf(tokenId));
    }
}
