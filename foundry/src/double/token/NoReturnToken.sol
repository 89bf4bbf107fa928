// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {LedgerToken} from "./LedgerToken.sol";

/// @notice USDT-like: transfer and approve return nothing, and an allowance must be zeroed before it is changed.
contract NoReturnToken is LedgerToken {
    error ApproveFromNonZero();

    string public name;
    string public symbol;
    uint8 public immutable decimals;

    constructor(
        address owner,
        string memory tokenName,
        string memory tokenSymbol,
        uint8 tokenDecimals
    ) LedgerToken(owner) {
        name = tokenName;
        symbol = tokenSymbol;
        decimals = tokenDecimals;
    }

    function transfer(address to, uint256 amount) external {
        _move(msg.sender, to, amount);
    }

    function transferFrom(address from, address to, uint256 amount) external {
        _spend(from, amount);
        _move(from, to, amount);
    }

    function approve(address spender, uint256 amount) external {
        if (amount != 0 && allowance[msg.sender][spender] != 0) revert ApproveFromNonZero();
        _approve(spender, amount);
    }
}
