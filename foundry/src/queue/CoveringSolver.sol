// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ReentrancyGuard} from "@openzeppelin/contracts/utils/ReentrancyGuard.sol";
import {SafeTransferLib} from "solady/utils/SafeTransferLib.sol";
import {Auth} from "../auth/Auth.sol";
import {TellerCore} from "../teller/TellerCore.sol";
import {IQueueSolver} from "./IQueueSolver.sol";
import {WithdrawQueue} from "./WithdrawQueue.sol";

/// @notice Solves requests as QueueSolver does; the caller may cover what shares lack, and a user may solve alone.
contract CoveringSolver is Auth, ReentrancyGuard, IQueueSolver {
    using SafeTransferLib for address;

    WithdrawQueue public immutable queue;
    /// @notice Whether the caller gets what the discounts leave over; else the vault does.
    bool public immutable excessToSolver;

    error BoringSolver___OnlyQueue();
    error BoringSolver___OnlySelf();
    error BoringSolver___CannotCoverDeficit(uint256 deficit);

    constructor(address owner, address queue_, bool excessToSolver_) Auth(owner, address(0)) {
        queue = WithdrawQueue(queue_);
        excessToSolver = excessToSolver_;
    }

    /// @notice Redeems the requests through `teller`; the caller pays what their shares lack, if it says so.
    function boringRedeemSolve(
        WithdrawQueue.OnChainWithdraw[] calldata requests,
        address teller,
        bool coverDeficit
    ) external requiresAuth nonReentrant {
        bytes memory solveData = abi.encode(teller, msg.sender, coverDeficit, excessToSolver);
        queue.solveOnChainWithdraws(requests, solveData, address(this));
    }

    /// @notice The same for one request, by its user; what is left over stays with the vault.
    function boringRedeemSelfSolve(WithdrawQueue.OnChainWithdraw calldata request, address teller)
        external
        requiresAuth
        nonReentrant
    {
        if (request.user != msg.sender) revert BoringSolver___OnlySelf();
        WithdrawQueue.OnChainWithdraw[] memory requests = new WithdrawQueue.OnChainWithdraw[](1);
        requests[0] = request;
        bytes memory solveData = abi.encode(teller, msg.sender, false, false);
        queue.solveOnChainWithdraws(requests, solveData, address(this));
    }

    /// @inheritdoc IQueueSolver
    function boringSolve(
        address initiator,
        address boringVault,
        address solveAsset,
        uint256 totalShares,
        uint256 requiredAssets,
        bytes calldata solveData
    ) external {
        if (msg.sender != address(queue)) {
            revert BoringSolver___OnlyQueue();
        }
        if (initiator != address(this)) revert BoringSolver___OnlySelf();
        (address teller, address origin, bool coverDeficit, bool toOrigin) =
            abi.decode(solveData, (address, address, bool, bool));
        uint256 assets = TellerCore(teller).bulkWithdraw(solveAsset, totalShares, 0, address(this));
        if (assets > requiredAssets) {
            solveAsset.safeTransfer(toOrigin ? origin : boringVault, assets - requiredAssets);
        } else if (assets < requiredAssets) {
            uint256 deficit = requiredAssets - assets;
            if (!coverDeficit) revert BoringSolver___CannotCoverDeficit(deficit);
            solveAsset.safeTransferFrom(origin, address(this), deficit);
        }
        solveAsset.safeApprove(address(queue), requiredAssets);
    }
}
