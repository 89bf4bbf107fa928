// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

/// @notice A standardized yield token: one for one over its yield token, at a rate the owner sets.
contract StandardizedYield is ERC20 {
    using SafeERC20 for IERC20;

    address public immutable owner;
    address public immutable yieldToken;
    /// @notice What one SY is worth in the asset, 1e18-scaled.
    uint256 public exchangeRate = 1e18;
    uint8 private immutable _decimals;

    event Deposit(
        address indexed caller,
        address indexed receiver,
        address indexed tokenIn,
        uint256 amountDeposited,
        uint256 amountSyOut
    );
    event Redeem(
        address indexed caller,
        address indexed receiver,
        address indexed tokenOut,
        uint256 amountSyToRedeem,
        uint256 amountTokenOut
    );

    constructor(
        address owner_,
        string memory name_,
        string memory symbol_,
        address yieldToken_,
        uint8 decimals_
    ) ERC20(name_, symbol_) {
        owner = owner_;
        yieldToken = yieldToken_;
        _decimals = decimals_;
    }

    /// @notice Yield as the owner tells it; it never falls.
    function setExchangeRate(uint256 rate) external {
        require(msg.sender == owner, "not owner");
        require(rate >= exchangeRate, "rate falls");
        exchangeRate = rate;
    }

    function deposit(address receiver, address tokenIn, uint256 amount, uint256 minSharesOut)
        external
        returns (uint256)
    {
        require(tokenIn == yieldToken, "invalid token in");
        require(amount > 0 && amount >= minSharesOut, "insufficient shares out");
        IERC20(tokenIn).safeTransferFrom(msg.sender, address(this), amount);
        _mint(receiver, amount);
        emit Deposit(msg.sender, receiver, tokenIn, amount, amount);
        return amount;
    }

    /// @notice Burns the caller's SY, or with the last flag SY that was sent here before.
    function redeem(
        address receiver,
        uint256 amount,
        address tokenOut,
        uint256 minTokenOut,
        bool burnFromInternalBalance
    ) external returns (uint256) {
        require(tokenOut == yieldToken, "invalid token out");
        require(amount > 0 && amount >= minTokenOut, "insufficient token out");
        _burn(burnFromInternalBalance ? address(this) : msg.sender, amount);
        IERC20(tokenOut).safeTransfer(receiver, amount);
        emit Redeem(msg.sender, receiver, tokenOut, amount, amount);
        return amount;
    }

    function getTokensIn() external view returns (address[] memory tokens) {
        tokens = new address[](1);
        tokens[0] = yieldToken;
    }

    function getTokensOut() external view returns (address[] memory tokens) {
        tokens = new address[](1);
        tokens[0] = yieldToken;
    }

    function decimals() public view override returns (uint8) {
        return _decimals;
    }
}
