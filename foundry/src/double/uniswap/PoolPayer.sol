// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {UniswapFactory} from "./UniswapFactory.sol";
import {UniswapPool} from "./UniswapPool.sol";

/// @dev The part of wrapped native a payer needs.
interface IWrappedNative {
    function deposit() external payable;
}

/// @notice What routers and the position manager share: the factory, wrapped native, payment.
abstract contract PoolPayer {
    using SafeERC20 for IERC20;

    address public immutable factory;
    address public immutable WETH9;

    constructor(address factory_, address weth9_) {
        factory = factory_;
        WETH9 = weth9_;
    }

    modifier checkDeadline(uint256 deadline) {
        require(block.timestamp <= deadline, "Transaction too old");
        _;
    }

    /// @notice Sends the caller the native currency a call left here.
    function refundETH() external payable {
        uint256 left = address(this).balance;
        if (left == 0) return;
        (bool sent,) = msg.sender.call{value: left}("");
        require(sent, "STE");
    }

    function _pool(address tokenA, address tokenB, uint24 fee) internal view returns (UniswapPool) {
        address pool = UniswapFactory(factory).getPool(tokenA, tokenB, fee);
        require(pool != address(0), "Pool does not exist");
        return UniswapPool(pool);
    }

    /// @dev Native currency sent along is wrapped first, as the real periphery does.
    function _pay(address token, address payer, address to, uint256 amount) internal {
        if (amount == 0) return;
        if (token == WETH9 && address(this).balance >= amount) {
            IWrappedNative(WETH9).deposit{value: amount}();
            IERC20(token).safeTransfer(to, amount);
        } else if (payer == address(this)) {
            IERC20(token).safeTransfer(to, amount);
        } else {
            IERC20(token).safeTransferFrom(payer, to, amount);
        }
    }
}
