// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @notice Has the shares of a solve already, and has to leave the assets to the queue's grasp.
interface IQueueSolver {
    function boringSolve(
        address initiator,
        address boringVault,
        address solveAsset,
        uint256 totalShares,
        uint256 requiredAssets,
        bytes calldata solveData
    ) external;
}
