// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {AccountantYieldStreaming} from "../accountant/AccountantYieldStreaming.sol";
import {Teller} from "./Teller.sol";

/// @notice The door of a vault whose price moves every second: what vested is booked before anybody passes.
contract TellerYieldStreaming is Teller {
    constructor(address owner, address vault, address accountant, address weth)
        Teller(owner, vault, accountant, weth)
    {}

    function version() external pure override returns (string memory) {
        return "Yield Streaming V0.1, Base V0.2";
    }

    function _beforeFlow() internal override {
        AccountantYieldStreaming streaming = AccountantYieldStreaming(address(accountant));
        streaming.updateExchangeRate();
        if (vault.totalSupply() == 0) streaming.setFirstDepositTimestamp();
    }

    /// @dev One more than the rate, so that its rounding never favours who enters.
    function _sharesFor(uint256 amount, uint256 rate) internal view override returns (uint256) {
        return amount * ONE_SHARE / (rate + 1);
    }
}
