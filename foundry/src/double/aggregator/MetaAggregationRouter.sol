// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {SwapExecutor} from "./SwapExecutor.sol";

/// @notice KyberSwap-like: pays receivers what is sold, lets the executor trade, checks (0xe21fd0e9).
contract MetaAggregationRouter {
    using SafeERC20 for IERC20;

    struct Description {
        address srcToken;
        address dstToken;
        address[] srcReceivers;
        uint256[] srcAmounts;
        address[] feeReceivers;
        uint256[] feeAmounts;
        address dstReceiver;
        uint256 amount;
        uint256 minReturnAmount;
        uint256 flags;
        bytes permit;
    }

    struct Execution {
        address callTarget;
        address approveTarget;
        bytes targetData;
        Description desc;
        bytes clientData;
    }

    function swap(Execution calldata execution)
        external
        payable
        returns (uint256 returnAmount, uint256 gasUsed)
    {
        Description calldata desc = execution.desc;
        require(msg.value == 0 && desc.permit.length == 0, "native and permit not supported");
        require(desc.feeReceivers.length == 0, "fees not supported");
        require(desc.srcReceivers.length == desc.srcAmounts.length, "Invalid lengths");
        for (uint256 i; i < desc.srcReceivers.length; ++i) {
            IERC20(desc.srcToken)
                .safeTransferFrom(msg.sender, desc.srcReceivers[i], desc.srcAmounts[i]);
        }
        IERC20 dst = IERC20(desc.dstToken);
        address receiver = desc.dstReceiver == address(0) ? msg.sender : desc.dstReceiver;
        uint256 before = dst.balanceOf(address(this));
        SwapExecutor(execution.callTarget).execute(desc.srcToken, desc.dstToken);
        returnAmount = dst.balanceOf(address(this)) - before;
        require(returnAmount >= desc.minReturnAmount, "Return amount is not enough");
        dst.safeTransfer(receiver, returnAmount);
        gasUsed = 0;
    }
}
