// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {EEth} from "./EEth.sol";

/// @notice weETH-like: one token is one share of eETH, so balances do not rebase.
contract WeEth is ERC20 {
    error ZeroAmount();

    EEth public immutable eETH;

    constructor(address eEth) ERC20("Wrapped eETH", "weETH") {
        eETH = EEth(eEth);
    }

    function wrap(uint256 amount) external returns (uint256 share) {
        share = eETH.sharesForAmount(amount);
        if (share == 0) revert ZeroAmount();
        _mint(msg.sender, share);
        eETH.transferFrom(msg.sender, address(this), amount);
    }

    function unwrap(uint256 share) external returns (uint256 amount) {
        if (share == 0) revert ZeroAmount();
        amount = eETH.amountForShare(share);
        _burn(msg.sender, share);
        eETH.transfer(msg.sender, amount);
    }

    /// @notice eETH for one token, in 1e18.
    function getRate() external view returns (uint256) {
        return eETH.amountForShare(1e18);
    }

    function getEETHByWeETH(uint256 share) external view returns (uint256) {
        return eETH.amountForShare(share);
    }

    function getWeETHByeETH(uint256 amount) external view returns (uint256) {
        return eETH.sharesForAmount(amount);
    }
}
