// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {UniswapV3DecoderAndSanitizer__BadPathFormat} from "./DecoderError.sol";
import {packPath} from "./Packing.sol";
import {
    CollectParams,
    DecreaseLiquidityParams,
    IncreaseLiquidityParams
} from "./PositionDecoder.sol";
import {UniswapV3Decoder} from "./UniswapV3Decoder.sol";
import {ExactInputWithoutDeadlineParams} from "./UniswapV3SwapRouter02Decoder.sol";

/// @notice What a decoder reads of the contract that positions are staked in.
interface IMasterChefV3 {
    function userPositionInfos(uint256 tokenId)
        external
        view
        returns (
            uint128 liquidity,
            uint128 boostLiquidity,
            int24 tickLower,
            int24 tickUpper,
            uint256 rewardGrowthInside,
            uint256 reward,
            address user
        );
}

/// @notice PancakeSwap v3: as Uniswap v3, and a position may be staked in the MasterChef for a
/// user.
contract PancakeSwapV3Decoder is UniswapV3Decoder {
    IMasterChefV3 public immutable masterChef;

    constructor(address positionManager_, address masterChef_) UniswapV3Decoder(positionManager_) {
        masterChef = IMasterChefV3(masterChef_);
    }

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

    function increaseLiquidity(IncreaseLiquidityParams calldata params)
        external
        view
        virtual
        override
        returns (bytes memory)
    {
        return abi.encodePacked(_packPosition(params.tokenId), _staker(params.tokenId));
    }

    function decreaseLiquidity(DecreaseLiquidityParams calldata params)
        external
        view
        virtual
        override
        returns (bytes memory)
    {
        return abi.encodePacked(positionManager.ownerOf(params.tokenId), _staker(params.tokenId));
    }

    function collect(CollectParams calldata params)
        external
        view
        virtual
        override
        returns (bytes memory)
    {
        return abi.encodePacked(
            params.recipient, positionManager.ownerOf(params.tokenId), _staker(params.tokenId)
        );
    }

    function harvest(uint256, address to) external pure virtual returns (bytes memory) {
        return abi.encodePacked(to);
    }

    function withdraw(uint256, address to) external pure virtual returns (bytes memory) {
        return abi.encodePacked(to);
    }

    function safeTransferFrom(address from, address to, uint256)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(from, to);
    }

    function _staker(uint256 tokenId) private view returns (address user) {
        (,,,,,, user) = masterChef.userPositionInfos(tokenId);
    }
}
