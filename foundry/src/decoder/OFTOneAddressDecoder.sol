// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseDecoder} from "./BaseDecoder.sol";
import {BytesNotEmpty} from "./DecoderError.sol";
import {MessagingFee, SendParam} from "./OFTDecoder.sol";
import {low20, numberAsAddress} from "./Packing.sol";

/// @notice LayerZero OFT as older decoders read it: the receiver is one address, and there is no
/// second hop.
contract OFTOneAddressDecoder is BaseDecoder {
    function send(SendParam calldata sendParam, MessagingFee calldata, address refundAddress)
        external
        pure
        virtual
        returns (bytes memory)
    {
        if (sendParam.composeMsg.length != 0 || sendParam.oftCmd.length != 0) {
            revert BytesNotEmpty();
        }
        return
            abi.encodePacked(numberAsAddress(sendParam.dstEid), low20(sendParam.to), refundAddress);
    }
}
