// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseDecoder} from "./BaseDecoder.sol";

/// @notice The sync pool that mints weETH on other chains.
contract WeETHDecoder is BaseDecoder {
    function deposit(address tokenIn, uint256, uint256, address referral)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(tokenIn, referral);
    }
}
