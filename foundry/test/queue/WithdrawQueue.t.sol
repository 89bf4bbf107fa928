// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Vm} from "forge-std/Test.sol";
import {RateQuote} from "../../src/accountant/RateQuote.sol";
import {QueueSolver} from "../../src/queue/QueueSolver.sol";
import {WithdrawQueue} from "../../src/queue/WithdrawQueue.sol";
import {WithdrawTerms} from "../../src/queue/WithdrawTerms.sol";
import {Teller} from "../../src/teller/Teller.sol";
import {TellerFixture} from "../teller/TellerFixture.sol";

contract WithdrawQueueTest is TellerFixture {
    WithdrawQueue private queue;
    QueueSolver private solver;
    Teller private teller;

    function setUp() public {
        _prepare();
        teller = new Teller(address(this), address(vault), address(accountant), address(weth));
        _open(teller);
        queue = new WithdrawQueue(address(this), address(vault), address(accountant));
        queue.setAuthority(address(authority));
        solver = new QueueSolver(address(this), address(queue));
        queue.updateWithdrawAsset(address(weth), 1 days, 2 days, 10, 100, 1e15);
        _allowQueue();
        teller.bulkDeposit(address(weth), 1000e18, 0, alice);
        vm.prank(alice);
        vault.approve(address(queue), type(uint256).max);
    }

    function testSelectorsAndTopics() public pure {
        assertEq(WithdrawQueue.requestOnChainWithdraw.selector, bytes4(0x6bb3b476));
        assertEq(WithdrawQueue.cancelOnChainWithdraw.selector, bytes4(0x4a2dc5e4));
        assertEq(WithdrawQueue.replaceOnChainWithdraw.selector, bytes4(0xa5672fd7));
        assertEq(
            WithdrawQueue.OnChainWithdrawRequested.selector,
            0x2eb08ebdb4d68b4a37e3b424927f3363e1d799ca7e56e7b2c59cc6c1778d33f5
        );
        _assertTopic(WithdrawQueue.OnChainWithdrawCancelled.selector, 0x114ef421);
        _assertTopic(WithdrawQueue.OnChainWithdrawSolved.selector, 0xd94fc49a);
        _assertTopic(WithdrawTerms.WithdrawAssetUpdated.selector, 0x6ece4474);
        _assertTopic(WithdrawTerms.WithdrawAssetStopped.selector, 0xf1abf38a);
        _assertTopic(WithdrawTerms.WithdrawCapacityUpdated.selector, 0x3be638a5);
    }

    function testRequestHoldsSharesUnderItsDigest() public {
        WithdrawQueue.OnChainWithdraw memory expected = _requestOf(1, 8e18, 9.9e18);
        bytes32 id = keccak256(abi.encode(expected));
        vm.expectEmit(address(queue));
        emit WithdrawQueue.OnChainWithdrawRequested(
            id, alice, address(weth), 1, 8e18, 9.9e18, uint40(START), 1 days, 3 days
        );
        assertEq(_ask(8e18, 100), id);
        assertEq(queue.getRequestId(expected), id);
        assertEq(queue.getRequestIds().length, 1);
        assertEq(queue.getRequestIds()[0], id);
        assertEq(queue.nonce(), 2);
        assertEq(vault.balanceOf(address(queue)), 8e18);
        assertEq(queue.previewAssetsOut(address(weth), 8e18, 100), 9.9e18);
    }

    function testPermitNamesTheQueue() public {
        vm.prank(alice);
        vault.approve(address(queue), 0);
        bytes32 permit = keccak256(
            abi.encode(
                keccak256(
                    "Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)"
                ),
                alice,
                address(queue),
                uint256(8e18),
                vault.nonces(alice),
                START
            )
        );
        bytes32 digest = keccak256(abi.encodePacked("\x19\x01", vault.DOMAIN_SEPARATOR(), permit));
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(aliceKey, digest);
        vm.prank(alice);
        vm.expectRevert(WithdrawQueue.BoringOnChainQueue__PermitFailedAndAllowanceTooLow.selector);
        queue.requestOnChainWithdrawWithPermit(address(weth), 9e18, 100, 3 days, START, v, r, s);
        vm.prank(alice);
        queue.requestOnChainWithdrawWithPermit(address(weth), 8e18, 100, 3 days, START, v, r, s);
        assertEq(vault.balanceOf(address(queue)), 8e18);
    }

    function testCancelGivesEverythingBack() public {
        queue.setWithdrawCapacity(address(weth), 10e18);
        _ask(8e18, 100);
        assertEq(_capacity(), 2e18);
        WithdrawQueue.OnChainWithdraw memory request = _requestOf(1, 8e18, 9.9e18);
        vm.prank(bob);
        vm.expectRevert(WithdrawQueue.BoringOnChainQueue__BadUser.selector);
        queue.cancelOnChainWithdraw(request);
        vm.expectEmit(address(queue));
        emit WithdrawQueue.OnChainWithdrawCancelled(queue.getRequestId(request), alice, START);
        vm.prank(alice);
        queue.cancelOnChainWithdraw(request);
        assertEq(vault.balanceOf(alice), 800e18);
        assertEq(_capacity(), 10e18);
        assertEq(queue.getRequestIds().length, 0);
        vm.prank(alice);
        vm.expectRevert(WithdrawQueue.BoringOnChainQueue__RequestNotFound.selector);
        queue.cancelOnChainWithdraw(request);
    }

    function testReplaceCancelsAndAsksAnew() public {
        _ask(8e18, 100);
        skip(3600);
        accountant.updateExchangeRate(1.26e18);
        WithdrawQueue.OnChainWithdraw memory request = _requestOf(1, 8e18, 9.9e18);
        vm.recordLogs();
        vm.prank(alice);
        (bytes32 oldId, bytes32 newId) = queue.replaceOnChainWithdraw(request, 50, 3 days);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        assertEq(logs.length, 2);
        assertEq(logs[0].topics[0], WithdrawQueue.OnChainWithdrawCancelled.selector);
        assertEq(logs[0].topics[1], oldId);
        assertEq(logs[1].topics[0], WithdrawQueue.OnChainWithdrawRequested.selector);
        assertEq(logs[1].topics[1], newId);
        assertEq(vault.balanceOf(address(queue)), 8e18);
        request.nonce = 2;
        request.amountOfAssets = 10.0296e18;
        request.creationTime = uint40(START + 3600);
        assertEq(newId, queue.getRequestId(request));
    }

    function testSolverBringsTheAssets() public {
        _ask(8e18, 100);
        _ask(16e18, 50);
        WithdrawQueue.OnChainWithdraw[] memory requests = _both();
        weth.approve(address(queue), type(uint256).max);
        vm.expectRevert(WithdrawQueue.BoringOnChainQueue__NotMatured.selector);
        queue.solveOnChainWithdraws(requests, "", address(this));
        skip(1 days);
        vm.expectEmit(address(queue));
        emit WithdrawQueue.OnChainWithdrawSolved(
            queue.getRequestId(requests[0]), alice, START + 1 days
        );
        queue.solveOnChainWithdraws(requests, "", address(this));
        assertEq(vault.balanceOf(address(this)), 24e18);
        assertEq(weth.balanceOf(alice), 1e27 + 9.9e18 + 19.9e18);
        assertEq(queue.getRequestIds().length, 0);
        vm.expectRevert(WithdrawQueue.BoringOnChainQueue__RequestNotFound.selector);
        queue.solveOnChainWithdraws(requests, "", address(this));
    }

    function testSolverRedeemsThroughTheTeller() public {
        _ask(8e18, 100);
        _ask(16e18, 50);
        skip(1 days);
        uint256 before = weth.balanceOf(address(this));
        solver.boringRedeemSolve(_both(), address(teller));
        assertEq(weth.balanceOf(alice), 1e27 + 29.8e18);
        assertEq(weth.balanceOf(address(this)) - before, 0.2e18);
        assertEq(vault.totalSupply(), 776e18);
        vm.expectRevert(QueueSolver.BoringSolver__OnlyQueue.selector);
        solver.boringSolve(address(solver), address(vault), address(weth), 0, 0, "");
    }

    function testSolverRefusesALoss() public {
        _ask(8e18, 10);
        skip(1 days);
        accountant.updateExchangeRate(1.2375e18);
        WithdrawQueue.OnChainWithdraw[] memory requests = new WithdrawQueue.OnChainWithdraw[](1);
        requests[0] = _requestOf(1, 8e18, 9.99e18);
        vm.expectRevert(QueueSolver.BoringSolver__CannotSolveAtALoss.selector);
        solver.boringRedeemSolve(requests, address(teller));
    }

    function testDeadline() public {
        _ask(8e18, 100);
        WithdrawQueue.OnChainWithdraw[] memory requests = new WithdrawQueue.OnChainWithdraw[](1);
        requests[0] = _requestOf(1, 8e18, 9.9e18);
        skip(4 days + 1);
        vm.expectRevert(WithdrawQueue.BoringOnChainQueue__DeadlinePassed.selector);
        queue.solveOnChainWithdraws(requests, "", address(this));
        queue.cancelUserWithdraws(requests);
        assertEq(vault.balanceOf(alice), 800e18);
    }

    function testRefusals() public {
        vm.startPrank(alice);
        vm.expectRevert(WithdrawTerms.BoringOnChainQueue__BadDiscount.selector);
        queue.requestOnChainWithdraw(address(weth), 8e18, 9, 3 days);
        vm.expectRevert(WithdrawTerms.BoringOnChainQueue__BadDiscount.selector);
        queue.requestOnChainWithdraw(address(weth), 8e18, 101, 3 days);
        vm.expectRevert(WithdrawTerms.BoringOnChainQueue__BadShareAmount.selector);
        queue.requestOnChainWithdraw(address(weth), 1e15 - 1, 100, 3 days);
        vm.expectRevert(WithdrawTerms.BoringOnChainQueue__BadDeadline.selector);
        queue.requestOnChainWithdraw(address(weth), 8e18, 100, 2 days - 1);
        vm.expectRevert(WithdrawTerms.BoringOnChainQueue__WithdrawsNotAllowedForAsset.selector);
        queue.requestOnChainWithdraw(address(dollar), 8e18, 100, 3 days);
        vm.expectRevert("UNAUTHORIZED");
        queue.solveOnChainWithdraws(new WithdrawQueue.OnChainWithdraw[](0), "", alice);
        vm.stopPrank();

        queue.setWithdrawCapacity(address(weth), 8e18 - 1);
        vm.prank(alice);
        vm.expectRevert(WithdrawTerms.BoringOnChainQueue__NotEnoughWithdrawCapacity.selector);
        queue.requestOnChainWithdraw(address(weth), 8e18, 100, 3 days);
        vm.expectRevert(WithdrawTerms.BoringOnChainQueue__BadDiscount.selector);
        queue.updateWithdrawAsset(address(weth), 1 days, 2 days, 10, 3001, 1e15);
        vm.expectRevert(WithdrawTerms.BoringOnChainQueue__MaximumTimeExceeded.selector);
        queue.updateWithdrawAsset(address(weth), 31 days, 2 days, 10, 3000, 1e15);
        queue.stopWithdrawsInAsset(address(weth));
        vm.prank(alice);
        vm.expectRevert(WithdrawTerms.BoringOnChainQueue__WithdrawsNotAllowedForAsset.selector);
        queue.requestOnChainWithdraw(address(weth), 8e18, 100, 3 days);
    }

    function testPauses() public {
        queue.pause();
        assertTrue(queue.isPaused());
        vm.prank(alice);
        vm.expectRevert(WithdrawTerms.BoringOnChainQueue__Paused.selector);
        queue.requestOnChainWithdraw(address(weth), 8e18, 100, 3 days);
        queue.unpause();
        accountant.pause();
        vm.prank(alice);
        vm.expectRevert(RateQuote.AccountantWithRateProviders__Paused.selector);
        queue.requestOnChainWithdraw(address(weth), 8e18, 100, 3 days);
    }

    function testMixedAssetsAreRefused() public {
        queue.updateWithdrawAsset(address(dollar), 0, 0, 0, 100, 0);
        _ask(8e18, 100);
        WithdrawQueue.OnChainWithdraw[] memory requests = _both();
        requests[1].assetOut = address(dollar);
        skip(1 days);
        vm.expectRevert(WithdrawQueue.BoringOnChainQueue__SolveAssetMismatch.selector);
        queue.solveOnChainWithdraws(requests, "", address(this));
    }

    /// @dev A discount never pays more than a plain withdrawal of the same shares.
    function testFuzzPreview(uint128 shares, uint16 discount) public view {
        discount = uint16(bound(discount, 0, 3000));
        shares = uint128(bound(shares, 0, 1e30));
        uint256 plain = uint256(shares) * 1.25e18 / 1e18;
        uint256 assets = queue.previewAssetsOut(address(weth), shares, discount);
        assertLe(assets, plain);
        assertEq(assets, uint256(shares) * (1.25e18 * uint256(10_000 - discount) / 10_000) / 1e18);
    }

    function _allowQueue() private {
        bytes4[3] memory selectors = [bytes4(0x6bb3b476), bytes4(0x4a2dc5e4), bytes4(0xa5672fd7)];
        for (uint256 i; i < 3; ++i) {
            authority.setPublicCapability(address(queue), selectors[i], true);
        }
        bytes4 withPermit = WithdrawQueue.requestOnChainWithdrawWithPermit.selector;
        authority.setPublicCapability(address(queue), withPermit, true);
        authority.setUserRole(address(solver), 12, true);
        bytes4 solve = WithdrawQueue.solveOnChainWithdraws.selector;
        authority.setRoleCapability(12, address(queue), solve, true);
        authority.setRoleCapability(12, address(teller), teller.bulkWithdraw.selector, true);
    }

    function _ask(uint128 shares, uint16 discount) private returns (bytes32) {
        vm.prank(alice);
        return queue.requestOnChainWithdraw(address(weth), shares, discount, 3 days);
    }

    function _both() private view returns (WithdrawQueue.OnChainWithdraw[] memory requests) {
        requests = new WithdrawQueue.OnChainWithdraw[](2);
        requests[0] = _requestOf(1, 8e18, 9.9e18);
        requests[1] = _requestOf(2, 16e18, 19.9e18);
    }

    function _requestOf(uint96 nonce, uint128 shares, uint128 assets)
        private
        view
        returns (WithdrawQueue.OnChainWithdraw memory)
    {
        return WithdrawQueue.OnChainWithdraw(
            nonce, alice, address(weth), shares, assets, uint40(START), 1 days, 3 days
        );
    }

    function _capacity() private view returns (uint256 capacity) {
        (,,,,,, capacity) = queue.withdrawAssets(address(weth));
    }

    function _assertTopic(bytes32 topic, bytes4 expected) private pure {
        assertEq(bytes4(topic), expected);
    }
}
