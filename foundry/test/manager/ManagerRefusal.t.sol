// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Manager} from "../../src/manager/Manager.sol";
import {Batch, ManagerFixture} from "./ManagerFixture.sol";
import {TestTarget} from "./TestTarget.sol";

/// @notice Who may do what, and which refusal comes first.
contract ManagerRefusalTest is ManagerFixture {
    function test_outsidersMayDoNothing() public {
        vm.startPrank(ALICE);
        vm.expectRevert("UNAUTHORIZED");
        manager.setManageRoot(ALICE, keccak256("root"));
        vm.expectRevert("UNAUTHORIZED");
        manager.pause();
        vm.expectRevert("UNAUTHORIZED");
        manager.unpause();
        vm.expectRevert("UNAUTHORIZED");
        manager.setAuthority(ALICE);
        vm.expectRevert("UNAUTHORIZED");
        manager.transferOwnership(ALICE);
        vm.stopPrank();
        Batch memory batch = _empty(0);
        vm.expectRevert("UNAUTHORIZED");
        _manageAs(ALICE, batch);
    }

    function test_aStrategistMayNeitherSetRootsNorPause() public {
        vm.startPrank(STRATEGIST_ACCOUNT);
        vm.expectRevert("UNAUTHORIZED");
        manager.setManageRoot(STRATEGIST_ACCOUNT, keccak256("root"));
        vm.expectRevert("UNAUTHORIZED");
        manager.pause();
        vm.stopPrank();
    }

    function test_theOwnerNeedsNoAuthority() public {
        vm.startPrank(OWNER_ACCOUNT);
        manager.setAuthority(address(0));
        manager.setManageRoot(ALICE, keccak256("root"));
        manager.pause();
        manager.unpause();
        vm.stopPrank();
        assertEq(manager.manageRoot(ALICE), keccak256("root"));
        _manageAs(OWNER_ACCOUNT, _empty(0));
    }

    function test_pausedMeansNothingIsDone() public {
        uint256 leaf = _allow(_leaf(TestTarget.ping.selector, ""));
        Batch memory batch = _one(leaf, abi.encodeCall(TestTarget.ping, ()));
        vm.expectEmit(address(manager));
        emit Manager.Paused();
        vm.prank(PAUSER_ACCOUNT);
        manager.pause();
        assertTrue(manager.isPaused());
        vm.expectRevert(bytes4(0xdbd8cb28));
        _manage(batch);
        vm.expectRevert(bytes4(0xdbd8cb28));
        _manageAs(OWNER_ACCOUNT, _empty(0));
        assertEq(target.callCount(), 0);

        vm.expectEmit(address(manager));
        emit Manager.Unpaused();
        vm.prank(PAUSER_ACCOUNT);
        manager.unpause();
        assertFalse(manager.isPaused());
        _manage(batch);
        assertEq(target.callCount(), 1);
    }

    function test_authorityIsAskedBeforePauseAndPauseBeforeLengths() public {
        vm.prank(PAUSER_ACCOUNT);
        manager.pause();
        Batch memory crooked = _empty(1);
        crooked.proofs = new bytes32[][](2);
        vm.expectRevert("UNAUTHORIZED");
        _manageAs(ALICE, crooked);
        vm.expectRevert(bytes4(0xdbd8cb28));
        _manage(crooked);
    }

    function test_everyLengthHasItsError() public {
        Batch memory batch = _empty(1);
        batch.proofs = new bytes32[][](0);
        vm.expectRevert(bytes4(0x29c70cf0));
        _manage(batch);
        batch = _empty(1);
        batch.data = new bytes[](2);
        vm.expectRevert(bytes4(0x581ddbfd));
        _manage(batch);
        batch = _empty(1);
        batch.values = new uint256[](0);
        vm.expectRevert(bytes4(0xe9fd1adf));
        _manage(batch);
        batch = _empty(1);
        batch.decoders = new address[](2);
        vm.expectRevert(bytes4(0xda6c1268));
        _manage(batch);
    }

    /// @dev With several wrong lengths the first in the order of checks is named.
    function testFuzz_lengthsAreCheckedInOrder(uint8 p, uint8 d, uint8 v, uint8 c, uint8 t) public {
        (p, d, v, c, t) = (p % 3, d % 3, v % 3, c % 3, t % 3);
        Batch memory batch = Batch(
            new bytes32[][](p), new address[](c), new address[](t), new bytes[](d), new uint256[](v)
        );
        if (p != t) vm.expectRevert(bytes4(0x29c70cf0));
        else if (d != t) vm.expectRevert(bytes4(0x581ddbfd));
        else if (v != t) vm.expectRevert(bytes4(0xe9fd1adf));
        else if (c != t) vm.expectRevert(bytes4(0xda6c1268));
        else if (t > 0) vm.expectRevert(abi.encodeWithSelector(bytes4(0x9996b315), address(0)));
        _manage(batch);
    }

    function test_theManagerTakesNoEther() public {
        vm.deal(ALICE, 1 ether);
        vm.prank(ALICE);
        (bool success,) = address(manager).call{value: 1}("");
        assertFalse(success);
    }
}
