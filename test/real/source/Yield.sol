// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {ERC20, IERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// A standardized yield token (EIP-5115) over one token, at a rate that anyone sets: Pendle's package ships none.
contract Yield is ERC20 {
    address public immutable yieldToken;
    uint256 public exchangeRate = 105e16;

    constructor(address token) ERC20("SY Dai", "SY-DAI") {
        yieldToken = token;
    }

    function setExchangeRate(uint256 rate) external {
        exchangeRate = rate;
    }

    function deposit(address receiver, address tokenIn, uint256 amount, uint256 minSharesOut)
        external
        payable
        returns (uint256)
    {
        require(tokenIn == yieldToken && amount >= minSharesOut, "SY: refused");
        IERC20(tokenIn).transferFrom(msg.sender, address(this), amount);
        _mint(receiver, amount);
        return amount;
    }

    function redeem(
        address receiver,
        uint256 amount,
        address tokenOut,
        uint256 minTokenOut,
        bool burnFromInternalBalance
    ) external returns (uint256) {
        require(tokenOut == yieldToken && amount >= minTokenOut, "SY: refused");
        _burn(burnFromInternalBalance ? address(this) : msg.sender, amount);
        IERC20(tokenOut).transfer(receiver, amount);
        return amount;
    }

    function assetInfo() external view returns (uint8, address, uint8) {
        return (0, yieldToken, 18);
    }

    function getTokensIn() public view returns (address[] memory tokens) {
        tokens = new address[](1);
        tokens[0] = yieldToken;
    }

    function getTokensOut() external view returns (address[] memory) {
        return getTokensIn();
    }

    function isValidTokenIn(address token) external view returns (bool) {
        return token == yieldToken;
    }

    function isValidTokenOut(address token) external view returns (bool) {
        return token == yieldToken;
    }

    function getRewardTokens() external pure returns (address[] memory) {}

    function claimRewards(address) external pure returns (uint256[] memory) {}

    function accruedRewards(address) external pure returns (uint256[] memory) {}

    function rewardIndexesCurrent() external pure returns (uint256[] memory) {}

    function rewardIndexesStored() external pure returns (uint256[] memory) {}
}
