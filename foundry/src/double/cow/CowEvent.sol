// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @notice What a settlement logs.
interface CowEvent {
    event PreSignature(address indexed owner, bytes orderUid, bool signed);
    event OrderInvalidated(address indexed owner, bytes orderUid);
    /// @dev The fee is in `sellAmount`.
    event Trade(
        address indexed owner,
        address sellToken,
        address buyToken,
        uint256 sellAmount,
        uint256 buyAmount,
        uint256 feeAmount,
        bytes orderUid
    );
    event Interaction(address indexed target, uint256 value, bytes4 selector);
    event Settlement(address indexed solver);
}
