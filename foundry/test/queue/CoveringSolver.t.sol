// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {CoveringSolver} from "../../src/queue/CoveringSolver.sol";
import {WithdrawQueue} from "../../src/queue/WithdrawQueue.sol";
import {Teller} from "../../src/teller/Teller.sol";
import {TellerFixture} from "../teller/TellerFixture.sol";

contract CoveringSolverTest is TellerFixture {
    WithdrawQueue private queue;
    CoveringSolver private solver;
    Teller private teller;

    function setUp() public {
        _prepare();
        teller = new Teller(address(this), address(vault), address(accountant), address(weth));
        _open(teller);
        queue = new WithdrawQueue(address(this), address(vault), address(accountant));
        queue.setAuthority(address(authority));
        solver = _solver(true);
        queue.updateWithdrawAsset(address(weth), 1 days, 2 days, 10, 100, 1e15);
        authority.setPublicCapability(address(queue), queue.requestOnChainWithdraw.selector, true);
        authority.setRoleCapability(12, address(queue), queue.solveOnChainWithdraws.selector, true);
        authority.setRoleCapability(12, address(teller), teller.bulkWithdraw.selector, true);
        teller.bulkDeposit(address(weth), 1000e18, 0, alice);
        vm.startPrank(alice);
        vault.approve(address(queue), type(uint256).max);
        queue.requestOnChainWithdraw(address(weth), 8e18, 10, 3 days);
        vm.stopPrank();
        skip(1 days);
    }

    function testSelectors() public view {
        assertEq(solver.boringRedeemSolve.selector, bytes4(0x5ff8a71f));
        assertEq(solver.boringRedeemSelfSolve.selector, bytes4(0x72faf4a4));
        assertEq(solver.boringSolve.selector, bytes4(0x67aa0416));
    }

    function testTheCallerMayCoverWhatTheSharesLack() public {
        accountant.updateExchangeRate(1.2375e18);
        bytes memory deficit = abi.encodeWithSelector(
            CoveringSolver.BoringSolver___CannotCoverDeficit.selector, 0.09e18
        );
        vm.expectRevert(deficit);
        solver.boringRedeemSolve(_requests(), address(teller), false);
        weth.approve(address(solver), 0.09e18);
        uint256 before = weth.balanceOf(alice);
        solver.boringRedeemSolve(_requests(), address(teller), true);
        assertEq(weth.balanceOf(alice) - before, 9.99e18);
    }

    function testTheRestGoesToTheCallerOrToTheVault() public {
        uint256 before = weth.balanceOf(address(this));
        solver.boringRedeemSolve(_requests(), address(teller), false);
        assertEq(weth.balanceOf(address(this)) - before, 0.01e18);
    }

    function testTheRestStaysWithTheVault() public {
        solver = _solver(false);
        uint256 before = weth.balanceOf(address(vault));
        solver.boringRedeemSolve(_requests(), address(teller), false);
        assertEq(before - weth.balanceOf(address(vault)), 9.99e18);
    }

    function testAUserSolvesAlone() public {
        authority.setPublicCapability(address(solver), solver.boringRedeemSelfSolve.selector, true);
        solver.setAuthority(address(authority));
        WithdrawQueue.OnChainWithdraw memory request = _requests()[0];
        vm.expectRevert(CoveringSolver.BoringSolver___OnlySelf.selector);
        solver.boringRedeemSelfSolve(request, address(teller));
        uint256 before = weth.balanceOf(address(vault));
        vm.prank(alice);
        solver.boringRedeemSelfSolve(request, address(teller));
        assertEq(before - weth.balanceOf(address(vault)), 9.99e18);
    }

    function testOnlyTheQueueCallsBackAndOnlyForTheSolverItself() public {
        vm.expectRevert(CoveringSolver.BoringSolver___OnlyQueue.selector);
        solver.boringSolve(address(solver), address(vault), address(weth), 0, 0, "");
        authority.setUserRole(address(this), 12, true);
        vm.expectRevert(CoveringSolver.BoringSolver___OnlySelf.selector);
        queue.solveOnChainWithdraws(_requests(), hex"01", address(solver));
        vm.prank(alice);
        vm.expectRevert("UNAUTHORIZED");
        solver.boringRedeemSolve(_requests(), address(teller), false);
    }

    function _solver(bool excessToSolver) private returns (CoveringSolver made) {
        made = new CoveringSolver(address(this), address(queue), excessToSolver);
        authority.setUserRole(address(made), 12, true);
    }

    function _requests() private view returns (WithdrawQueue.OnChainWithdraw[] memory requests) {
        requests = new WithdrawQueue.OnChainWithdraw[](1);
        requests[0] = WithdrawQueue.OnChainWithdraw(
            1, alice, address(weth), 8e18, 9.99e18, uint40(block.timestamp - 1 days), 1 days, 3 days
        );
    }
}
