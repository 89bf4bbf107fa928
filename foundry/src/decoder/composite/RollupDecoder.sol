// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {AaveV3Decoder} from "../AaveV3Decoder.sol";
import {CCIPDecoder} from "../CCIPDecoder.sol";
import {CCTPDecoder} from "../CCTPDecoder.sol";
import {CompoundV3Decoder} from "../CompoundV3Decoder.sol";
import {ERC4626Decoder} from "../ERC4626Decoder.sol";
import {HyperlaneDecoder} from "../HyperlaneDecoder.sol";
import {LidoStandardBridgeDecoder} from "../LidoStandardBridgeDecoder.sol";
import {MerklDecoder} from "../MerklDecoder.sol";
import {OdosDecoder} from "../OdosDecoder.sol";
import {OFTDecoder} from "../OFTDecoder.sol";
import {
    StandardBridgeDecoder,
    OutputRootProof,
    WithdrawalTransaction
} from "../StandardBridgeDecoder.sol";
import {TellerDecoder} from "../TellerDecoder.sol";
import {VelodromeDecoder} from "../VelodromeDecoder.sol";
import {WeETHDecoder} from "../WeETHDecoder.sol";
import {WrappedNativeDecoder} from "../WrappedNativeDecoder.sol";

/// @notice The decoder of a vault on a rollup of the OP Stack.
contract RollupDecoder is
    WrappedNativeDecoder,
    AaveV3Decoder,
    CompoundV3Decoder,
    ERC4626Decoder,
    VelodromeDecoder,
    WeETHDecoder,
    OFTDecoder,
    CCTPDecoder,
    CCIPDecoder,
    HyperlaneDecoder,
    StandardBridgeDecoder,
    LidoStandardBridgeDecoder,
    OdosDecoder,
    MerklDecoder,
    TellerDecoder
{
    constructor(address positionManager_, address odosRouter_)
        VelodromeDecoder(positionManager_)
        OdosDecoder(odosRouter_)
    {}

    function withdraw(uint256)
        external
        pure
        override(WrappedNativeDecoder, VelodromeDecoder)
        returns (bytes memory)
    {
        return "";
    }

    function deposit(address asset, uint256, uint256, address referrer)
        external
        pure
        override(WeETHDecoder, TellerDecoder)
        returns (bytes memory)
    {
        return abi.encodePacked(asset, referrer);
    }

    function proveWithdrawalTransaction(
        WithdrawalTransaction calldata withdrawal,
        uint256,
        OutputRootProof calldata,
        bytes[] calldata
    )
        external
        pure
        override(StandardBridgeDecoder, LidoStandardBridgeDecoder)
        returns (bytes memory)
    {
        return abi.encodePacked(withdrawal.sender, withdrawal.target);
    }

    function finalizeWithdrawalTransaction(WithdrawalTransaction calldata withdrawal)
        external
        pure
        override(StandardBridgeDecoder, LidoStandardBridgeDecoder)
        returns (bytes memory)
    {
        return abi.encodePacked(withdrawal.sender, withdrawal.target);
    }
}
