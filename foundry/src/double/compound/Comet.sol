// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";
import {CometBook} from "./CometBook.sol";

/// @notice Compound v3-like market: one base token is lent, the other assets are collateral.
/// @dev Withdrawing base beyond the balance borrows. The share is not transferable here.
contract Comet is CometBook {
    using SafeCast for uint256;
    using SafeERC20 for IERC20;

    event Supply(address indexed from, address indexed dst, uint256 amount);
    event Transfer(address indexed from, address indexed to, uint256 amount);
    event Withdraw(address indexed src, address indexed to, uint256 amount);
    event SupplyCollateral(
        address indexed from, address indexed dst, address indexed asset, uint256 amount
    );
    event WithdrawCollateral(
        address indexed src, address indexed to, address indexed asset, uint256 amount
    );

    error NotCollateralized();
    error BorrowTooSmall();

    /// @notice Smallest debt, in base units.
    uint256 public immutable baseBorrowMin;

    constructor(
        address owner,
        address base,
        address priceOracle,
        uint256 borrowRate,
        uint256 borrowMin
    ) CometBook(owner, base, priceOracle, borrowRate) {
        baseBorrowMin = borrowMin;
    }

    /// @notice Supplies base or collateral; the largest number stands for the whole debt.
    function supply(address asset, uint256 amount) external {
        if (asset == baseToken) _supplyBase(amount);
        else _supplyCollateral(asset, amount);
    }

    /// @notice Withdraws base or collateral; the largest number stands for the whole base balance.
    function withdraw(address asset, uint256 amount) external {
        if (asset == baseToken) _withdrawBase(amount);
        else _withdrawCollateral(asset, amount);
    }

    function accrueAccount(address) external {
        _accrue();
    }

    function _supplyBase(uint256 amount) private {
        _accrue();
        if (amount == type(uint256).max) amount = borrowBalanceOf(msg.sender);
        int256 balance = _balance(msg.sender) + int256(amount);
        uint256 owed = borrowBalanceOf(msg.sender);
        _setBalance(msg.sender, balance);
        IERC20(baseToken).safeTransferFrom(msg.sender, address(this), amount);
        emit Supply(msg.sender, msg.sender, amount);
        if (amount > owed) emit Transfer(address(0), msg.sender, amount - owed);
    }

    function _withdrawBase(uint256 amount) private {
        _accrue();
        uint256 held = balanceOf(msg.sender);
        if (amount == type(uint256).max) amount = held;
        _setBalance(msg.sender, _balance(msg.sender) - amount.toInt256());
        uint256 owed = borrowBalanceOf(msg.sender);
        if (owed != 0) {
            if (owed < baseBorrowMin) revert BorrowTooSmall();
            if (!isBorrowCollateralized(msg.sender)) revert NotCollateralized();
        }
        IERC20(baseToken).safeTransfer(msg.sender, amount);
        emit Withdraw(msg.sender, msg.sender, amount);
        uint256 burnt = amount < held ? amount : held;
        if (burnt != 0) emit Transfer(msg.sender, address(0), burnt);
    }

    function _supplyCollateral(address asset, uint256 amount) private {
        if (borrowCollateralFactor[asset] == 0) revert BadAsset();
        _collateral[msg.sender][asset] += amount.toUint128();
        IERC20(asset).safeTransferFrom(msg.sender, address(this), amount);
        emit SupplyCollateral(msg.sender, msg.sender, asset, amount);
    }

    function _withdrawCollateral(address asset, uint256 amount) private {
        if (borrowCollateralFactor[asset] == 0) revert BadAsset();
        _collateral[msg.sender][asset] -= amount.toUint128();
        _accrue();
        if (!isBorrowCollateralized(msg.sender)) revert NotCollateralized();
        IERC20(asset).safeTransfer(msg.sender, amount);
        emit WithdrawCollateral(msg.sender, msg.sender, asset, amount);
    }
}
