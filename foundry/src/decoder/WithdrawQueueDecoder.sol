// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseDecoder} from "./BaseDecoder.sol";

/// @notice The withdrawal queue of another vault, requests only.
contract WithdrawQueueDecoder is BaseDecoder {
    function requestOnChainWithdraw(address asset, uint128, uint16, uint24)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(asset);
    }
}
