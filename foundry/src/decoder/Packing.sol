// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @dev A number as the low 20 bytes of an entry; what is above is dropped.
function numberAsAddress(uint256 number) pure returns (address) {
    return address(uint160(number));
}

/// @dev The low 20 bytes of a word: an EVM account as other chains write it.
function low20(bytes32 word) pure returns (address) {
    return address(uint160(uint256(word)));
}

/// @dev The high half of a word, left-aligned in an entry.
function high16(bytes32 word) pure returns (address) {
    return address(bytes20(bytes16(word)));
}

/// @dev The low half of a word, left-aligned in an entry.
function low16(bytes32 word) pure returns (address) {
    return address(bytes20(bytes16(word << 128)));
}

/// @dev One entry per address, in order.
function packAddresses(address[] calldata list) pure returns (bytes memory packed) {
    for (uint256 i; i < list.length; ++i) {
        packed = abi.encodePacked(packed, list[i]);
    }
}

/// @dev The addresses of a path: each 20 bytes, `stride` bytes from start to start.
function packPath(bytes calldata path, uint256 stride) pure returns (bytes memory packed) {
    for (uint256 at; at + 20 <= path.length; at += stride) {
        packed = abi.encodePacked(packed, bytes20(path[at:at + 20]));
    }
}
