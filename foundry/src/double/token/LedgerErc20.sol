// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {LedgerToken} from "./LedgerToken.sol";

/// @notice The ledger behind the standard's functions, still without name, symbol and decimals.
abstract contract LedgerErc20 is LedgerToken {
    constructor(address owner) LedgerToken(owner) {}

    function transfer(address to, uint256 amount) external returns (bool) {
        _move(msg.sender, to, amount);
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        _spend(from, amount);
        _move(from, to, amount);
        return true;
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        _approve(spender, amount);
        return true;
    }
}
