// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {AavePoolBase} from "./AavePoolBase.sol";
import {Reserve, ReserveMath} from "./Reserve.sol";

/// @notice Aave v3-like pool: supply, withdraw, borrow and repay at a variable rate, with health checks.
/// @dev Refusals carry Aave v3's numbers: "26" amount, "27" reserve, "32" balance, "33" rate mode,
/// "34" no collateral, "35" health factor, "36" collateral too small, "39" no debt, "43" nothing supplied.
contract AavePool is AavePoolBase {
    using ReserveMath for Reserve;
    using SafeERC20 for IERC20;

    event Supply(
        address indexed reserve,
        address user,
        address indexed onBehalfOf,
        uint256 amount,
        uint16 indexed referralCode
    );
    event Withdraw(
        address indexed reserve, address indexed user, address indexed to, uint256 amount
    );
    event Borrow(
        address indexed reserve,
        address user,
        address indexed onBehalfOf,
        uint256 amount,
        uint8 interestRateMode,
        uint256 borrowRate,
        uint16 indexed referralCode
    );
    event Repay(
        address indexed reserve,
        address indexed user,
        address indexed repayer,
        uint256 amount,
        bool useATokens
    );

    constructor(address owner, address oracle) AavePoolBase(owner, oracle) {}

    function supply(address asset, uint256 amount, address onBehalfOf, uint16 referralCode)
        external
    {
        Reserve storage reserve = _open(asset, amount);
        bool isFirst = reserve.aToken.scaledBalanceOf(onBehalfOf) == 0;
        IERC20(asset).safeTransferFrom(msg.sender, address(reserve.aToken), amount);
        reserve.aToken.mint(msg.sender, onBehalfOf, amount);
        if (isFirst && reserve.ltv != 0) _setCollateral(onBehalfOf, asset, true);
        _close(asset);
        emit Supply(asset, msg.sender, onBehalfOf, amount, referralCode);
    }

    function withdraw(address asset, uint256 amount, address to) external returns (uint256) {
        Reserve storage reserve = _open(asset, amount);
        uint256 balance = reserve.aToken.balanceOf(msg.sender);
        uint256 taken = amount == type(uint256).max ? balance : amount;
        require(taken != 0, "26");
        require(taken <= balance, "32");
        reserve.aToken.burn(msg.sender, to, taken);
        if (reserve.aToken.scaledBalanceOf(msg.sender) == 0) {
            _setCollateral(msg.sender, asset, false);
        }
        _close(asset);
        _requireHealthy(msg.sender);
        emit Withdraw(asset, msg.sender, to, taken);
        return taken;
    }

    function borrow(
        address asset,
        uint256 amount,
        uint256 interestRateMode,
        uint16 referralCode,
        address onBehalfOf
    ) external {
        Reserve storage reserve = _open(asset, amount);
        require(interestRateMode == 2, "33");
        // Credit delegation is not modelled: nobody borrows for another.
        require(onBehalfOf == msg.sender, "59");
        reserve.debtToken.mint(msg.sender, onBehalfOf, amount);
        _requireBacked(onBehalfOf);
        require(IERC20(asset).balanceOf(address(reserve.aToken)) >= amount, "32");
        reserve.aToken.transferUnderlyingTo(msg.sender, amount);
        _close(asset);
        emit Borrow(
            asset,
            msg.sender,
            onBehalfOf,
            amount,
            uint8(interestRateMode),
            reserve.borrowRate,
            referralCode
        );
    }

    function repay(address asset, uint256 amount, uint256 interestRateMode, address onBehalfOf)
        external
        returns (uint256)
    {
        Reserve storage reserve = _open(asset, amount);
        require(interestRateMode == 2, "33");
        uint256 debt = reserve.debtToken.balanceOf(onBehalfOf);
        require(debt != 0, "39");
        uint256 paid = Math.min(amount, debt);
        reserve.debtToken.burn(onBehalfOf, paid);
        IERC20(asset).safeTransferFrom(msg.sender, address(reserve.aToken), paid);
        _close(asset);
        emit Repay(asset, onBehalfOf, msg.sender, paid, false);
        return paid;
    }

    function setUserUseReserveAsCollateral(address asset, bool useAsCollateral) external {
        Reserve storage reserve = _open(asset, 1);
        require(reserve.aToken.balanceOf(msg.sender) != 0, "43");
        _setCollateral(msg.sender, asset, useAsCollateral);
        _requireHealthy(msg.sender);
    }

    function setUserEMode(uint8 categoryId) external {
        require(categoryId == 0 || eModes[categoryId].threshold != 0, "58");
        getUserEMode[msg.sender] = categoryId;
        _requireHealthy(msg.sender);
        emit UserEModeSet(msg.sender, categoryId);
    }

    /// @notice Called by an aToken after a transfer: the sender must stay healthy.
    function finalizeTransfer(address asset, address from, address to) external {
        Reserve storage reserve = _reserves[asset];
        require(msg.sender == address(reserve.aToken), "11");
        if (reserve.aToken.scaledBalanceOf(from) == 0) _setCollateral(from, asset, false);
        bool isNew = from != to && reserve.aToken.scaledBalanceOf(to) != 0;
        if (isNew && reserve.ltv != 0) _setCollateral(to, asset, true);
        _requireHealthy(from);
    }
}
