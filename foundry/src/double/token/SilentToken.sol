// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {LedgerErc20} from "./LedgerErc20.sol";

/// @notice Moves balances without any Transfer log: a simulation that reads logs only sees nothing.
contract SilentToken is LedgerErc20 {
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

    function _log(address, address, uint256) internal override {}
}
