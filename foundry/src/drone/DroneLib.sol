// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @notice Where a drone's calldata says which contract is really meant.
library DroneLib {
    /// @notice What the last 32 bytes of a drone's calldata say: keccak256("DroneLib.target").
    bytes32 internal constant TARGET_FLAG =
        0x3e4620193929cbc3d9d6e48812033a2439d3c505d118da7e25b1c3241695f5b1;

    /// @dev A selector and two words. Shorter calldata is not looked at, so a function without
    /// arguments needs the target left-padded to a word: 4 + 20 + 32 bytes are too few.
    uint256 internal constant SHORTEST = 68;

    /// @notice The real target at the end of `data`: the 20 bytes before the flag; zero if none.
    function targetOf(bytes calldata data) internal pure returns (address) {
        uint256 length = data.length;
        if (length < SHORTEST || bytes32(data[length - 32:]) != TARGET_FLAG) return address(0);
        return address(bytes20(data[length - 52:length - 32]));
    }
}
