// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {AaveV3Decoder} from "../AaveV3Decoder.sol";
import {BalancerV2Decoder} from "../BalancerV2Decoder.sol";
import {CCTPDecoder} from "../CCTPDecoder.sol";
import {CompoundV3Decoder} from "../CompoundV3Decoder.sol";
import {CurveDecoder} from "../CurveDecoder.sol";
import {ERC4626Decoder} from "../ERC4626Decoder.sol";
import {EtherFiDecoder} from "../EtherFiDecoder.sol";
import {LidoDecoder} from "../LidoDecoder.sol";
import {MerklDecoder} from "../MerklDecoder.sol";
import {MorphoBlueDecoder} from "../MorphoBlueDecoder.sol";
import {OFTDecoder} from "../OFTDecoder.sol";
import {OneInchDecoder} from "../OneInchDecoder.sol";
import {PendleDecoder} from "../PendleDecoder.sol";
import {StandardBridgeDecoder} from "../StandardBridgeDecoder.sol";
import {TellerDecoder} from "../TellerDecoder.sol";
import {UniswapV3Decoder} from "../UniswapV3Decoder.sol";
import {WithdrawQueueDecoder} from "../WithdrawQueueDecoder.sol";
import {WrappedNativeDecoder} from "../WrappedNativeDecoder.sol";

/// @notice The decoder of a vault on mainnet. A function that several protocols share packs one
/// way.
contract MainnetDecoder is
    WrappedNativeDecoder,
    AaveV3Decoder,
    CompoundV3Decoder,
    MorphoBlueDecoder,
    ERC4626Decoder,
    UniswapV3Decoder,
    CurveDecoder,
    BalancerV2Decoder,
    PendleDecoder,
    LidoDecoder,
    EtherFiDecoder,
    OFTDecoder,
    CCTPDecoder,
    StandardBridgeDecoder,
    OneInchDecoder,
    MerklDecoder,
    TellerDecoder,
    WithdrawQueueDecoder
{
    constructor(address positionManager_) UniswapV3Decoder(positionManager_) {}

    function deposit()
        external
        pure
        override(WrappedNativeDecoder, EtherFiDecoder)
        returns (bytes memory)
    {
        return "";
    }

    function withdraw(uint256)
        external
        pure
        override(WrappedNativeDecoder, CurveDecoder, BalancerV2Decoder)
        returns (bytes memory)
    {
        return "";
    }

    function deposit(uint256, address receiver)
        external
        pure
        override(ERC4626Decoder, CurveDecoder, BalancerV2Decoder)
        returns (bytes memory)
    {
        return abi.encodePacked(receiver);
    }

    function wrap(uint256)
        external
        pure
        override(LidoDecoder, EtherFiDecoder)
        returns (bytes memory)
    {
        return "";
    }

    function unwrap(uint256)
        external
        pure
        override(LidoDecoder, EtherFiDecoder)
        returns (bytes memory)
    {
        return "";
    }

    function requestOnChainWithdraw(address asset, uint128, uint16, uint24)
        external
        pure
        override(TellerDecoder, WithdrawQueueDecoder)
        returns (bytes memory)
    {
        return abi.encodePacked(asset);
    }
}
