// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @notice Asked before shares move between holders; it reverts to refuse. Not asked on enter and exit.
interface IBeforeTransfer {
    function beforeTransfer(address from, address to, address operator) external view;
}
