// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {stdError} from "forge-std/StdError.sol";
import {Test} from "forge-std/Test.sol";
import {Comet} from "../../src/double/compound/Comet.sol";
import {CometBook} from "../../src/double/compound/CometBook.sol";
import {CometRewards} from "../../src/double/compound/CometRewards.sol";
import {PriceOracle} from "../../src/double/oracle/PriceOracle.sol";
import {MintableToken} from "../../src/double/token/MintableToken.sol";

contract CompoundTest is Test {
    address private constant BOB = address(0xB0B);

    PriceOracle private oracle;
    Comet private comet;
    MintableToken private usdc;
    MintableToken private weth;

    function setUp() public {
        oracle = new PriceOracle(address(this));
        usdc = new MintableToken(address(this), "USD Coin", "USDC", 6);
        weth = new MintableToken(address(this), "Wrapped Ether", "WETH", 18);
        oracle.setAssetPrice(address(usdc), 1e8);
        oracle.setAssetPrice(address(weth), 2000e8);
        // About a tenth a year; no debt under one dollar.
        comet = new Comet(address(this), address(usdc), address(oracle), 3_170_979_198, 1e6);
        comet.listCollateral(address(weth), 0.8e18);
        usdc.approve(address(comet), type(uint256).max);
        weth.approve(address(comet), type(uint256).max);
        vm.prank(BOB);
        usdc.approve(address(comet), type(uint256).max);
    }

    function test_supplyAndWithdrawLogWhatTheyDo() public {
        usdc.mint(address(this), 100e6);
        vm.expectEmit(address(comet));
        emit Comet.Supply(address(this), address(this), 100e6);
        vm.expectEmit(address(comet));
        emit Comet.Transfer(address(0), address(this), 100e6);
        comet.supply(address(usdc), 100e6);
        assertEq(comet.balanceOf(address(this)), 100e6);
        assertEq(comet.symbol(), "cUSDCv3");
        vm.expectEmit(address(comet));
        emit Comet.Withdraw(address(this), address(this), 100e6);
        vm.expectEmit(address(comet));
        emit Comet.Transfer(address(this), address(0), 100e6);
        comet.withdraw(address(usdc), type(uint256).max);
        assertEq(comet.balanceOf(address(this)), 0);
        assertEq(usdc.balanceOf(address(this)), 100e6);
    }

    function testFuzz_interestIsPaidByBorrowersToSuppliers(
        uint64 supplied,
        uint64 borrowed,
        uint32 wait
    ) public {
        supplied = uint64(bound(supplied, 2e6, 1e15));
        borrowed = uint64(bound(borrowed, 1e6, supplied));
        wait = uint32(bound(wait, 0, 3650 days));
        _supplyBase(supplied);
        _supplyCollateral(1e12 ether);
        comet.withdraw(address(usdc), borrowed);
        assertEq(usdc.balanceOf(address(this)), borrowed);
        assertApproxEqAbs(comet.borrowBalanceOf(address(this)), borrowed, 1);
        vm.warp(block.timestamp + wait);
        uint256 debt = comet.borrowBalanceOf(address(this));
        uint256 interest = uint256(borrowed) * 3_170_979_198 * wait / 1e18;
        assertApproxEqAbs(debt, borrowed + interest, 2);
        assertApproxEqRel(comet.balanceOf(BOB), supplied + interest, 1e12);
        _assertSolvent();
        usdc.mint(address(this), debt);
        comet.supply(address(usdc), type(uint256).max);
        assertEq(comet.borrowBalanceOf(address(this)), 0);
        assertEq(comet.totalBorrowBase(), 0);
        _assertSolvent();
        vm.prank(BOB);
        comet.withdraw(address(usdc), type(uint256).max);
        assertGe(usdc.balanceOf(BOB) + 1, supplied);
    }

    function testFuzz_borrowStopsAtTheFactor(uint64 amount) public {
        amount = uint64(bound(amount, 1e6, 100_000e6));
        _supplyBase(1_000_000e6);
        _supplyCollateral(10 ether);
        // 10 ether at 2000 and 80 %.
        if (amount > 16_000e6) vm.expectRevert(Comet.NotCollateralized.selector);
        comet.withdraw(address(usdc), amount);
    }

    function testFuzz_aSupplyBeyondTheDebtIsABalance(uint64 extra) public {
        _supplyBase(1_000_000e6);
        _supplyCollateral(10 ether);
        comet.withdraw(address(usdc), 1000e6);
        usdc.mint(address(this), extra);
        comet.supply(address(usdc), 1000e6 + uint256(extra));
        assertEq(comet.borrowBalanceOf(address(this)), 0);
        assertEq(comet.balanceOf(address(this)), extra);
        // The balance comes first, the rest is borrowed.
        comet.withdraw(address(usdc), uint256(extra) / 2);
        assertEq(comet.balanceOf(address(this)), uint256(extra) - uint256(extra) / 2);
    }

    function test_collateralOfADebtorStays() public {
        _supplyBase(1_000_000e6);
        _supplyCollateral(10 ether);
        assertEq(comet.collateralBalanceOf(address(this), address(weth)), 10 ether);
        comet.withdraw(address(usdc), 8000e6);
        vm.expectEmit(address(comet));
        emit Comet.WithdrawCollateral(address(this), address(this), address(weth), 5 ether);
        comet.withdraw(address(weth), 5 ether);
        assertEq(weth.balanceOf(address(this)), 5 ether);
        vm.expectRevert(Comet.NotCollateralized.selector);
        comet.withdraw(address(weth), 1 gwei);
        oracle.setAssetPrice(address(weth), 1000e8);
        assertFalse(comet.isBorrowCollateralized(address(this)));
    }

    function test_refusals() public {
        vm.expectRevert(CometBook.BadAsset.selector);
        comet.supply(BOB, 1);
        vm.expectRevert(CometBook.BadAsset.selector);
        comet.withdraw(BOB, 1);
        _supplyBase(1_000_000e6);
        vm.expectRevert(Comet.NotCollateralized.selector);
        comet.withdraw(address(usdc), 1e6);
        vm.expectRevert(Comet.BorrowTooSmall.selector);
        comet.withdraw(address(usdc), 1e6 - 1);
        vm.expectRevert(stdError.arithmeticError);
        comet.withdraw(address(weth), 1);
        vm.expectRevert(CometBook.AlreadyListed.selector);
        comet.listCollateral(address(weth), 1);
        vm.expectRevert(CometBook.BadAsset.selector);
        comet.listCollateral(address(usdc), 1);
    }

    function testFuzz_rewardsGrowWithTimeAndPayOnce(uint32 wait) public {
        wait = uint32(bound(wait, 1, 3650 days));
        CometRewards rewards = new CometRewards(address(this));
        MintableToken comp = new MintableToken(address(this), "Compound", "COMP", 18);
        comp.mint(address(rewards), 1e40);
        vm.expectRevert(abi.encodeWithSelector(CometRewards.NotSupported.selector, address(comet)));
        rewards.claim(address(comet), BOB, true);
        // One reward token a second for a whole supplied dollar.
        rewards.setRewardConfig(address(comet), address(comp), 1e30);
        _supplyBase(1000e6);
        vm.warp(block.timestamp + wait);
        uint256 owed = uint256(1000e18) * wait;
        assertEq(rewards.getRewardOwed(address(comet), BOB).owed, owed);
        vm.expectEmit(address(rewards));
        emit CometRewards.RewardClaimed(BOB, BOB, address(comp), owed);
        rewards.claim(address(comet), BOB, true);
        rewards.claim(address(comet), BOB, false);
        assertEq(comp.balanceOf(BOB), owed);
    }

    function _supplyBase(uint256 amount) private {
        usdc.mint(BOB, amount);
        vm.prank(BOB);
        comet.supply(address(usdc), amount);
    }

    function _supplyCollateral(uint256 amount) private {
        weth.mint(address(this), amount);
        comet.supply(address(weth), amount);
    }

    function _assertSolvent() private view {
        uint256 backing = usdc.balanceOf(address(comet)) + comet.totalBorrow();
        assertGe(backing, comet.totalSupply());
    }
}
