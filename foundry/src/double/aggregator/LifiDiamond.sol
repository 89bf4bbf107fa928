// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

/// @notice LI.FI-like: takes what is sold, approves and calls an allowed contract, pays all that
/// came (0x4666fc80).
contract LifiDiamond {
    using SafeERC20 for IERC20;

    struct SwapData {
        address callTo;
        address approveTo;
        address sendingAssetId;
        address receivingAssetId;
        uint256 fromAmount;
        bytes callData;
        bool requiresDeposit;
    }

    mapping(address target => bool) private _allowed;

    error ContractCallNotAllowed();
    error CumulativeSlippageTooHigh(uint256 minAmount, uint256 receivedAmount);

    constructor(address target) {
        _allowed[target] = true;
    }

    function swapTokensSingleV3ERC20ToERC20(
        bytes32,
        string calldata,
        string calldata,
        address payable receiver,
        uint256 minAmountOut,
        SwapData calldata swapData
    ) external {
        if (!_allowed[swapData.callTo] || !_allowed[swapData.approveTo]) {
            revert ContractCallNotAllowed();
        }
        IERC20 sold = IERC20(swapData.sendingAssetId);
        sold.safeTransferFrom(msg.sender, address(this), swapData.fromAmount);
        sold.forceApprove(swapData.approveTo, swapData.fromAmount);
        (bool ok, bytes memory answer) = swapData.callTo.call(swapData.callData);
        if (!ok) {
            assembly {
                revert(add(answer, 32), mload(answer))
            }
        }
        IERC20 bought = IERC20(swapData.receivingAssetId);
        uint256 received = bought.balanceOf(address(this));
        if (received < minAmountOut) revert CumulativeSlippageTooHigh(minAmountOut, received);
        bought.safeTransfer(receiver, received);
    }
}
