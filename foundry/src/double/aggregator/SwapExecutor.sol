// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

/// @notice Trades its own stock at prices the owner sets; routers pay first and then ask.
contract SwapExecutor {
    using SafeERC20 for IERC20;

    address public immutable owner;
    /// @notice Base units of `dst` for 1e18 base units of `src`.
    mapping(address src => mapping(address dst => uint256)) public rates;
    /// @notice Stock that is accounted for; more than this was paid by the router in this call.
    mapping(address token => uint256) public stock;

    error NoRate(address src, address dst);
    error NotOwner();

    constructor(address owner_) {
        owner = owner_;
    }

    function setRate(address src, address dst, uint256 rate) external {
        if (msg.sender != owner) revert NotOwner();
        rates[src][dst] = rate;
    }

    /// @notice Adds stock from the caller.
    function fund(address token, uint256 amount) external {
        IERC20(token).safeTransferFrom(msg.sender, address(this), amount);
        stock[token] += amount;
    }

    /// @notice Pays the caller for what of `src` came in since the last trade.
    function execute(address src, address dst) external returns (uint256 amountOut) {
        uint256 held = IERC20(src).balanceOf(address(this));
        uint256 rate = rates[src][dst];
        if (rate == 0) revert NoRate(src, dst);
        amountOut = (held - stock[src]) * rate / 1e18;
        stock[src] = held;
        stock[dst] -= amountOut;
        IERC20(dst).safeTransfer(msg.sender, amountOut);
    }
}
