// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @notice Turns the chain's own coin into a token, one for one.
interface IWrappedNative {
    function deposit() external payable;
}
