// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {LedgerErc20} from "./LedgerErc20.sol";

/// @notice ERC-20 whose optional `decimals()` does not exist: asking for it reverts.
contract NoDecimalsToken is LedgerErc20 {
    string public name;
    string public symbol;

    constructor(address owner, string memory tokenName, string memory tokenSymbol)
        LedgerErc20(owner)
    {
        name = tokenName;
        symbol = tokenSymbol;
    }
}
