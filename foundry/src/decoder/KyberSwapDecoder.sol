// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseDecoder} from "./BaseDecoder.sol";
import {
    BytesNotEmpty,
    FeeNotSupported,
    FlagNotSupported,
    NotOneAmount,
    ReceiverNotExecutor
} from "./DecoderError.sol";

struct KyberDescription {
    address srcToken;
    address dstToken;
    address[] srcReceivers;
    uint256[] srcAmounts;
    address[] feeReceivers;
    uint256[] feeAmounts;
    address dstReceiver;
    uint256 amount;
    uint256 minReturnAmount;
    uint256 flags;
    bytes permit;
}

struct KyberExecution {
    address callTarget;
    address approveTarget;
    bytes targetData;
    KyberDescription desc;
    bytes clientData;
}

/// @notice KyberSwap: one executor gets all of what is sold, and nobody a fee.
contract KyberSwapDecoder is BaseDecoder {
    /// @dev The token is claimed; fees that nobody gets are in basis points, or of what is bought.
    uint256 private constant HARMLESS = 0xc4;

    function swap(KyberExecution calldata execution) external pure virtual returns (bytes memory) {
        KyberDescription calldata desc = execution.desc;
        if (desc.permit.length != 0) revert BytesNotEmpty();
        if (desc.feeReceivers.length != 0) revert FeeNotSupported();
        if (desc.flags & ~HARMLESS != 0) revert FlagNotSupported();
        if (desc.srcReceivers.length != 1 || desc.srcAmounts.length != 1) revert NotOneAmount();
        if (desc.srcReceivers[0] != execution.callTarget) revert ReceiverNotExecutor();
        if (desc.srcAmounts[0] != desc.amount) revert NotOneAmount();
        return
            abi.encodePacked(execution.callTarget, desc.srcToken, desc.dstToken, desc.dstReceiver);
    }
}
