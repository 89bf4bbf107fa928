// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @notice Answers every loan with success, lends nothing and never calls back.
contract SilentLender {
    address public immutable owner;

    constructor(address owner_) {
        owner = owner_;
    }

    function flashLoan(address, address[] calldata, uint256[] calldata, bytes calldata) external {}
}
