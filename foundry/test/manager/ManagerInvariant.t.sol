// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ManagerFixture} from "./ManagerFixture.sol";
import {ManagerHandler, Witness} from "./ManagerHandler.sol";

/// @notice What holds after any sequence of managed calls, pauses and deposits.
contract ManagerInvariantTest is ManagerFixture {
    ManagerHandler private _handler;
    Witness private _witness;

    function setUp() public override {
        super.setUp();
        _handler = new ManagerHandler(manager, address(decoder), OWNER_ACCOUNT, STRATEGIST_ACCOUNT);
        _witness = _handler.witness();
        vm.startPrank(OWNER_ACCOUNT);
        manager.setManageRoot(STRATEGIST_ACCOUNT, _handler.rootHash());
        authority.setUserRole(address(_witness), MINTER, true);
        vm.stopPrank();
        targetContract(address(_handler));
    }

    function invariant_managingNeverChangesTheSupply() public view {
        assertEq(vault.totalSupply(), _handler.expectedSupply());
    }

    function invariant_onlyRootedCallsReachTheTarget() public view {
        assertEq(_witness.unrootedCount(), 0);
        assertEq(_witness.strangerCount(), 0);
        assertEq(_handler.wronglyPassed(), 0);
        assertEq(_witness.callCount(), _handler.expectedCallCount());
    }

    function invariant_nothingHappensWhilePaused() public view {
        assertEq(_witness.whilePausedCount(), 0);
    }

    function invariant_whatIsPermittedPasses() public view {
        assertEq(_handler.wronglyRefused(), 0);
    }

    /// @dev The handler itself must be able to see a break, or the invariants say nothing.
    function test_theWitnessSeesABreak() public {
        vm.prank(address(vault));
        _witness.note(ALICE, 1);
        assertEq(_witness.unrootedCount(), 1);
        _witness.note(address(uint160(1)), 1);
        assertEq(_witness.strangerCount(), 1);
        vm.prank(PAUSER_ACCOUNT);
        manager.pause();
        vm.prank(address(vault));
        _witness.note(address(uint160(1)), 1);
        assertEq(_witness.whilePausedCount(), 1);
    }

    function test_theHandlerPassesAndIsRefused() public {
        _handler.manageOne(3, 5);
        _handler.manageMany(2, 4, 1);
        assertEq(_witness.callCount(), 5);
        _handler.breakSupply(1);
        _handler.manageFlippedProof(1, 700);
        _handler.manageUnrooted(0, ALICE, false, 1);
        assertEq(_witness.callCount(), 5);
        _handler.manageUnrooted(0, address(uint160(1)), false, 1);
        assertEq(_witness.callCount(), 6);
        assertEq(_handler.wronglyPassed() + _handler.wronglyRefused(), 0);
    }
}
