// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {LedgerErc20} from "./LedgerErc20.sol";

/// @notice Logs ten times what it moved, to a receiver's benefit that no balance shows.
contract LyingToken is LedgerErc20 {
    string public name;
    string public symbol;
    uint8 public immutable decimals;

    constructor(
        address owner,
        string memory tokenName,
        string memory tokenSymbol,
        uint8 tokenDecimals
    ) LedgerErc20(owner) {
        name = tokenName;
        symbol = tokenSymbol;
        decimals = tokenDecimals;
    }

    function _log(address from, address to, uint256 amount) internal override {
        emit Transfer(from, to, amount * 10);
    }
}
