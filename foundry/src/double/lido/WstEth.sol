// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {StEth} from "./StEth.sol";

/// @notice wstETH-like: one token is one share of stETH, so balances do not rebase.
contract WstEth is ERC20 {
    error ZeroAmount();

    StEth public immutable stETH;

    constructor(address stEth) ERC20("Wrapped liquid staked Ether 2.0", "wstETH") {
        stETH = StEth(payable(stEth));
    }

    /// @notice Stakes the ether sent and keeps it wrapped.
    receive() external payable {
        _mint(msg.sender, stETH.submit{value: msg.value}(address(0)));
    }

    function wrap(uint256 amount) external returns (uint256 shares) {
        if (amount == 0) revert ZeroAmount();
        shares = stETH.getSharesByPooledEth(amount);
        _mint(msg.sender, shares);
        stETH.transferFrom(msg.sender, address(this), amount);
    }

    function unwrap(uint256 shares) external returns (uint256 amount) {
        if (shares == 0) revert ZeroAmount();
        amount = stETH.getPooledEthByShares(shares);
        _burn(msg.sender, shares);
        stETH.transfer(msg.sender, amount);
    }

    function stEthPerToken() external view returns (uint256) {
        return stETH.getPooledEthByShares(1e18);
    }

    function tokensPerStEth() external view returns (uint256) {
        return stETH.getSharesByPooledEth(1e18);
    }

    function getStETHByWstETH(uint256 shares) external view returns (uint256) {
        return stETH.getPooledEthByShares(shares);
    }

    function getWstETHByStETH(uint256 amount) external view returns (uint256) {
        return stETH.getSharesByPooledEth(amount);
    }
}
