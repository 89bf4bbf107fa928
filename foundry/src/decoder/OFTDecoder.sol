// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseDecoder} from "./BaseDecoder.sol";
import {BytesNotEmpty} from "./DecoderError.sol";
import {high16, low16, numberAsAddress} from "./Packing.sol";

struct SendParam {
    uint32 dstEid;
    bytes32 to;
    uint256 amountLD;
    uint256 minAmountLD;
    bytes extraOptions;
    bytes composeMsg;
    bytes oftCmd;
}

struct MessagingFee {
    uint256 nativeFee;
    uint256 lzTokenFee;
}

/// @notice LayerZero OFT: tokens sent to another chain, or on through it to a second one.
contract OFTDecoder is BaseDecoder {
    function send(SendParam calldata sendParam, MessagingFee calldata, address refundAddress)
        external
        pure
        virtual
        returns (bytes memory)
    {
        if (sendParam.oftCmd.length != 0) revert BytesNotEmpty();
        if (sendParam.composeMsg.length == 0) {
            return abi.encodePacked(
                numberAsAddress(sendParam.dstEid),
                high16(sendParam.to),
                low16(sendParam.to),
                refundAddress
            );
        }
        return _packHop(sendParam, refundAddress);
    }

    /// @dev The composed message is the second send; both chains share one entry.
    function _packHop(SendParam calldata first, address refundAddress)
        private
        pure
        returns (bytes memory)
    {
        SendParam memory next = abi.decode(first.composeMsg, (SendParam));
        if (next.composeMsg.length != 0 || next.oftCmd.length != 0) revert BytesNotEmpty();
        return abi.encodePacked(
            numberAsAddress(uint256(first.dstEid) << 32 | next.dstEid),
            high16(first.to),
            low16(first.to),
            high16(next.to),
            low16(next.to),
            refundAddress
        );
    }
}
