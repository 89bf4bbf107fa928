// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

struct Leaf {
    address decoder;
    address target;
    bool canSendValue;
    bytes4 selector;
    bytes packed;
}

/// @notice Roots and proofs made the slow and plain way, to hold the Manager against.
library Tree {
    bytes32 internal constant PADDING =
        0xa7a0fd846665d92e66be6155c6221b3acd7145ca7c4e4b67a594e4c516969400;

    function digestOf(Leaf memory leaf) internal pure returns (bytes32) {
        return keccak256(
            bytes.concat(
                bytes20(leaf.decoder),
                bytes20(leaf.target),
                leaf.canSendValue ? bytes1(0x01) : bytes1(0x00),
                leaf.selector,
                leaf.packed
            )
        );
    }

    /// @notice Fills up to the next power of two with the digest of the empty leaf.
    function padded(bytes32[] memory digests) internal pure returns (bytes32[] memory full) {
        uint256 capacity = 1;
        while (capacity < digests.length) capacity *= 2;
        full = new bytes32[](capacity);
        for (uint256 i; i < capacity; ++i) {
            full[i] = i < digests.length ? digests[i] : PADDING;
        }
    }

    function rootOf(bytes32[] memory layer) internal pure returns (bytes32) {
        while (layer.length > 1) layer = _above(layer);
        return layer[0];
    }

    function proofOf(bytes32[] memory layer, uint256 index)
        internal
        pure
        returns (bytes32[] memory proof)
    {
        uint256 depth;
        while (1 << depth < layer.length) ++depth;
        proof = new bytes32[](depth);
        for (uint256 i; i < depth; ++i) {
            proof[i] = layer[index ^ 1];
            layer = _above(layer);
            index /= 2;
        }
    }

    function _above(bytes32[] memory layer) private pure returns (bytes32[] memory above) {
        above = new bytes32[](layer.length / 2);
        for (uint256 i; i < above.length; ++i) {
            (bytes32 a, bytes32 b) = (layer[2 * i], layer[2 * i + 1]);
            above[i] = a < b ? keccak256(bytes.concat(a, b)) : keccak256(bytes.concat(b, a));
        }
    }
}
