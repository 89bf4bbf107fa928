// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {SwapExecutor} from "./SwapExecutor.sol";

struct SwapDescription {
    address srcToken;
    address dstToken;
    address payable srcReceiver;
    address payable dstReceiver;
    uint256 amount;
    uint256 minReturnAmount;
    uint256 flags;
}

/// @notice 1inch-like: pays the source token to its receiver, lets the executor trade, checks.
/// @dev Like the real routers it logs nothing but the tokens' transfers. The data is not looked at.
abstract contract ExecutorRouter {
    using SafeERC20 for IERC20;

    error ZeroMinReturn();

    function _swap(address executor, SwapDescription calldata desc)
        internal
        returns (uint256 returnAmount)
    {
        if (desc.minReturnAmount == 0) revert ZeroMinReturn();
        IERC20 dst = IERC20(desc.dstToken);
        IERC20(desc.srcToken).safeTransferFrom(msg.sender, desc.srcReceiver, desc.amount);
        uint256 before = dst.balanceOf(address(this));
        SwapExecutor(executor).execute(desc.srcToken, desc.dstToken);
        returnAmount = dst.balanceOf(address(this)) - before;
        address receiver = desc.dstReceiver == address(0) ? msg.sender : desc.dstReceiver;
        dst.safeTransfer(receiver, returnAmount);
    }
}

/// @notice Version 5: the permit has its own argument (0x12aa3caf).
contract AggregationRouterV5 is ExecutorRouter {
    error ReturnAmountIsNotEnough();

    function swap(
        address executor,
        SwapDescription calldata desc,
        bytes calldata permit,
        bytes calldata
    ) external payable returns (uint256 returnAmount, uint256 spentAmount) {
        require(msg.value == 0 && permit.length == 0, "native and permit not supported");
        returnAmount = _swap(executor, desc);
        if (returnAmount < desc.minReturnAmount) revert ReturnAmountIsNotEnough();
        spentAmount = desc.amount;
    }
}

/// @notice Version 6: no permit (0x07ed2379).
contract AggregationRouterV6 is ExecutorRouter {
    error ReturnAmountIsNotEnough(uint256 result, uint256 minReturn);

    function swap(address executor, SwapDescription calldata desc, bytes calldata)
        external
        payable
        returns (uint256 returnAmount, uint256 spentAmount)
    {
        require(msg.value == 0, "native not supported");
        returnAmount = _swap(executor, desc);
        if (returnAmount < desc.minReturnAmount) {
            revert ReturnAmountIsNotEnough(returnAmount, desc.minReturnAmount);
        }
        spentAmount = desc.amount;
    }
}
