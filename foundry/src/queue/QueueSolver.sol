// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ReentrancyGuard} from "@openzeppelin/contracts/utils/ReentrancyGuard.sol";
import {SafeTransferLib} from "solady/utils/SafeTransferLib.sol";
import {Auth} from "../auth/Auth.sol";
import {TellerCore} from "../teller/TellerCore.sol";
import {IQueueSolver} from "./IQueueSolver.sol";
import {WithdrawQueue} from "./WithdrawQueue.sol";

/// @notice Solves requests out of the vault itself: redeems their shares and keeps nothing.
contract QueueSolver is Auth, ReentrancyGuard, IQueueSolver {
    using SafeTransferLib for address;

    WithdrawQueue public immutable queue;

    error BoringSolver__OnlyQueue();
    error BoringSolver__OnlySelf();
    error BoringSolver__CannotSolveAtALoss();

    constructor(address owner, address queue_) Auth(owner, address(0)) {
        queue = WithdrawQueue(queue_);
    }

    /// @notice Redeems the requests through `teller`; what the discounts leave over goes to the caller.
    function boringRedeemSolve(WithdrawQueue.OnChainWithdraw[] calldata requests, address teller)
        external
        requiresAuth
        nonReentrant
    {
        bytes memory solveData = abi.encode(teller, msg.sender);
        queue.solveOnChainWithdraws(requests, solveData, address(this));
    }

    /// @inheritdoc IQueueSolver
    function boringSolve(
        address initiator,
        address,
        address solveAsset,
        uint256 totalShares,
        uint256 requiredAssets,
        bytes calldata solveData
    ) external {
        if (msg.sender != address(queue)) revert BoringSolver__OnlyQueue();
        if (initiator != address(this)) revert BoringSolver__OnlySelf();
        (address teller, address origin) = abi.decode(solveData, (address, address));
        uint256 assets = TellerCore(teller).bulkWithdraw(solveAsset, totalShares, 0, address(this));
        if (assets < requiredAssets) revert BoringSolver__CannotSolveAtALoss();
        if (assets > requiredAssets) solveAsset.safeTransfer(origin, assets - requiredAssets);
        solveAsset.safeApprove(address(queue), requiredAssets);
    }
}
