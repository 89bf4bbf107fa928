// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {IPoolIndex, RAY, ScaledBalance} from "./ScaledBalance.sol";

/// @notice Interest-bearing claim on a reserve; it also holds the reserve's cash.
contract AToken is ScaledBalance {
    using SafeERC20 for IERC20;

    event Approval(address indexed owner, address indexed spender, uint256 value);
    event BalanceTransfer(address indexed from, address indexed to, uint256 value, uint256 index);

    mapping(address => mapping(address => uint256)) public allowance;

    constructor(
        address pool,
        address asset,
        string memory tokenName,
        string memory tokenSymbol,
        uint8 tokenDecimals
    ) ScaledBalance(pool, asset, tokenName, tokenSymbol, tokenDecimals) {}

    function mint(address caller, address to, uint256 amount) external onlyPool {
        _mintScaled(caller, to, amount);
    }

    function burn(address from, address receiver, uint256 amount) external onlyPool {
        _burnScaled(from, receiver, amount);
        IERC20(UNDERLYING_ASSET_ADDRESS).safeTransfer(receiver, amount);
    }

    function transferUnderlyingTo(address to, uint256 amount) external onlyPool {
        IERC20(UNDERLYING_ASSET_ADDRESS).safeTransfer(to, amount);
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        emit Approval(msg.sender, spender, amount);
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        _move(msg.sender, to, amount);
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        allowance[from][msg.sender] -= amount;
        _move(from, to, amount);
        return true;
    }

    function _move(address from, address to, uint256 amount) private {
        uint256 index = _index();
        uint256 scaled = Math.mulDiv(amount, RAY, index, Math.Rounding.Ceil);
        _logIncrease(from, index);
        if (from != to) _logIncrease(to, index);
        scaledBalanceOf[from] -= scaled;
        scaledBalanceOf[to] += scaled;
        emit Transfer(from, to, amount);
        emit BalanceTransfer(from, to, scaled, index);
        IPoolIndex(POOL).finalizeTransfer(UNDERLYING_ASSET_ADDRESS, from, to);
    }

    function _logIncrease(address account, uint256 index) private {
        uint256 increase = _takeIncrease(account, index);
        if (increase == 0) return;
        emit Transfer(address(0), account, increase);
        emit Mint(msg.sender, account, increase, increase, index);
    }

    function _index() internal view override returns (uint256) {
        return IPoolIndex(POOL).getReserveNormalizedIncome(UNDERLYING_ASSET_ADDRESS);
    }

    function _rounding() internal pure override returns (Math.Rounding) {
        return Math.Rounding.Floor;
    }
}
