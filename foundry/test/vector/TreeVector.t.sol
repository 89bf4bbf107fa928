// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Test} from "forge-std/Test.sol";
import {stdJson} from "forge-std/StdJson.sol";
import {MerkleProofLib} from "solady/utils/MerkleProofLib.sol";

/// @notice Trees and proofs, recomputed pair by pair and verified as the Manager verifies them.
contract TreeVectorTest is Test {
    using stdJson for string;

    bytes32 private constant PADDING =
        0xa7a0fd846665d92e66be6155c6221b3acd7145ca7c4e4b67a594e4c516969400;

    function test_golden_layersAreThoseOfThePackages() public view {
        string memory json = vm.readFile("../fixtures/vectors/tree.json");
        uint256[] memory leafCounts = json.readUintArray(".leafCounts");
        uint256[] memory capacities = json.readUintArray(".capacities");
        bytes32[] memory roots = json.readBytes32Array(".roots");
        for (uint256 i; i < roots.length; ++i) {
            bytes32[] memory nodes =
                json.readBytes32Array(string.concat(".layers[", vm.toString(i), "]"));
            assertEq(nodes.length, 2 * capacities[i] - 1);
            for (uint256 j = leafCounts[i]; j < capacities[i]; ++j) {
                assertEq(nodes[j], PADDING);
            }
            // All layers lie one after the other, so each pair's parent is the next node not yet
            // met.
            uint256 parent = capacities[i];
            for (uint256 j; j + 1 < nodes.length; j += 2) {
                assertEq(nodes[parent++], _pair(nodes[j], nodes[j + 1]));
            }
            assertEq(nodes[nodes.length - 1], roots[i]);
        }
        assertEq(capacities[0], 2);
        assertEq(capacities[capacities.length - 1], 64);
    }

    function test_golden_proofsVerify() public view {
        string memory json = vm.readFile("../fixtures/vectors/proof.json");
        bytes32[] memory roots = json.readBytes32Array(".roots");
        bytes32[] memory digests = json.readBytes32Array(".digests");
        bytes[] memory proofs = json.readBytesArray(".proofs");
        uint256[] memory positions = json.readUintArray(".positions");
        for (uint256 i; i < roots.length; ++i) {
            bytes32[] memory proof = _split(proofs[i]);
            assertTrue(MerkleProofLib.verify(proof, roots[i], digests[i]));
            assertLt(positions[i], 1 << proof.length);
            // Refused: another leaf, a shorter proof, a proof of another tree.
            assertFalse(MerkleProofLib.verify(proof, roots[i], keccak256(abi.encode(digests[i]))));
            bytes32 first = proof[0];
            proof[0] = bytes32(uint256(first) ^ 1);
            assertFalse(MerkleProofLib.verify(proof, roots[i], digests[i]));
            proof[0] = first;
            assembly {
                mstore(proof, sub(mload(proof), 1))
            }
            assertFalse(MerkleProofLib.verify(proof, roots[i], digests[i]));
        }
        assertGt(roots.length, 50);
    }

    /// @dev Roots that were computed outside of this project: approve of 0xA000 + i on target 1 +
    /// i.
    function test_golden_rootsFromOutside() public pure {
        assertEq(_anchor(2), 0x2a21c1f0b4b23aaf57ab74b6f5444f08b382211aea5d79aa87238772bdc8ab7e);
        assertEq(_anchor(4), 0x2e973a6993081a4958d6e60542f732b74882f64dcdbf1cff3cb5ff98fe9c8b36);
        assertEq(_anchor(8), 0x3dae3f2f3e94281e0686a2396e27fbc30667105f668961589753acc50fe9e781);
        assertEq(_anchor(16), 0x7ae575e7c6994eab7b0e7a8f44c0e482e4115d6fdd436f9934e878a1c1a2c16b);
    }

    function testFuzz_law_pairsHaveNoOrder(bytes32 one, bytes32 other) public pure {
        assertEq(_pair(one, other), _pair(other, one));
        assertEq(_pair(one, one), keccak256(bytes.concat(one, one)));
    }

    function _anchor(uint256 count) private pure returns (bytes32) {
        bytes32[] memory layer = new bytes32[](count);
        for (uint256 i; i < count; ++i) {
            layer[i] = keccak256(
                abi.encodePacked(
                    address(0xD0D0),
                    address(uint160(1 + i)),
                    i % 2 == 1,
                    bytes4(keccak256("approve(address,uint256)")),
                    address(uint160(0xA000 + i))
                )
            );
        }
        for (uint256 length = count; length > 1; length /= 2) {
            for (uint256 i; i < length / 2; ++i) {
                layer[i] = _pair(layer[2 * i], layer[2 * i + 1]);
            }
        }
        return layer[0];
    }

    function _pair(bytes32 one, bytes32 other) private pure returns (bytes32) {
        return
            one < other ? keccak256(bytes.concat(one, other)) : keccak256(bytes.concat(other, one));
    }

    function _split(bytes memory text) private pure returns (bytes32[] memory words) {
        words = new bytes32[](text.length / 32);
        for (uint256 i; i < words.length; ++i) {
            bytes32 word;
            assembly {
                word := mload(add(add(text, 32), mul(i, 32)))
            }
            words[i] = word;
        }
    }
}
