// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Test} from "forge-std/Test.sol";
import {BalancerPool} from "../../src/double/balancer/BalancerPool.sol";
import {FlashLender, IFlashLoanRecipient} from "../../src/double/balancer/FlashLender.sol";
import {HonestLender} from "../../src/double/balancer/HonestLender.sol";
import {PoolBook} from "../../src/double/balancer/PoolBook.sol";
import {SilentLender} from "../../src/double/balancer/SilentLender.sol";
import {TamperingLender} from "../../src/double/balancer/TamperingLender.sol";
import {FreeToken} from "./Tokens.sol";

/// @dev Pays back what it is told to; remembers what it was called with.
contract Borrower is IFlashLoanRecipient {
    int256 public extra;
    bytes public seen;
    uint256 public held;
    bool public again;

    function plan(int256 extra_, bool again_) external {
        (extra, again) = (extra_, again_);
    }

    function receiveFlashLoan(
        address[] calldata tokens,
        uint256[] calldata amounts,
        uint256[] calldata fees,
        bytes calldata userData
    ) external {
        seen = userData;
        held = FreeToken(tokens[0]).balanceOf(address(this));
        if (again) FlashLender(msg.sender).flashLoan(address(this), tokens, amounts, userData);
        for (uint256 i = 0; i < tokens.length; i++) {
            uint256 due = uint256(int256(amounts[i] + fees[i]) + extra);
            FreeToken(tokens[i]).transfer(msg.sender, due);
        }
    }
}

