// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Test} from "forge-std/Test.sol";
import {stdJson} from "forge-std/StdJson.sol";
import {DroneLib} from "../../src/drone/DroneLib.sol";

/// @notice Digests of leafs, recomputed from their parts and, for drones, from the calldata's tail.
contract LeafVectorTest is Test {
    using stdJson for string;

    /// @dev The digest of an empty slot.
    bytes32 private constant PADDING =
        0xa7a0fd846665d92e66be6155c6221b3acd7145ca7c4e4b67a594e4c516969400;

    function test_golden_digestsAreThoseOfThePackages() public view {
        string memory json = vm.readFile("../fixtures/vectors/leaf.json");
        address[] memory decoders = json.readAddressArray(".decoders");
        address[] memory targets = json.readAddressArray(".targets");
        bool[] memory canSendValues = json.readBoolArray(".canSendValues");
        bytes[] memory calldatas = json.readBytesArray(".calldatas");
        bytes[] memory answers = json.readBytesArray(".answers");
        bytes[] memory packed = json.readBytesArray(".packed");
        bytes32[] memory digests = json.readBytes32Array(".digests");
        uint256 drones;
        for (uint256 i; i < digests.length; ++i) {
            address target = this.droneTargetOf(calldatas[i]);
            bytes memory bound = answers[i];
            if (target != address(0)) {
                bound = abi.encodePacked(bound, target);
                ++drones;
            }
            assertEq(bound, packed[i]);
            bytes32 digest = keccak256(
                abi.encodePacked(
                    decoders[i], targets[i], canSendValues[i], bytes4(calldatas[i]), bound
                )
            );
            assertEq(digest, digests[i]);
        }
        assertGt(digests.length, 25);
        // Two of the suffixes are there in vain: without an argument a bare target is too short.
        assertEq(drones, 6);
    }

    function test_golden_paddingIsTheEmptyLeaf() public view {
        bytes32[] memory digests =
            vm.readFile("../fixtures/vectors/leaf.json").readBytes32Array(".digests");
        assertEq(digests[digests.length - 2], PADDING);
        assertEq(
            keccak256(abi.encodePacked(address(0), address(0), false, bytes4(keccak256("")))),
            PADDING
        );
    }

    function test_law_everyDigestIsItsOwn() public view {
        bytes32[] memory digests =
            vm.readFile("../fixtures/vectors/leaf.json").readBytes32Array(".digests");
        for (uint256 i; i < digests.length; ++i) {
            for (uint256 j = i + 1; j < digests.length; ++j) {
                assertNotEq(digests[i], digests[j]);
            }
        }
    }

    /// @dev External, because the library reads calldata.
    function droneTargetOf(bytes calldata data) external pure returns (address) {
        return DroneLib.targetOf(data);
    }
}
