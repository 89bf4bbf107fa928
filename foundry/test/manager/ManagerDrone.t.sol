// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Drone} from "../../src/drone/Drone.sol";
import {Batch, ManagerFixture} from "./ManagerFixture.sol";
import {TestTarget} from "./TestTarget.sol";
import {Leaf} from "./Tree.sol";

/// @notice Drones behind the Manager: what the suffix binds and what it does not.
contract ManagerDroneTest is ManagerFixture {
    bytes32 private constant FLAG =
        0x3e4620193929cbc3d9d6e48812033a2439d3c505d118da7e25b1c3241695f5b1;

    Drone private _drone;

    function setUp() public override {
        super.setUp();
        _drone = new Drone(address(vault), 0);
    }

    function _droneLeaf(bytes4 selector, bytes memory packed) private view returns (Leaf memory) {
        return Leaf(address(decoder), address(_drone), false, selector, packed);
    }

    function _droneBatch(uint256 leaf, bytes memory data)
        private
        view
        returns (Batch memory batch)
    {
        batch = _one(leaf, data);
        batch.targets[0] = address(_drone);
    }

    function test_aPaddedAndABareTargetMeanTheSame() public {
        uint256 leaf = _allow(_droneLeaf(TestTarget.note.selector, abi.encodePacked(ALICE, target)));
        bytes memory padded = bytes.concat(_note(ALICE, 1), abi.encode(target, FLAG));
        bytes memory bare = abi.encodePacked(_note(ALICE, 1), target, FLAG);
        _manage(_droneBatch(leaf, padded));
        assertEq(target.lastCaller(), address(_drone));
        assertEq(target.lastData(), padded);
        _manage(_droneBatch(leaf, bare));
        assertEq(target.lastData(), bare);
        assertEq(target.callCount(), 2);
    }

    function test_withoutArgumentsTheTargetMustBePadded() public {
        uint256 leaf = _allow(_droneLeaf(TestTarget.ping.selector, abi.encodePacked(target)));
        bytes memory call = abi.encodeCall(TestTarget.ping, ());
        Batch memory bare = _droneBatch(leaf, abi.encodePacked(call, target, FLAG));
        assertEq(bare.data[0].length, 56);
        _expectUnverified(bare, 0);
        _manage(bare);
        _manage(_droneBatch(leaf, bytes.concat(call, abi.encode(target, FLAG))));
        assertEq(target.callCount(), 1);
    }

    /// @dev A leaf without a real target lets the bare form through the proof; the drone refuses it.
    function test_theTrapEndsAtTheDrone() public {
        uint256 leaf = _allow(_droneLeaf(TestTarget.ping.selector, ""));
        bytes memory call = abi.encodeCall(TestTarget.ping, ());
        Batch memory bare = _droneBatch(leaf, abi.encodePacked(call, target, FLAG));
        vm.expectRevert(Drone.Drone__NoTarget.selector);
        _manage(bare);
    }

    function test_theRealTargetIsBound() public {
        uint256 leaf = _allow(_droneLeaf(TestTarget.note.selector, abi.encodePacked(ALICE, target)));
        Batch memory batch =
            _droneBatch(leaf, bytes.concat(_note(ALICE, 1), abi.encode(token, FLAG)));
        _expectUnverified(batch, 0);
        _manage(batch);
        batch.data[0] =
            bytes.concat(_note(ALICE, 1), abi.encode(target, FLAG ^ bytes32(uint256(1))));
        _expectUnverified(batch, 0);
        _manage(batch);
    }

    /// @dev Zero before the flag names nobody, so nothing is appended.
    function test_aZeroTargetIsNone() public {
        uint256 leaf = _allow(_leaf(TestTarget.note.selector, abi.encodePacked(ALICE)));
        _manage(_one(leaf, bytes.concat(_note(ALICE, 1), abi.encode(address(0), FLAG))));
        assertEq(target.callCount(), 1);
    }

    /// @dev The suffix is looked for whatever the target is.
    function test_theSuffixCountsForEveryTarget() public {
        uint256 plain = _allow(_leaf(TestTarget.note.selector, abi.encodePacked(ALICE)));
        uint256 suffixed = _allow(_leaf(TestTarget.note.selector, abi.encodePacked(ALICE, token)));
        bytes memory data = bytes.concat(_note(ALICE, 1), abi.encode(token, FLAG));
        Batch memory batch = _one(plain, data);
        _expectUnverified(batch, 0);
        _manage(batch);
        _manage(_one(suffixed, data));
        assertEq(target.callCount(), 1);
    }

    /// @dev A last argument that happens to be the flag is read as one, and the word before it as the
    /// real target, although no drone is meant.
    function test_anArgumentThatIsTheFlagIsReadAsOne() public {
        uint256 plain = _allow(_leaf(TestTarget.note.selector, abi.encodePacked(ALICE)));
        uint256 twice = _allow(_leaf(TestTarget.note.selector, abi.encodePacked(ALICE, ALICE)));
        bytes memory data = _note(ALICE, uint256(FLAG));
        Batch memory batch = _one(plain, data);
        _expectUnverified(batch, 0);
        _manage(batch);
        _manage(_one(twice, data));
        assertEq(target.callCount(), 1);
    }

    function test_valueGoesThroughTheDrone() public {
        Leaf memory leaf = _droneLeaf(TestTarget.note.selector, abi.encodePacked(ALICE, target));
        leaf.canSendValue = true;
        Batch memory batch =
            _droneBatch(_allow(leaf), bytes.concat(_note(ALICE, 1), abi.encode(target, FLAG)));
        batch.values[0] = 2 ether;
        _manage(batch);
        assertEq(address(target).balance, 2 ether);
        assertEq(address(_drone).balance, 0);
    }
}
