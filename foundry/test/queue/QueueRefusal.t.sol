// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {QueueSolver} from "../../src/queue/QueueSolver.sol";
import {WithdrawQueue} from "../../src/queue/WithdrawQueue.sol";
import {WithdrawTerms} from "../../src/queue/WithdrawTerms.sol";
import {TellerFixture} from "../teller/TellerFixture.sol";

/// @notice Who may not do what with a queue, and what its terms say when they change.
contract QueueRefusalTest is TellerFixture {
    WithdrawQueue private queue;

    function setUp() public {
        _prepare();
        queue = new WithdrawQueue(address(this), address(vault), address(accountant));
        queue.setAuthority(address(authority));
        queue.updateWithdrawAsset(address(weth), 1 days, 2 days, 10, 100, 1e15);
        bytes4[3] memory open = [bytes4(0x6bb3b476), bytes4(0x4a2dc5e4), bytes4(0xa5672fd7)];
        for (uint256 i; i < 3; ++i) {
            authority.setPublicCapability(address(queue), open[i], true);
        }
        vault.enter(address(this), address(0), 0, alice, 100e18);
        vm.prank(alice);
        vault.approve(address(queue), type(uint256).max);
    }

    function testTermsAreSevenWords() public {
        queue.setWithdrawCapacity(address(weth), 77);
        (bool ok, bytes memory data) =
            address(queue).staticcall(abi.encodeCall(queue.withdrawAssets, (address(weth))));
        assertTrue(ok);
        assertEq(
            data,
            abi.encode(true, uint256(1 days), uint256(2 days), uint256(10), 100, 1e15, uint256(77))
        );
    }

    function testTermsSayWhatChanged() public {
        vm.expectEmit(address(queue));
        emit WithdrawTerms.WithdrawAssetUpdated(address(dollar), 1, 2, 3, 4, 5);
        queue.updateWithdrawAsset(address(dollar), 1, 2, 3, 4, 5);
        vm.expectEmit(address(queue));
        emit WithdrawTerms.WithdrawCapacityUpdated(address(weth), 10e18);
        queue.setWithdrawCapacity(address(weth), 10e18);
        vm.expectEmit(address(queue));
        emit WithdrawTerms.WithdrawCapacityUpdated(address(weth), 2e18);
        WithdrawQueue.OnChainWithdraw memory request = _ask(8e18);
        vm.expectEmit(address(queue));
        emit WithdrawTerms.WithdrawCapacityUpdated(address(weth), 10e18);
        vm.prank(alice);
        queue.cancelOnChainWithdraw(request);
        vm.expectEmit(address(queue));
        emit WithdrawTerms.WithdrawAssetStopped(address(weth));
        queue.stopWithdrawsInAsset(address(weth));
    }

    function testStrangersChangeNothing() public {
        WithdrawQueue.OnChainWithdraw[] memory one = new WithdrawQueue.OnChainWithdraw[](1);
        one[0] = _ask(8e18);
        bytes[6] memory calls = [
            abi.encodeCall(queue.pause, ()),
            abi.encodeCall(queue.unpause, ()),
            abi.encodeCall(queue.updateWithdrawAsset, (address(weth), 0, 0, 0, 0, 0)),
            abi.encodeCall(queue.setWithdrawCapacity, (address(weth), 0)),
            abi.encodeCall(queue.stopWithdrawsInAsset, (address(weth))),
            abi.encodeCall(queue.cancelUserWithdraws, (one))
        ];
        for (uint256 i; i < calls.length; ++i) {
            vm.prank(alice);
            (bool ok, bytes memory answer) = address(queue).call(calls[i]);
            assertFalse(ok);
            assertEq(answer, abi.encodeWithSignature("Error(string)", "UNAUTHORIZED"));
            (ok,) = address(queue).call(calls[i]);
            assertTrue(ok);
        }
    }

    function testNobodyReplacesTheRequestOfAnother() public {
        WithdrawQueue.OnChainWithdraw memory request = _ask(8e18);
        vm.prank(bob);
        vm.expectRevert(WithdrawQueue.BoringOnChainQueue__BadUser.selector);
        queue.replaceOnChainWithdraw(request, 50, 3 days);
        request.user = bob;
        vm.prank(bob);
        vm.expectRevert(WithdrawQueue.BoringOnChainQueue__RequestNotFound.selector);
        queue.replaceOnChainWithdraw(request, 50, 3 days);
    }

    function testNothingToSolveAndNothingSolvedWhilePaused() public {
        WithdrawQueue.OnChainWithdraw[] memory requests = new WithdrawQueue.OnChainWithdraw[](0);
        vm.expectRevert(WithdrawQueue.BoringOnChainQueue__BadInput.selector);
        queue.solveOnChainWithdraws(requests, "", address(this));
        queue.pause();
        vm.expectRevert(WithdrawTerms.BoringOnChainQueue__Paused.selector);
        queue.solveOnChainWithdraws(requests, "", address(this));
    }

    /// @dev The same request twice would pay twice out of one escrow.
    function testARequestIsSolvedOnce() public {
        WithdrawQueue.OnChainWithdraw[] memory twice = new WithdrawQueue.OnChainWithdraw[](2);
        twice[0] = twice[1] = _ask(8e18);
        skip(1 days);
        weth.approve(address(queue), type(uint256).max);
        vm.expectRevert(WithdrawQueue.BoringOnChainQueue__RequestNotFound.selector);
        queue.solveOnChainWithdraws(twice, "", address(this));
    }

    function testTheSolverActsForItselfAlone() public {
        QueueSolver solver = new QueueSolver(address(this), address(queue));
        WithdrawQueue.OnChainWithdraw[] memory one = new WithdrawQueue.OnChainWithdraw[](1);
        one[0] = _ask(8e18);
        skip(1 days);
        vm.expectRevert(QueueSolver.BoringSolver__OnlySelf.selector);
        queue.solveOnChainWithdraws(one, hex"01", address(solver));
        vm.prank(alice);
        vm.expectRevert("UNAUTHORIZED");
        solver.boringRedeemSolve(one, alice);
    }

    function _ask(uint128 shares) private returns (WithdrawQueue.OnChainWithdraw memory request) {
        request = WithdrawQueue.OnChainWithdraw(
            queue.nonce(),
            alice,
            address(weth),
            shares,
            queue.previewAssetsOut(address(weth), shares, 100),
            uint40(block.timestamp),
            1 days,
            3 days
        );
        vm.prank(alice);
        bytes32 id = queue.requestOnChainWithdraw(address(weth), shares, 100, 3 days);
        assertEq(id, queue.getRequestId(request));
    }
}
