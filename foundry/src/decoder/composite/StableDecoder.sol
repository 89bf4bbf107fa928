// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {AaveV3Decoder} from "../AaveV3Decoder.sol";
import {AuraDecoder} from "../AuraDecoder.sol";
import {BalancerV2Decoder} from "../BalancerV2Decoder.sol";
import {CCTPDecoder} from "../CCTPDecoder.sol";
import {CompoundV3Decoder} from "../CompoundV3Decoder.sol";
import {ConvexDecoder} from "../ConvexDecoder.sol";
import {CurveDecoder} from "../CurveDecoder.sol";
import {ERC4626Decoder} from "../ERC4626Decoder.sol";
import {EthenaMintingDecoder} from "../EthenaMintingDecoder.sol";
import {EthenaWithdrawDecoder} from "../EthenaWithdrawDecoder.sol";
import {FluidFTokenDecoder} from "../FluidFTokenDecoder.sol";
import {MerklDecoder} from "../MerklDecoder.sol";
import {MorphoBlueDecoder} from "../MorphoBlueDecoder.sol";
import {OFTDecoder} from "../OFTDecoder.sol";
import {OneInchOwnedDecoder} from "../OneInchOwnedDecoder.sol";
import {PendleDecoder} from "../PendleDecoder.sol";
import {SkyMoneyDecoder} from "../SkyMoneyDecoder.sol";
import {TellerDecoder} from "../TellerDecoder.sol";
import {UniswapV3SwapRouter02Decoder} from "../UniswapV3SwapRouter02Decoder.sol";
import {WithdrawQueueDecoder} from "../WithdrawQueueDecoder.sol";
import {WrappedNativeDecoder} from "../WrappedNativeDecoder.sol";

/// @notice The decoder of a vault of stablecoins; its 1inch swaps go through one executor that can
/// be replaced.
contract StableDecoder is
    WrappedNativeDecoder,
    AaveV3Decoder,
    CompoundV3Decoder,
    MorphoBlueDecoder,
    ERC4626Decoder,
    FluidFTokenDecoder,
    UniswapV3SwapRouter02Decoder,
    CurveDecoder,
    ConvexDecoder,
    BalancerV2Decoder,
    AuraDecoder,
    PendleDecoder,
    EthenaMintingDecoder,
    EthenaWithdrawDecoder,
    SkyMoneyDecoder,
    OFTDecoder,
    CCTPDecoder,
    OneInchOwnedDecoder,
    MerklDecoder,
    TellerDecoder,
    WithdrawQueueDecoder
{
    constructor(address owner_, address positionManager_, address oneInchExecutor_)
        UniswapV3SwapRouter02Decoder(positionManager_)
        OneInchOwnedDecoder(owner_, oneInchExecutor_)
    {}

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

    function getReward(address account, bool)
        external
        pure
        override(ConvexDecoder, AuraDecoder)
        returns (bytes memory)
    {
        return abi.encodePacked(account);
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
