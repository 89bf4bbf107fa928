// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {CurveDecoder} from "./CurveDecoder.sol";
import {BytesNotEmpty} from "./DecoderError.sol";
import {ERC4626Decoder} from "./ERC4626Decoder.sol";
import {Permit2Decoder} from "./Permit2Decoder.sol";

/// @notice Balancer v3, its gauges and the allowances of Permit2. Of a call the pool is bound, not
/// its tokens.
contract BalancerV3Decoder is ERC4626Decoder, CurveDecoder, Permit2Decoder {
    function deposit(uint256, address receiver)
        external
        pure
        virtual
        override(ERC4626Decoder, CurveDecoder)
        returns (bytes memory)
    {
        return abi.encodePacked(receiver);
    }

    function addLiquidityCustom(
        address pool,
        uint256[] calldata,
        uint256,
        bool,
        bytes calldata userData
    ) external pure virtual returns (bytes memory) {
        return _packPool(pool, userData);
    }

    function addLiquidityProportional(
        address pool,
        uint256[] calldata,
        uint256,
        bool,
        bytes calldata userData
    ) external pure virtual returns (bytes memory) {
        return _packPool(pool, userData);
    }

    function addLiquidityUnbalanced(
        address pool,
        uint256[] calldata,
        uint256,
        bool,
        bytes calldata userData
    ) external pure virtual returns (bytes memory) {
        return _packPool(pool, userData);
    }

    function addLiquiditySingleTokenExactOut(
        address pool,
        address,
        uint256,
        uint256,
        bool,
        bytes calldata userData
    ) external pure virtual returns (bytes memory) {
        return _packPool(pool, userData);
    }

    function removeLiquidityCustom(
        address pool,
        uint256,
        uint256[] calldata,
        bool,
        bytes calldata userData
    ) external pure virtual returns (bytes memory) {
        return _packPool(pool, userData);
    }

    function removeLiquidityProportional(
        address pool,
        uint256,
        uint256[] calldata,
        bool,
        bytes calldata userData
    ) external pure virtual returns (bytes memory) {
        return _packPool(pool, userData);
    }

    function removeLiquidityRecovery(address pool, uint256, uint256[] calldata)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(pool);
    }

    function removeLiquiditySingleTokenExactIn(
        address pool,
        uint256,
        address,
        uint256,
        bool,
        bytes calldata userData
    ) external pure virtual returns (bytes memory) {
        return _packPool(pool, userData);
    }

    function removeLiquiditySingleTokenExactOut(
        address pool,
        uint256,
        address,
        uint256,
        bool,
        bytes calldata userData
    ) external pure virtual returns (bytes memory) {
        return _packPool(pool, userData);
    }

    function swapSingleTokenExactIn(
        address pool,
        address,
        address,
        uint256,
        uint256,
        uint256,
        bool,
        bytes calldata userData
    ) external pure virtual returns (bytes memory) {
        return _packPool(pool, userData);
    }

    function swapSingleTokenExactOut(
        address pool,
        address,
        address,
        uint256,
        uint256,
        uint256,
        bool,
        bytes calldata userData
    ) external pure virtual returns (bytes memory) {
        return _packPool(pool, userData);
    }

    function _packPool(address pool, bytes calldata userData) private pure returns (bytes memory) {
        if (userData.length != 0) revert BytesNotEmpty();
        return abi.encodePacked(pool);
    }
}
