// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @notice The flash-loan side of a Balancer v2 vault.
interface IFlashLender {
    function flashLoan(
        address recipient,
        address[] calldata tokens,
        uint256[] calldata amounts,
        bytes calldata userData
    ) external;
}
