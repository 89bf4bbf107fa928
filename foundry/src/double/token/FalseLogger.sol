// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @notice No token, has no balances, yet emits Transfer logs as if it were one.
contract FalseLogger {
    event Transfer(address indexed from, address indexed to, uint256 amount);

    function transfer(address to, uint256 amount) external returns (bool) {
        emit Transfer(msg.sender, to, amount);
        return true;
    }

    /// @notice Logs a transfer between any two addresses, the caller's own or not.
    function pretend(address from, address to, uint256 amount) external {
        emit Transfer(from, to, amount);
    }
}
