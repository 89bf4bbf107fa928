// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {MintableToken} from "./MintableToken.sol";

/// @notice Takes a fee from every transfer and logs both parts: what the receiver got and what the owner got.
contract FeeToken is MintableToken {
    error FeeTooHigh();

    /// @notice Fee in basis points of the amount sent.
    uint256 public immutable feeBps;

    constructor(
        address owner,
        string memory name,
        string memory symbol,
        uint8 tokenDecimals,
        uint256 transferFeeBps
    ) MintableToken(owner, name, symbol, tokenDecimals) {
        if (transferFeeBps > 10_000) revert FeeTooHigh();
        feeBps = transferFeeBps;
    }

    function _update(address from, address to, uint256 amount) internal override {
        uint256 fee = from == address(0) || to == address(0) ? 0 : amount * feeBps / 10_000;
        super._update(from, to, amount - fee);
        if (fee != 0) super._update(from, owner(), fee);
    }
}
