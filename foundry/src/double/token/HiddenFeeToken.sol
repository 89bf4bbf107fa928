// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {LedgerErc20} from "./LedgerErc20.sol";

/// @notice Takes a fee from every transfer but logs one Transfer of the whole amount: the receiver holds less than logged.
contract HiddenFeeToken is LedgerErc20 {
    error FeeTooHigh();

    string public name;
    string public symbol;
    uint8 public immutable decimals;
    /// @notice Fee in basis points of the amount sent.
    uint256 public immutable feeBps;

    constructor(
        address owner,
        string memory tokenName,
        string memory tokenSymbol,
        uint8 tokenDecimals,
        uint256 transferFeeBps
    ) LedgerErc20(owner) {
        if (transferFeeBps > 10_000) revert FeeTooHigh();
        name = tokenName;
        symbol = tokenSymbol;
        decimals = tokenDecimals;
        feeBps = transferFeeBps;
    }

    function _log(address from, address to, uint256 amount) internal override {
        uint256 fee = amount * feeBps / 10_000;
        balanceOf[to] -= fee;
        balanceOf[owner()] += fee;
        emit Transfer(from, to, amount);
    }
}
