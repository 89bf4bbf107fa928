// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {LedgerErc20} from "./LedgerErc20.sol";

/// @notice Name and symbol are bytes32 words, as tokens of 2017 had them.
contract Bytes32SymbolToken is LedgerErc20 {
    bytes32 public immutable name;
    bytes32 public immutable symbol;
    uint256 public constant decimals = 18;

    constructor(address owner, bytes32 tokenName, bytes32 tokenSymbol) LedgerErc20(owner) {
        name = tokenName;
        symbol = tokenSymbol;
    }
}
