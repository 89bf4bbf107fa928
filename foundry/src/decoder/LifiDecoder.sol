// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseDecoder} from "./BaseDecoder.sol";

struct LifiSwap {
    address callTo;
    address approveTo;
    address sendingAssetId;
    address receivingAssetId;
    uint256 fromAmount;
    bytes callData;
    bool requiresDeposit;
}

/// @notice LI.FI: one token for another on one chain, in one step.
contract LifiDecoder is BaseDecoder {
    function swapTokensSingleV3ERC20ToERC20(
        bytes32,
        string calldata,
        string calldata,
        address receiver,
        uint256,
        LifiSwap calldata swapData
    ) external pure virtual returns (bytes memory) {
        return abi.encodePacked(
            receiver,
            swapData.callTo,
            swapData.approveTo,
            swapData.sendingAssetId,
            swapData.receivingAssetId
        );
    }
}
