// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @notice What a wallet calls in these tests.
contract Counter {
    uint256 public count;
    address public lastCaller;

    error Uneven(uint256 step);

    function add(uint256 step) external payable {
        if (step % 2 == 1) revert Uneven(step);
        count += step;
        lastCaller = msg.sender;
    }
}