contract BalancerTest is Test {
    address private constant OWNER = address(0x0123);
    address private constant ALICE = address(0xA11CE);
    address private constant BOB = address(0xB0B);

    HonestLender private vault = new HonestLender(OWNER);
    Borrower private borrower = new Borrower();
    BalancerPool private pool;
    bytes32 private poolId;
    FreeToken private token0;
    FreeToken private token1;

    function setUp() public {
        (FreeToken a, FreeToken b) = (new FreeToken("A", 18), new FreeToken("B", 18));
        (token0, token1) = address(a) < address(b) ? (a, b) : (b, a);
        pool = new BalancerPool(address(vault), "50A-50B", "BPT", 0.003e18);
        vm.prank(OWNER);
        poolId = vault.registerPool(address(pool), address(token0), address(token1));
        token0.mint(ALICE, 1e30);
        token1.mint(ALICE, 1e30);
        vm.startPrank(ALICE);
        token0.approve(address(vault), type(uint256).max);
        token1.approve(address(vault), type(uint256).max);
        vault.joinPool(poolId, ALICE, ALICE, _join(abi.encode(0, _two(1e24, 4e24))));
        vm.stopPrank();
    }

    function test_selectors() public view {
        assertEq(FlashLender.flashLoan.selector, bytes4(0x5c38449e));
        assertEq(IFlashLoanRecipient.receiveFlashLoan.selector, bytes4(0xf04f2707));
        assertEq(SilentLender.flashLoan.selector, bytes4(0x5c38449e));
        assertEq(PoolBook.swap.selector, bytes4(0x52bbbe29));
        assertEq(PoolBook.joinPool.selector, bytes4(0xb95cac28));
        assertEq(PoolBook.exitPool.selector, bytes4(0x8bdb3913));
        assertEq(PoolBook.getPoolTokens.selector, bytes4(0xf94d4668));
        assertEq(
            FlashLender.FlashLoan.selector,
            bytes32(0x0d7d75e01ab95780d3cd1c8ec0dd6c2ce19e3a20427eec8bf53283b6fb8e95f0)
        );
        assertEq(
            PoolBook.Swap.selector,
            bytes32(0x2170c741c41531aec20e7c107c24eecfdd15e69c9bb0a8dd37b1840b9e0b207b)
        );
        assertEq(
            PoolBook.PoolBalanceChanged.selector,
            bytes32(0xe5ce249087ce04f05a957192435400fd97868dba0e6a4b4c049abf8af80dae78)
        );
        assertEq(address(bytes20(poolId)), address(pool));
    }

    function testFuzz_honestLoan(uint256 amount, uint256 fee, bytes calldata data) public {
        amount = bound(amount, 1, 1e24);
        fee = bound(fee, 0, 0.01e18);
        vm.prank(OWNER);
        vault.setFlashLoanFeePercentage(fee);
        uint256 due = (amount * fee + 1e18 - 1) / 1e18;
        token0.mint(address(borrower), due);
        uint256 before = token0.balanceOf(address(vault));
        vm.expectEmit(address(vault));
        emit FlashLender.FlashLoan(address(borrower), address(token0), amount, due);
        vault.flashLoan(address(borrower), _one(address(token0)), _one(amount), data);
        assertEq(borrower.seen(), data);
        assertEq(borrower.held(), amount + due);
        assertEq(token0.balanceOf(address(vault)), before + due);
        assertEq(token0.balanceOf(address(borrower)), 0);
    }

    function test_tamperingLoanChangesTheData() public {
        TamperingLender lender = new TamperingLender(OWNER);
        token0.mint(address(lender), 5);
        lender.flashLoan(address(borrower), _one(address(token0)), _one(5), hex"aabb");
        assertEq(borrower.seen(), hex"aabb01");
        assertEq(token0.balanceOf(address(lender)), 5);
    }

    function test_silentLoanDoesNothing() public {
        SilentLender lender = new SilentLender(OWNER);
        token0.mint(address(lender), 5);
        lender.flashLoan(address(borrower), _one(address(token0)), _one(5), hex"aabb");
        assertEq(borrower.seen(), "");
        assertEq(token0.balanceOf(address(lender)), 5);
    }

    function test_loanRefusals() public {
        address[] memory one = _one(address(token0));
        vm.expectRevert("BAL#528");
        vault.flashLoan(address(borrower), one, _one(uint256(2e24)), "");
        vm.expectRevert("BAL#103");
        vault.flashLoan(address(borrower), one, new uint256[](2), "");
        vm.expectRevert("BAL#101");
        vault.flashLoan(address(borrower), _pair(token1, token0), _two(1, 1), "");
        borrower.plan(-1, false);
        vm.expectRevert("BAL#515");
        vault.flashLoan(address(borrower), one, _one(uint256(5)), "");
        borrower.plan(0, true);
        vm.expectRevert("BAL#400");
        vault.flashLoan(address(borrower), one, _one(uint256(5)), "");
        borrower.plan(-1, false);
        vm.startPrank(OWNER);
        vault.setFlashLoanFeePercentage(0.01e18);
        token0.mint(address(borrower), 100);
        vm.expectRevert("BAL#602");
        vault.flashLoan(address(borrower), one, _one(uint256(1000)), "");
        vm.expectRevert("BAL#601");
        vault.setFlashLoanFeePercentage(0.02e18);
        vm.stopPrank();
        vm.expectRevert("BAL#401");
        vault.setFlashLoanFeePercentage(0);
    }

    function testFuzz_swapBothKindsAgree(uint256 amount, bool forward) public {
        amount = bound(amount, 1e6, 1e23);
        (FreeToken into, FreeToken out) = forward ? (token0, token1) : (token1, token0);
        uint256 snapshot = vm.snapshotState();
        vm.startPrank(ALICE);
        uint256 got =
            vault.swap(_single(0, into, out, amount), _funds(ALICE, BOB), 0, block.timestamp);
        assertEq(out.balanceOf(BOB), got);
        _checkBooks();
        vm.revertToState(snapshot);
        vm.startPrank(ALICE);
        uint256 cost = vault.swap(
            _single(1, into, out, got), _funds(ALICE, BOB), type(uint256).max, block.timestamp
        );
        assertEq(out.balanceOf(BOB), got);
        assertLe(cost, amount + 2);
        _checkBooks();
    }

    function testFuzz_joinThenExitNeverPays(uint256 amount0, uint256 amount1) public {
        amount0 = bound(amount0, 1e6, 1e25);
        amount1 = bound(amount1, 1e6, 1e25);
        vm.startPrank(ALICE);
        bytes memory join = abi.encode(1, _two(amount0, amount1), 0);
        vault.joinPool(poolId, ALICE, BOB, _join(join));
        uint256 shares = pool.balanceOf(BOB);
        assertGt(shares, 0);
        vm.stopPrank();
        vm.prank(BOB);
        vault.exitPool(poolId, BOB, payable(ALICE), _exit(abi.encode(1, shares)));
        assertEq(pool.balanceOf(BOB), 0);
        // The shares are gone again, so the others' invariant must not have fallen.
        (, uint256[] memory left,) = vault.getPoolTokens(poolId);
        assertGe(left[0] * left[1], uint256(1e24) * 4e24);
        _checkBooks();
    }

    function test_joinForExactShares() public {
        vm.prank(ALICE);
        vault.joinPool(poolId, ALICE, ALICE, _join(abi.encode(3, 2e24)));
        assertEq(pool.balanceOf(ALICE), 4e24);
        assertEq(token0.balanceOf(address(vault)), 2e24);
        assertEq(token1.balanceOf(address(vault)), 8e24);
    }

    function test_poolRefusals() public {
        vm.startPrank(ALICE);
        PoolBook.SingleSwap memory single = _single(0, token0, token1, 1e18);
        vm.expectRevert("BAL#507");
        vault.swap(single, _funds(ALICE, ALICE), 5e18, block.timestamp);
        vm.expectRevert("BAL#508");
        vault.swap(single, _funds(ALICE, ALICE), 0, block.timestamp - 1);
        vm.expectRevert("BAL#503");
        vault.swap(single, _funds(BOB, ALICE), 0, block.timestamp);
        vm.expectRevert("BAL#509");
        vault.swap(_single(0, token0, token0, 1), _funds(ALICE, ALICE), 0, block.timestamp);
        vm.expectRevert("BAL#506");
        PoolBook.JoinPoolRequest memory join = _join(abi.encode(3, 1e24));
        join.maxAmountsIn = _two(1, 1);
        vault.joinPool(poolId, ALICE, ALICE, join);
        PoolBook.ExitPoolRequest memory exit = _exit(abi.encode(1, 1e18));
        exit.minAmountsOut = _two(1e30, 0);
        vm.expectRevert("BAL#505");
        vault.exitPool(poolId, ALICE, payable(ALICE), exit);
        vm.expectRevert("BAL#336");
        vault.exitPool(poolId, ALICE, payable(ALICE), _exit(abi.encode(0, 1e18)));
        vm.expectRevert("BAL#310");
        vault.joinPool(poolId, ALICE, ALICE, _join(abi.encode(0, _two(1, 1))));
        vm.expectRevert("BAL#205");
        pool.mint(ALICE, 1);
        vm.expectRevert("BAL#500");
        vault.getPool(bytes32(uint256(1)));
    }

    function _checkBooks() private view {
        (, uint256[] memory balances,) = vault.getPoolTokens(poolId);
        assertEq(token0.balanceOf(address(vault)), balances[0]);
        assertEq(token1.balanceOf(address(vault)), balances[1]);
    }

    function _single(uint8 kind, FreeToken into, FreeToken out, uint256 amount)
        private
        view
        returns (PoolBook.SingleSwap memory)
    {
        return PoolBook.SingleSwap(poolId, kind, address(into), address(out), amount, "");
    }

    function _funds(address from, address to)
        private
        pure
        returns (PoolBook.FundManagement memory)
    {
        return PoolBook.FundManagement(from, false, payable(to), false);
    }

    function _join(bytes memory data) private view returns (PoolBook.JoinPoolRequest memory) {
        return PoolBook.JoinPoolRequest(
            _pair(token0, token1), _two(type(uint256).max, type(uint256).max), data, false
        );
    }

    function _exit(bytes memory data) private view returns (PoolBook.ExitPoolRequest memory) {
        return PoolBook.ExitPoolRequest(_pair(token0, token1), _two(0, 0), data, false);
    }

    function _one(address value) private pure returns (address[] memory list) {
        list = new address[](1);
        list[0] = value;
    }

    function _one(uint256 value) private pure returns (uint256[] memory list) {
        list = new uint256[](1);
        list[0] = value;
    }

    function _two(uint256 a, uint256 b) private pure returns (uint256[] memory list) {
        list = new uint256[](2);
        (list[0], list[1]) = (a, b);
    }

    function _pair(FreeToken a, FreeToken b) private pure returns (address[] memory list) {
        list = new address[](2);
        (list[0], list[1]) = (address(a), address(b));
    }
}
