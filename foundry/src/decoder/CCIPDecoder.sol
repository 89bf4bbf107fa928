// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseDecoder} from "./BaseDecoder.sol";
import {BytesNotEmpty, ExtraArgsNotSupported, GasLimitNotSupported} from "./DecoderError.sol";
import {numberAsAddress} from "./Packing.sol";

struct TokenAmount {
    address token;
    uint256 amount;
}

struct CCIPMessage {
    bytes receiver;
    bytes data;
    TokenAmount[] tokenAmounts;
    address feeToken;
    bytes extraArgs;
}

/// @notice Chainlink CCIP: tokens only, without a message and without gas for one.
contract CCIPDecoder is BaseDecoder {
    /// @dev bytes4(keccak256("CCIP EVMExtraArgsV1"))
    bytes4 private constant EXTRA_ARGS_TAG = 0x97a657c9;

    function ccipSend(uint64 destinationChainSelector, CCIPMessage calldata message)
        external
        pure
        virtual
        returns (bytes memory packed)
    {
        if (message.data.length != 0) revert BytesNotEmpty();
        (bytes4 tag, uint256 gasLimit) = abi.decode(message.extraArgs, (bytes4, uint256));
        if (tag != EXTRA_ARGS_TAG) revert ExtraArgsNotSupported();
        if (gasLimit != 0) revert GasLimitNotSupported();
        packed = abi.encodePacked(
            numberAsAddress(destinationChainSelector), abi.decode(message.receiver, (address))
        );
        for (uint256 i; i < message.tokenAmounts.length; ++i) {
            packed = abi.encodePacked(packed, message.tokenAmounts[i].token);
        }
        packed = abi.encodePacked(packed, message.feeToken);
    }
}
